package import Expressions
import Geometry
import Scene
package import Schema

/// The key of a word for an object with free keys: one of its keys, or a position inside its value, such as
/// `items[2].done` or `items.2.done`.
struct DataPath {
    private let slot: Slot
    private let key: String
    /// Fields and indices inside the value; empty for the whole value.
    private let parts: [String]

    /// The longest existing key counts; if the path begins with none, it is itself a key.
    init(_ text: String, of slot: Slot, in scene: Scene) {
        self.slot = slot
        let text = Self.dotted(text)
        var end = text.endIndex
        while scene.variables.key(slot, String(text[..<end])) == nil, let dot = text[..<end].lastIndex(of: ".") {
            end = dot
        }
        if end < text.endIndex, case .document? = scene.variables.key(slot, String(text[..<end])) {
            key = String(text[..<end])
            parts = text[text.index(after: end)...].split(separator: ".").map(String.init)
        } else {
            (key, parts) = (text, [])
        }
    }

    /// The same path with dots only: `items.2.done`.
    static func dotted(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "[")) else { return text }
        return String(text.compactMap { $0 == "[" ? "." : $0 == "]" ? nil : $0 })
    }

    /// Sets the key or the position; nil removes a key, a field or an item. Throws `value` for a position that does not
    /// exist.
    func set(_ value: Value?, _ scene: Scene) throws(SceneError) {
        guard !parts.isEmpty else { return scene.variables.setKey(slot, key, value) }
        guard case .document(let document)? = scene.variables.key(slot, key) else {
            throw SceneError(.value, "\(key): there is no list and no record")
        }
        let changed = try Self.changed(document.value, parts[...], value.map { ExpressionValue(stored: $0) }, key)
        scene.variables.setKey(slot, key, Value(key: changed))
    }

    /// The value at the position; nil if it does not exist.
    func value(_ scene: Scene) -> Value? {
        guard let whole = scene.variables.key(slot, key) else { return nil }
        var at = ExpressionValue(stored: whole)
        for part in parts {
            switch at {
            case .list(let items):
                guard let index = Int(part), items.indices.contains(index) else { return nil }
                at = items[index]
            case .record(let record):
                guard let value = record[part] else { return nil }
                at = value
            default: return nil
            }
        }
        return Value(key: at)
    }

    private static func changed(
        _ whole: ExpressionValue, _ parts: ArraySlice<String>, _ new: ExpressionValue?, _ path: String
    ) throws(SceneError) -> ExpressionValue {
        guard let part = parts.first else { return new ?? .none }
        let (rest, here) = (parts.dropFirst(), "\(path).\(part)")
        switch whole {
        case .list(let list):
            var items = list.array
            guard let index = Int(part), items.indices.contains(index) else {
                throw SceneError(.value, "\(path) has \(items.count) items, and none at \(part)")
            }
            if rest.isEmpty, new == nil {
                items.remove(at: index)
            } else {
                items[index] = try changed(items[index], rest, new, here)
            }
            return .items(items)
        case .record(var record):
            let at = record.fields.lastIndex { $0.key == part }
            if rest.isEmpty, new == nil {
                record.fields.removeAll { $0.key == part }
            } else if let at {
                record.fields[at].value = try changed(record.fields[at].value, rest, new, here)
            } else if rest.isEmpty {
                record.fields.append(.init(part, new ?? .none))
            } else {
                throw SceneError(.value, "\(path) has no field \"\(part)\"")
            }
            return .record(record)
        default: throw SceneError(.value, "\(path) is \(whole.type.name) and has no part \"\(part)\"")
        }
    }
}

extension ExpressionValue {
    /// The value of a free key.
    package init(stored value: Value) {
        switch value {
        case .number(let n): self = .number(n)
        case .boolean(let b): self = .boolean(b)
        case .color(let c): self = .color(c)
        case .string(let s): self = .text(s)
        case .document(let document): self = document.value
        default: self = .none
        }
    }
}
