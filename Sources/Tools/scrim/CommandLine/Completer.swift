import Expressions
import Geometry

/// A completion candidate with a line of help. A text that ends with `=` or `(` continues in the same word.
struct Candidate: Equatable {
    var text: String
    var help = ""

    /// True when more has to follow without a space.
    var isOpen: Bool { text.last == "=" || text.last == "(" || text.last == "." }
}

/// Completion candidates for the last word of a line. Limited to the first thousand objects.
struct Completer: ~Copyable {
    private var catalog: Catalog

    init(_ catalog: consuming Catalog) { self.catalog = catalog }

    static let most = 1000

    /// Candidates for a shell line: words after `scrim`, of which the last is incomplete. Nil: file names.
    mutating func shellCandidates(_ all: [String]) throws(Failure) -> [Candidate]? {
        var words = all[...]
        while words.count > 1, let option = words.first, option.hasPrefix("-") {
            words = words.dropFirst()
            if Self.valued.contains(option) {
                if words.count == 1 {
                    return option == "--socket"
                        ? nil : Self.plain(option == "--color" ? ["auto", "always", "never"] : [])
                }
                words = words.dropFirst()
            }
        }
        guard let verb = words.first else { return [] }
        if words.count == 1 {
            if verb.hasPrefix("-") { return Self.fitting(Self.plain(Self.options), verb) }
            return try verbCandidates(verb, withTool: true)
        }
        guard let tool = ToolVerb.named(verb), verb != "dump", verb != "plugin" else {
            return try candidates(Array(words))
        }
        return try toolCandidates(tool, Array(words))
    }

    private static let options = [
        "--socket", "--name", "--raw", "--format", "--json", "--pretty", "--color", "--help", "--version",
    ]
    private static let valued: Set = ["--socket", "--name", "--format", "--color"]

    private mutating func toolCandidates(_ tool: ToolVerb, _ words: [String]) throws(Failure) -> [Candidate]? {
        let word = words[words.count - 1]
        if word.hasPrefix("-") {
            let names = tool.options.map { Candidate(text: String($0.name.prefix { $0 != " " }), help: $0.help) }
            return Self.fitting(names, word)
        }
        switch tool.completes {
        case .nothing: return []
        case .files: return nil
        case .shells: return Self.fitting(Self.plain(["bash", "zsh", "fish"]), word)
        case .pictures: return words.dropLast().last == "-o" ? nil : try candidates(words)
        case .events: return try candidates(["subscribe"] + words.dropFirst())
        case .topics:
            var all = try verbCandidates("", withTool: true)
            for kind in try catalog.kinds() { all.append(Candidate(text: kind, help: "kind")) }
            for topic in ["events", "errors", "filters"] {
                for (name, _) in try catalog.remembered("describe \(topic)")?.members ?? [] {
                    all.append(Candidate(text: name, help: String(topic.dropLast())))
                }
            }
            for (name, value) in try catalog.properties(of: "layer") {
                all.append(Candidate(text: name, help: value["help"]?.string ?? ""))
            }
            return Self.fitting(all, word)
        }
    }

    /// Candidates for a protocol line: its words, of which the last is incomplete.
    mutating func candidates(_ all: [String]) throws(Failure) -> [Candidate] {
        let words = all.first?.hasPrefix("@") == true ? Array(all.dropFirst()) : all
        guard let name = words.first, let word = words.last else { return [] }
        if words.count == 1 { return try verbCandidates(word, withTool: false) }
        guard let verb = try catalog.verb(name) else { return [] }
        let arguments = verb["arguments"]?.elements ?? []
        if let equals = word.firstIndex(of: "=") {
            return try values(of: String(word[..<equals]), String(word[word.index(after: equals)...]), arguments, words)
        }
        var result: [Candidate] = []
        let position = words.dropFirst().dropLast().count { !$0.contains("=") }
        let positional = arguments.filter { $0["positional"]?.boolean == true }
        if let argument = position < positional.count ? positional[position] : positional.last,
            position < positional.count || argument["repeats"]?.boolean == true
        {
            result += try self.words(for: argument, word, words)
        }
        for argument in arguments where argument["positional"]?.boolean == false {
            guard position >= positional.count(where: { $0["required"]?.boolean == true }) else { break }
            if argument["type"]?.string == "properties" {
                result += try properties(words, word, suffix: "=")
            } else if let key = argument["name"]?.string, key != "when" {
                result.append(Candidate(text: key + "=", help: argument["type"]?.string ?? ""))
            }
        }
        return Self.fitting(result, word)
    }

    /// The usage of the line's verb; nil for an unknown verb.
    mutating func usage(_ verb: String) throws(Failure) -> String? { try catalog.verb(verb)?["usage"]?.string }

    private mutating func verbCandidates(_ word: String, withTool: Bool) throws(Failure) -> [Candidate] {
        var all: [Candidate] = []
        for (name, value) in try catalog.verbs() {
            all.append(Candidate(text: name, help: value["help"]?.string ?? ""))
        }
        if withTool {
            all.removeAll { ToolVerb.named($0.text) != nil }
            all += ToolVerb.all.map { Candidate(text: $0.name, help: $0.help) }
        }
        return Self.fitting(all, word)
    }

    /// Candidates for a positional word.
    private mutating func words(
        for argument: JSONValue, _ word: String, _ words: [String]
    ) throws(Failure) -> [Candidate] {
        if let choices = argument["choices"]?.elements, !choices.isEmpty {
            return Self.plain(choices.compactMap(\.string))
        }
        switch argument["type"]?.string {
        case "id": return try ids(word)
        case "kind": return try kindCandidates()
        case "event":
            if words[0] == "on" {
                let event = try catalog.properties(of: "reaction").first { $0.key == "event" }?.value
                return Self.plain(event?["choices"]?.elements.compactMap(\.string) ?? [])
            }
            return try catalog.remembered("describe events")?.members.map {
                Candidate(text: $0.key, help: $0.value["help"]?.string ?? "")
            } ?? []
        case "key": return try properties(words, word, suffix: "")
        case "text" where words[0] == "describe":
            return try kindCandidates() + Self.plain(["verbs", "events", "errors", "filters", "decoders"])
        case "rest" where words[0] == "draw":
            let drawing = try catalog.properties(of: "canvas").first { $0.key == "drawing" }?.value
            return drawing?["operations"]?.members.map { Candidate(text: $0.key, help: $0.value["help"]?.string ?? "") }
                ?? []
        default: return []
        }
    }

    private mutating func kindCandidates() throws(Failure) -> [Candidate] {
        var result: [Candidate] = []
        for kind in try catalog.kinds() {
            result.append(
                Candidate(text: kind, help: try catalog.remembered("describe \(kind)")?["help"]?.string ?? ""))
        }
        return result
    }

    private mutating func ids(_ word: String) throws(Failure) -> [Candidate] {
        Self.plain(try catalog.ids().filter { $0.hasPrefix(word) })
    }

    /// The kind whose properties a line's words set.
    private mutating func kind(of words: [String]) throws(Failure) -> String? {
        guard words.count > 2 else { return nil }
        if ["create", "put"].contains(words[0]) { return words[2].contains("=") ? nil : words[2] }
        return try catalog.kind(of: words[1])
    }

    /// Names of properties; after a complete name, its parts.
    private mutating func properties(_ words: [String], _ word: String, suffix: String) throws(Failure) -> [Candidate] {
        guard let kind = try kind(of: words) else { return [] }
        var result: [Candidate] = []
        var isLayer = false
        for (name, value) in try catalog.properties(of: kind) {
            if name == "sublayerTransform" { isLayer = true }
            if !suffix.isEmpty, value["readOnly"]?.boolean == true { continue }
            result.append(Candidate(text: name + suffix, help: value["help"]?.string ?? ""))
            guard word.hasPrefix(name + ".") else { continue }
            result += Self.parts(of: value["type"]?.string ?? "").map { Candidate(text: "\(name).\($0)\(suffix)") }
        }
        if isLayer, !suffix.isEmpty {
            result += ["parent", "index", "above", "below"].map { Candidate(text: $0 + suffix) }
        }
        return result
    }

    private static func parts(of type: String) -> [String] {
        switch type {
        case "point": ["x", "y"]
        case "size": ["width", "height"]
        case "rectangle": ["origin", "size", "origin.x", "origin.y", "size.width", "size.height"]
        case "transform":
            [
                "rotation.x", "rotation.y", "rotation.z", "scale", "scale.x", "scale.y", "scale.z", "translation.x",
                "translation.y", "translation.z",
            ]
        case "filters":
            ["blur", "brightness", "contrast", "saturate", "hue-rotate", "invert", "grayscale", "sepia", "opacity"]
        default: []
        }
    }

    /// Candidates for the value after `key=`, as whole words.
    private mutating func values(
        of key: String, _ word: String, _ arguments: [JSONValue], _ words: [String]
    ) throws(Failure) -> [Candidate] {
        var form = arguments.first { $0["positional"]?.boolean == false && $0["name"]?.string == key }
        if form == nil, let kind = try kind(of: words) {
            form = try catalog.properties(of: kind).first { $0.key == key }?.value
        }
        var all: [Candidate]
        if let choices = form?["choices"]?.elements, !choices.isEmpty {
            all = Self.plain(choices.compactMap(\.string))
        } else {
            switch form?["type"]?.string {
            case "boolean": all = Self.plain(["true", "false"])
            case "id", "ids", "contents": all = try ids("")
            case "kind": all = try kindCandidates()
            case "timing":
                all = TimingFunction.named.map { Candidate(text: "\($0.name)", help: $0.help) }
                all += Self.plain(["cubic-bezier(", "steps("])
            case "transform":
                all = Self.plain(["translate(", "scale(", "rotate(", "rotateX(", "rotateY(", "skew(", "perspective("])
            case "filters":
                all = Self.plain(try catalog.remembered("describe filters")?.members.map { $0.key + "(" } ?? [])
            case "color":
                all = Self.plain([
                    "none", "transparent", "white", "black", "red", "green", "blue", "teal", "orange", "rgb(", "hsl(",
                ])
            case nil where ["parent", "above", "below"].contains(key): all = try ids("")
            default: all = []
            }
        }
        return Self.fitting(all, word).map { Candidate(text: key + "=" + $0.text, help: $0.help) }
    }

    /// Type and help of the property that a line's last word sets.
    mutating func valueHint(_ key: String, _ words: [String]) throws(Failure) -> String {
        guard let kind = try kind(of: words) else { return "" }
        guard let value = try catalog.properties(of: kind).first(where: { $0.key == key })?.value else { return "" }
        return (value["type"]?.string ?? "") + (value["help"]?.string.map { ": \($0)" } ?? "")
    }

    private static func plain(_ texts: [String]) -> [Candidate] { texts.map { Candidate(text: $0) } }

    /// Candidates that begin with the word; if there are none, ignoring case.
    private static func fitting(_ all: [Candidate], _ word: String) -> [Candidate] {
        let exact = all.filter { $0.text.hasPrefix(word) }
        if !exact.isEmpty { return Array(exact.prefix(most)) }
        return Array(all.filter { $0.text.lowercased().hasPrefix(word.lowercased()) }.prefix(most))
    }
}
