import Expressions
import Geometry
package import Scene
import SceneTables
package import Schema

/// A definition being entered, from the line `define` to `end`.
package struct OpenDefinition {
    package let name: String
    package let help: String
    package let parameters: [Property]
    /// The kind that instances are of; nil for none.
    package let base: (id: KindID, kind: Kind)?
    /// Defaults of its properties, by name.
    package let defaults: [String: Value]
    /// The line `define`, and the lines that create the parts.
    package private(set) var lines: [[UInt8]]
    /// Kinds of the objects created by the lines.
    package private(set) var kinds: [String] = []
    /// Names of the functions called by the lines.
    package private(set) var calls: Set<String> = []
    /// Bytes of the lines.
    package private(set) var size = 0
    private var hasSlot = false

    /// Maximum number of parameters of a component.
    private static let mostParameters = 256

    /// Reads `define NAME [of=KIND] key=default … [help=…]`. Throws the errors in its words.
    package init(_ command: DefineCommand, in scene: Scene) throws(SceneError) {
        guard NameTable.isValid(command.name) else { throw NameTable.refusal(of: command.name) }
        name = command.name.string
        var (help, parameters, defaults) = ("a component", [Property](), [String: Value]())
        base = try Self.base(command.parameters, in: scene)
        for word in command.parameters {
            guard !word.isPositional else {
                throw SceneError(
                    .syntax, "define: \(ValueSyntax.quote(word.value)) found where parameter=default is expected")
            }
            if word.key == "help" {
                help = word.value.string
            } else if word.key == "of" {
                continue
            } else if let own = base?.kind.property(named: word.key), let base, own > LayerProperty.last {
                let property = base.kind[own]
                guard !property.isReadOnly, !property.isDerived, word.value.count > 0 else {
                    throw SceneError(.denied, "define: \"\(property.name)\" takes no default")
                }
                defaults[property.name] = try ValueText.read(word.value, as: property, in: scene)
            } else {
                let parameter = try Self.parameter(word, in: scene)
                guard !parameters.contains(where: { $0.name == parameter.name }) else {
                    throw SceneError(.exists, "define: there are two parameters \"\(parameter.name)\"")
                }
                parameters.append(parameter)
            }
        }
        guard parameters.count <= Self.mostParameters else {
            throw SceneError(.limit, "define: more than \(Self.mostParameters) parameters")
        }
        (self.help, self.parameters, self.defaults) = (help, parameters, defaults)
        lines = [command.line(of: .define)]
        if let id = scene.kinds.loaded(name), !scene.kinds[id].isComponent { throw Self.isBuiltIn(name) }
        if scene.kinds.promised.contains(name) { throw Self.isBuiltIn(name) }
        if scene.components.definitions.contains(where: { $0.kind == nil && $0.name == name }) {
            throw SceneError(.exists, "\"\(name)\" is a function")
        }
    }

    /// The kind named by `of=`. Throws `unknown-kind`, and `unsupported` for a kind that no component can be of.
    private static func base(_ words: WordList, in scene: Scene) throws(SceneError) -> (id: KindID, kind: Kind)? {
        guard let word = words.last(where: { $0.key == "of" }) else { return nil }
        guard let id = try scene.kinds.find(word.value.string) else {
            throw UnknownName.kind(word.value, in: scene.kinds)
        }
        let kind = scene.kinds[id]
        guard kind.family == .layer, id == .layer || !kind.plugin.isEmpty else {
            throw SceneError(
                .unsupported,
                "of: a component is of layer or of a plugin's kind of layers, such as stack or text, not of \"\(kind.name)\""
            )
        }
        return (id, kind)
    }

    private static func isBuiltIn(_ name: String) -> SceneError {
        SceneError(.exists, "the kind \"\(name)\" exists and is no component")
    }

    /// The parameter defined by a word `key=default`; its type is that of the default.
    private static func parameter(_ word: Word, in scene: Scene) throws(SceneError) -> Property {
        let name = word.key.string
        guard name.utf8.allSatisfy({ ByteReader.isLetter($0) || ByteReader.isDigit($0) || $0 == UInt8(ascii: "_") })
        else {
            throw SceneError(.syntax, "define: a parameter's name has letters, digits and _, not \"\(name)\"")
        }
        let taken = ["parent", "above", "below", "kind", "sublayers", "self", "root", "old", "slot", "scope", "of"]
        let form = try ParameterForm(word.value, of: name)
        let (type, value) = try form.choices.isEmpty ? self.type(of: form.initial) : form.choice(of: name)
        if form.range != nil { try form.check(value, of: name) }
        // A text parameter `name` takes precedence over the layer's own property, which is a text as well.
        let isName = name == "name" && type == .string
        guard isName || scene.kinds[.layer].property(named: name) == nil, !taken.contains(name) else {
            throw SceneError(.exists, "define: every layer has a property \"\(name)\"")
        }
        let animates = type == .number || type == .point || type == .color
        return Property(
            name, type, .none, minimum: form.range?.lowerBound ?? -.infinity,
            maximum: form.range?.upperBound ?? .infinity, choices: form.choices, animates: animates, effect: .none,
            unset: value, traits: .isParameter, help: "a parameter")
    }

    /// The type and value of a default: number, boolean, colour, point (`1,2`), numbers or colours, otherwise text.
    private static func type(of text: ByteView) -> (PropertyType, Value) {
        switch ExpressionValue(typing: text) {
        case .number(let number): return (.number, .number(number))
        case .boolean(let truth): return (.boolean, .boolean(truth))
        case .color(let color): return (.color, .color(color))
        default: break
        }
        if let point = try? Quantity.point(text) { return (.point, .point(point)) }
        var (numbers, colors): ([Double]?, [Color]?) = ([], [])
        var splitter = ListSplitter(text)
        while let item = splitter.next() {
            switch ExpressionValue(typing: item) {
            case .number(let number): (numbers, colors) = ((numbers ?? []) + [number], nil)
            case .color(let color): (numbers, colors) = (nil, colors.map { $0 + [color] })
            default: (numbers, colors) = (nil, nil)
            }
            if numbers == nil, colors == nil { break }
        }
        if let numbers, numbers.count > 2, colors == nil { return (.numbers, .numbers(numbers)) }
        if let colors, colors.count > 1, numbers == nil { return (.colors, .colors(colors)) }
        return (.string, .string(text.string))
    }

    /// Adds a line that is allowed in a definition. Throws the errors in its words.
    package mutating func append(_ command: Command, in scene: Scene, limit: Int) throws(SceneError) {
        let (verb, line) = (command.verb, command.line)
        guard verb.traits.contains(.mayStandInDefinition) else {
            throw SceneError(.syntax, "\(verb.name) cannot stand in a definition")
        }
        try verb.schema.check(line, compiles: scene.functions, parts: true)
        let makes = verb == .create || verb == .put
        if makes {
            guard !line[0].value.isEmpty, line[0].value[0] == UInt8(ascii: ".") else {
                throw SceneError(.syntax, "\(ValueSyntax.quote(line[0].value)) is no part: its id begins with a dot")
            }
            for at in 2..<max(2, line.count) where line[at].key == "slot" {
                if try line[at].boolean() {
                    guard !hasSlot else { throw SceneError(.value, "slot: one part takes the sublayers, no more") }
                    hasSlot = true
                }
            }
        }
        let bytes = LineRewriting { _, _ in nil }.write(command)
        guard size + bytes.count <= limit else {
            throw SceneError(.limit, "the definition holds \(limit) bytes; set daemon limit.clientBytes=N for more")
        }
        size += bytes.count
        lines.append(bytes)
        calls.formUnion(FunctionCalls.names(in: command))
        if makes { kinds.append(line[1].value.string) }
        if verb == .repeat { try addKinds(ofRepeated: line) }
    }

    /// Adds the kinds in the lines of a `repeat`, as far as they are constant.
    private mutating func addKinds(ofRepeated line: Line) throws(SceneError) {
        var splitter = WordSplitter()
        for at in 0..<line.count where line[at].isPositional {
            for text in ReactionLines.split(line[at].value.string) {
                var kind: String?
                try text.withView(0..<text.count) { (bytes) throws(SceneError) in
                    guard let inner = try Line(bytes, &splitter), let verb = Verb(inner.verb),
                        verb == .create || verb == .put, inner.count > 1, inner[1].isPositional
                    else { return }
                    kind = inner[1].value.string
                }
                if let kind, !kind.contains("{") { kinds.append(kind) }
            }
        }
    }
}
