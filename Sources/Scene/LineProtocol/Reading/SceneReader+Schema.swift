import Geometry
import Scene
import SceneTables
import Schema

/// `describe COMPONENT format=schema`: a component's parameters as a JSON Schema, draft 2020-12.
extension SceneReader {
    /// Throws `unknown-kind` for an unknown name, `value` for a kind that is not a component.
    func describeSchema(of name: ByteView?, to out: inout JSONWriter) throws(SceneError) {
        guard let name else { throw SceneError(.value, "format=schema is about a component: name it") }
        guard let id = try scene.kinds.find(name.string) else { throw UnknownName.kind(name, in: scene.kinds) }
        guard let definition = scene.components.definition(of: id) else {
            throw SceneError(.value, "\"\(name.string)\" is no component, and format=schema is about these alone")
        }
        let kind = scene.kinds[id]
        out.beginObject()
        out.key("$schema")
        out.string("https://json-schema.org/draft/2020-12/schema")
        out.key("title")
        out.string(text: kind.name)
        out.key("description")
        out.string(text: kind.help)
        out.key("type")
        out.string("object")
        out.key("properties")
        out.beginObject()
        for property in try parameters(of: kind, definition) {
            out.key(text: property.name)
            out.beginObject()
            writeSchema(property, to: &out)
            out.endObject()
        }
        out.endObject()
        out.key("additionalProperties")
        out.bool(false)
        out.endObject()
    }

    /// In the order of the line `define`; that of the kind's schema may be older after a redefinition.
    private func parameters(of kind: Kind, _ definition: Definition) throws(SceneError) -> [Property] {
        let parameters = kind.parameters.map(\.property)
        guard let line = definition.lines.first else { return parameters }
        var order: [String: Int] = [:]
        var splitter = WordSplitter()
        try line.withView(0..<line.count) { (bytes) throws(SceneError) in
            guard let words = try Line(bytes, &splitter) else { return }
            for at in 0..<words.count where !words[at].isPositional { order[words[at].key.string] = at }
        }
        return parameters.sorted { order[$0.name, default: .max] < order[$1.name, default: .max] }
    }

    private func writeSchema(_ property: Property, to out: inout JSONWriter) {
        func items(_ body: (inout JSONWriter) -> Void) {
            out.key("type")
            out.string("array")
            out.key("items")
            out.beginObject()
            body(&out)
            out.endObject()
        }
        func write(_ type: StaticString) {
            out.key("type")
            out.string(type)
        }
        switch property.type {
        case .number: write("number")
        case .boolean: write("boolean")
        case .color:
            write("string")
            out.key("format")
            out.string("color")
        case .point:
            items { json in
                json.key("type")
                json.string("number")
            }
            for key: StaticString in ["minItems", "maxItems"] {
                out.key(key)
                out.number(2)
            }
        case .numbers:
            items { json in
                json.key("type")
                json.string("number")
            }
        case .colors:
            items { json in
                json.key("type")
                json.string("string")
                json.key("format")
                json.string("color")
            }
        default: write("string")
        }
        if !property.choices.isEmpty {
            out.key("enum")
            out.beginArray()
            for choice in property.choices { out.string(text: choice) }
            out.endArray()
        }
        if property.minimum > -.infinity {
            out.key("minimum")
            out.number(property.minimum)
        }
        if property.maximum < .infinity {
            out.key("maximum")
            out.number(property.maximum)
        }
        out.key("default")
        ValueText.writeJSON(property.unset ?? property.initial, property, in: scene, to: &out)
    }
}
