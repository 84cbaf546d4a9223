package import Expressions
package import Geometry
package import Scene
import SceneTables
package import Schema

/// The parts of `function NAME(PARAMETER…):=EXPRESSION`.
package struct FunctionLine {
    package let name: String
    package let parameters: [String]
    package let expression: ByteView

    /// Throws `syntax` for a word of another form, `exists` for a built-in name, `limit`.
    package init(_ word: Word) throws(SceneError) {
        guard word.isExpression, !word.isTwoWay,
            let open = (0..<word.key.count).first(where: { word.key[$0] == UInt8(ascii: "(") })
        else {
            throw SceneError(.syntax, "function: NAME(PARAMETER,…):=EXPRESSION is expected, without blanks before :=")
        }
        name = word.key[0..<open].string
        var parameters: [String] = []
        var splitter = ListSplitter(word.key[open + 1..<word.key.count - 1])
        while let name = splitter.next() { parameters.append(name.string) }
        guard !UserFunctions.isTaken(name) else {
            throw SceneError(.exists, "function: the language has \"\(name)\" already")
        }
        for one in [name] + parameters where !Self.isName(one) {
            throw SceneError(
                .syntax,
                "function: a name is a letter, then letters, digits and _, not \(ByteView.with(one) { ValueSyntax.quote($0) })"
            )
        }
        for (index, one) in parameters.enumerated() {
            guard !parameters[..<index].contains(one) else {
                throw SceneError(.exists, "function: there are two parameters \"\(one)\"")
            }
            guard !UserFunctions.isWord(one) else { throw SceneError(.exists, "function: \"\(one)\" is no name") }
        }
        guard parameters.count <= UserFunction.mostParameters else {
            throw SceneError(.limit, "function: more than \(UserFunction.mostParameters) parameters")
        }
        self.parameters = parameters
        expression = word.value
    }

    private static func isName(_ name: String) -> Bool {
        guard let first = name.utf8.first, ByteReader.isLetter(first) else { return false }
        return name.utf8.allSatisfy {
            ByteReader.isLetter($0) || ByteReader.isDigit($0) || $0 == UInt8(ascii: "_")
        }
    }

    /// The compiled function. Throws the errors of its expression.
    package func compile(_ functions: UserFunctions) throws(SceneError) -> UserFunction {
        do throws(ExpressionError) {
            return UserFunction(name, parameters, try Expression(expression, functions, parameters: parameters))
        } catch {
            throw ByteView.with(name) { SceneError(error, key: $0) }
        }
    }
}

extension UserFunctions {
    /// Compiles the functions of a scene, each after those that it calls.
    fileprivate init(_ definitions: [Definition]) {
        self.init()
        isOpen = true
        var left = definitions.filter { $0.kind == nil }
        let names = Set(left.map(\.name))
        while !left.isEmpty {
            let at = left.firstIndex { $0.uses.allSatisfy { self[$0] != nil || !names.contains($0) } } ?? 0
            let one = left.remove(at: at)
            var splitter = WordSplitter()
            one.lines[0].withView(0..<one.lines[0].count) { bytes in
                guard let line = try? Line(bytes, &splitter), line.count == 1, let function = try? FunctionLine(line[0])
                else { return }
                self[one.name] = try? function.compile(self)
            }
        }
        isOpen = false
    }
}

extension Scene {
    private final class CompiledFunctions {
        let functions: UserFunctions

        init(_ functions: UserFunctions) { self.functions = functions }
    }

    /// The functions of the scene. Open while a file is read: a file may have lines that wait for a function.
    package var functions: UserFunctions {
        guard components.hasFunctions else {
            var none = UserFunctions()
            none.isOpen = components.readsFile
            return none
        }
        let compiled: CompiledFunctions
        if let known = components.compiledFunctions as? CompiledFunctions {
            compiled = known
        } else {
            compiled = CompiledFunctions(UserFunctions(components.definitions))
            components.compiledFunctions = compiled
        }
        var functions = compiled.functions
        functions.isOpen = components.readsFile
        return functions
    }
}

/// Names of the functions called by stored texts.
package enum FunctionCalls {
    /// Names called by the lines of a reaction, a timer or a `repeat`, and by lines within them.
    package static func names(inLines text: String) -> Set<String> {
        var names: Set<String> = []
        var splitter = WordSplitter()
        for line in ReactionLines.split(text) {
            line.withView(0..<line.count) { bytes in
                guard let line = try? Line(bytes, &splitter), let command = try? Command(line) else { return }
                names.formUnion(self.names(in: command))
            }
        }
        return names
    }

    /// Names called by the expressions of a line, and by lines within it.
    package static func names(in command: Command) -> Set<String> {
        var names: Set<String> = []
        for at in 0..<command.line.count {
            let word = command.line[at]
            if word.isExpression || word.key == "where" || word.key == "sortBy" {
                names.formUnion(ExpressionRewriting.calls(in: word.value))
            } else if command.verb.schema.argument(at: at, of: command.line)?.type == .lines {
                names.formUnion(self.names(inLines: word.value.string))
            }
        }
        return names
    }

    /// An object whose stored texts call `function`, in slot order; nil for none.
    package static func user(of function: String, in scene: Scene) -> Slot? {
        var found: Slot?
        scene.tree.forEachObject { slot in
            guard found == nil else { return }
            func text(_ id: PropertyID) -> String { scene.value(slot, id).string }
            func calls(_ text: String) -> Bool {
                ByteView.with(text) { ExpressionRewriting.calls(in: $0).contains(function) }
            }
            func linesCall(_ text: String) -> Bool { names(inLines: text).contains(function) }
            let uses =
                switch scene.rows[Int(slot)].kind {
                case .binding: calls(text(BindingProperty.value.id))
                case .reaction: calls(text(ReactionProperty.when.id)) || linesCall(text(ReactionProperty.lines.id))
                case .timer: linesCall(text(TimerProperty.lines.id))
                case .each: calls(text(EachProperty.condition.id)) || calls(text(EachProperty.sortBy.id))
                case .transaction: linesCall(text(TransactionProperty.lines.id))
                default: false
                }
            if uses { found = slot }
        }
        return found
    }
}
