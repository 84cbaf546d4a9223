package import Expressions
import Geometry
import Scene
import SceneTables
package import Schema

/// One row of the table of verbs: the words of a verb, when it runs, the required rights, and its help.
package final class VerbSchema: Sendable {
    /// The moment at which a verb between `begin` and `commit` takes effect.
    package enum Moment: String, Sendable {
        /// With the other lines, by `commit`.
        case deferred
        /// Immediately, because it only reads or concerns only the connection.
        case immediate
        /// Not allowed: it would wait for running work, or end it.
        case refused
    }

    /// The component that executes a verb.
    package enum Target: String, Sendable {
        /// Changes objects, atomically.
        case scene
        /// Reads objects and tables.
        case reader
        /// Changes only the connection.
        case connection
        /// Needs clock, frames, outputs, files or other clients.
        case service
    }

    /// The access required from a connection.
    package enum Rights: String, Sendable {
        case any
        /// Full access, or a subtree that contains all objects changed by the line.
        case objects
        case full
    }

    package let verb: Verb
    /// The words as values.
    package let words: any TypedCommand.Type
    package let traits: VerbTraits
    package let moment: Moment
    package let target: Target
    package let rights: Rights
    package let arguments: [VerbArgument]
    /// Its effect, in one line.
    package let help: String
    /// Names of the `key=value` words.
    private let keys: [String]
    /// The allowed number of positional words.
    private let counts: ClosedRange<Int>
    private let required: [String]
    /// Positions of ids for new objects.
    private let newIDs: Set<Int>
    private let takesProperties: Bool
    private let bindsProperties: Bool
    private let needsProperties: Bool
    private let takesRest: Bool

    init(
        _ verb: Verb, _ words: any TypedCommand.Type, _ target: Target, _ moment: Moment, _ rights: Rights = .any,
        _ arguments: [VerbArgument] = [],
        traits: VerbTraits = [], help: String
    ) {
        self.verb = verb
        self.words = words
        self.target = target
        self.moment = moment
        self.rights = rights
        self.arguments = arguments
        self.help = help
        keys = arguments.filter { $0.isKeyed && !$0.namesProperties }.map(\.name)
        let positions = arguments.filter { !$0.isKeyed }
        let least = positions.count { $0.isRequired }
        counts = least...(positions.last?.repeats == true ? Int.max : positions.count)
        required = arguments.filter { $0.isKeyed && $0.isRequired && !$0.namesProperties }.map(\.name)
        newIDs = Set(arguments.indices.filter { arguments[$0].type == .newID })
        takesProperties = arguments.contains { $0.type == .properties }
        bindsProperties = takesProperties || arguments.contains { $0.type == .computed || $0.type == .function }
        var traits = traits
        if target == .scene { traits.insert(.changesScene) }
        if bindsProperties || arguments.contains(where: { $0.type == .expression }) { traits.insert(.takesExpressions) }
        if arguments.contains(where: { $0.full != nil }) { traits.insert(.hasGuardedWords) }
        self.traits = traits
        needsProperties = arguments.contains { $0.namesProperties && $0.isRequired }
        takesRest = arguments.contains { $0.type == .rest || $0.type == .parameters }
    }

    /// The argument of a word; nil for a property.
    func argument(_ word: Word) -> VerbArgument? {
        if word.isPositional { return arguments.first { !$0.isKeyed } }
        return arguments.first { $0.isKeyed && word.hasKey($0.name) }
    }

    /// The argument of the word at `at`, by its position among the positional ones; nil for a property.
    func argument(at: Int, of line: Line) -> VerbArgument? {
        guard line[at].isPositional else { return argument(line[at]) }
        let position = (0..<at).count { line[$0].isPositional }
        let positional = arguments.filter { !$0.isKeyed }
        if position < positional.count { return positional[position] }
        // Repeated words, and words of another schema.
        return positional.last
    }

    /// The syntax of the words after the verb: `ID [prop…] [from=model|presentation]`.
    package var usage: String { arguments.map(\.usage).joined(separator: " ") }

    /// True when a word requires full access, independent of the verb. Throws `value`.
    package func needsFullAccess(_ line: Line) throws(SceneError) -> Bool {
        for at in 0..<line.count {
            switch argument(line[at])?.full {
            case nil: continue
            case .always?: return true
            case .whenTrue?: if try line[at].boolean() { return true }
            case .values(let values)?: if values.contains(line[at].value.string) { return true }
            }
        }
        return false
    }

    /// For values with blanks between their parts: how they are written. Empty when no property stands before the word at an index.
    private static func list(_ line: Line, _ index: Int) -> String {
        guard let first = (0..<index).last(where: { !line[$0].isPositional }) else { return "" }
        let rest = (first + 1..<line.count).prefix { line[$0].isPositional }
        let parts = [line[first].value] + rest.map { line[$0].value }
        return
            "; a value's parts have commas between them: \(line[first].key.string)=\(parts.map(\.string).joined(separator: ","))"
    }

    /// Throws `syntax` for a missing word, for one too many, and for an unknown key. `compiles`: for a stored line,
    /// also checks its expressions, which may call these functions. `parts`: for a line of a component, in which ids of parts begin with a dot.
    package func check(_ line: Line, compiles functions: UserFunctions? = nil, parts: Bool = false) throws(SceneError) {
        var positional = 0
        for at in 0..<line.count {
            let word = line[at]
            guard word.isPositional else {
                func isKnown() -> Bool { keys.contains(where: word.hasKey) }
                guard bindsProperties || !word.isExpression || isKnown() && argument(word)?.type == .expression else {
                    throw SceneError(.syntax, "\(verb.name): \(word.key.string):= found where no expression is taken")
                }
                guard !word.isTwoWay || verb == .bind else {
                    throw SceneError(.syntax, "\(verb.name): \(word.key.string)<=> found where bind alone takes it")
                }
                // An empty expression removes a binding.
                if let functions, bindsProperties, word.isExpression, takesProperties || !word.value.isEmpty {
                    _ = try ComputedWord.compile(word, functions)
                }
                if takesProperties || takesRest || bindsProperties && word.isExpression || isKnown() { continue }
                throw UnknownName.argument(word.key, of: verb, keys)
            }
            if !newIDs.isEmpty, newIDs.contains(positional) {
                let isPart = parts && word.value.count > 1 && word.value[0] == UInt8(ascii: ".")
                // A part's id extends the instance's.
                guard NameTable.isValid(word.value) || isPart && NameTable.isPartName(word.value) else {
                    throw NameTable.refusal(of: word.value)
                }
            }
            positional += 1
            guard positional <= counts.upperBound || takesRest else {
                throw SceneError(
                    .syntax,
                    takesProperties
                        ? "\(ValueSyntax.quote(word.value)) found where property=value is expected\(Self.list(line, at))"
                        : "\(verb.name): \(ValueSyntax.quote(word.value)) is one word too many")
            }
        }
        let isMissing = required.contains { name in
            !(0..<line.count).contains { line[$0].hasKey(name) && !line[$0].value.isEmpty }
        }
        let least = counts.lowerBound - (arguments.contains { $0.standsIn(line) } ? 1 : 0)
        if positional < least || isMissing {
            throw SceneError(.syntax, "\(verb.name): \(missing(line)) is expected: \(verb.name) \(usage)")
        }
        let isBare = takesProperties ? positional == line.count : !(0..<line.count).contains { line[$0].isExpression }
        if needsProperties, isBare {
            let form = arguments.first { $0.type == .function }?.usage ?? "property:=expression"
            throw SceneError(.syntax, "\(verb.name): \(takesProperties ? "property=value" : form) is expected")
        }
    }

    /// The first argument missing in the line.
    private func missing(_ line: Line) -> String {
        var left = (0..<line.count).count { line[$0].isPositional }
        for argument in arguments where argument.isRequired && !argument.namesProperties {
            if !argument.isKeyed {
                if left == 0 { return argument.name }
                left -= 1
            } else if !(0..<line.count).contains(where: {
                line[$0].hasKey(argument.name) && !line[$0].value.isEmpty
            }) {
                return argument.usage
            }
        }
        return "a word"
    }
}

/// One word, or one sort of words, of a verb.
package struct VerbArgument: Sendable {
    package enum ArgumentType: String, Sendable {
        case id, newID, kind, event, text, number, integer, boolean, time, point, size, rectangle, choice, timing,
            spring, path
        case lines, key
        /// Read from the raw line, like `when EXPRESSION`.
        case expression
        /// `property=value` words of an object's kind.
        case properties
        /// `property:=EXPRESSION` words.
        case computed
        /// `NAME(PARAMETER,…):=EXPRESSION`.
        case function
        /// `parameter=default` words of a component.
        case parameters
        /// Words with a schema of their own, like an operation's.
        case rest
    }

    package let name: String
    package let type: ArgumentType
    package let isKeyed: Bool
    package let isRequired: Bool
    package let repeats: Bool
    package let choices: [String]
    /// True when it replaces the last positional word.
    var standsForWord = false
    /// Values for which full access is required, independent of the verb; nil for none.
    package var full: FullAccess?

    /// The values of a word that require full access.
    package enum FullAccess: Sendable {
        case always
        case whenTrue
        case values([String])
    }

    /// True when the line contains it, so that the last positional word may be missing.
    func standsIn(_ line: Line) -> Bool {
        standsForWord && (0..<line.count).contains { line[$0].hasKey(name) }
    }

    /// A positional word.
    static func word(
        _ name: String, _ type: ArgumentType, _ choices: [String] = [], optional: Bool = false, repeats: Bool = false,
        full: FullAccess? = nil
    ) -> Self {
        Self(
            name: name, type: type, isKeyed: false, isRequired: !optional, repeats: repeats, choices: choices,
            full: full)
    }

    /// A `key=value` word.
    static func key(
        _ name: String, _ type: ArgumentType, _ choices: [String] = [], required: Bool = false,
        standsForWord: Bool = false, full: FullAccess? = nil
    ) -> Self {
        Self(
            name: name, type: type, isKeyed: true, isRequired: required, repeats: false, choices: choices,
            standsForWord: standsForWord, full: full)
    }

    /// The words that bind properties.
    static let computed = Self(
        name: "property", type: .computed, isKeyed: true, isRequired: true, repeats: true, choices: [])

    /// True for words whose keys are properties of an object, or the name of a function.
    var namesProperties: Bool { type == .properties || type == .computed || type == .function }

    /// The words that set properties.
    static let properties = properties(required: false)

    /// The word that defines a function.
    static let function = Self(
        name: "NAME(PARAMETER,…)", type: .function, isKeyed: true, isRequired: true, repeats: false, choices: [])

    /// The words that define parameters.
    static let parameters = Self(
        name: "parameter", type: .parameters, isKeyed: true, isRequired: false, repeats: true, choices: [])

    static func properties(required: Bool) -> Self {
        Self(name: "property", type: .properties, isKeyed: true, isRequired: required, repeats: true, choices: [])
    }

    var usage: String {
        if type == .parameters { return "[parameter=default…]" }
        if type == .properties { return isRequired ? "property=value…" : "[property=value…]" }
        if type == .computed { return "property:=EXPRESSION…" }
        if type == .function { return "\(name):=EXPRESSION" }
        if type == .expression { return "[\(name) EXPRESSION]" }
        let value = choices.isEmpty ? type.placeholder : choices.joined(separator: "|")
        let text = isKeyed ? "\(name)=\(value)" : choices.isEmpty ? name : value
        let repeated = repeats ? text + "…" : text
        return isRequired ? repeated : "[\(repeated)]"
    }
}

extension VerbArgument.ArgumentType {
    /// A placeholder for its value in a usage line.
    fileprivate var placeholder: String {
        switch self {
        case .id, .newID: "ID"
        case .kind: "KIND"
        case .event: "EVENT"
        case .text, .key: "TEXT"
        case .number, .integer: "N"
        case .boolean: "B"
        case .time: "S"
        case .point: "x,y"
        case .size: "WxH"
        case .rectangle: "x,y,w,h"
        case .choice: "WORD"
        case .timing: "T"
        case .spring: "mass,stiffness,damping[,velocity]"
        case .path: "FILE"
        case .lines: "LINES"
        case .expression: "EXPRESSION"
        case .properties, .computed, .function, .parameters, .rest: "…"
        }
    }
}

extension Word {
    /// True when the word is `name=…`.
    fileprivate func hasKey(_ name: String) -> Bool { ByteView.with(name) { key == $0 } }
}
