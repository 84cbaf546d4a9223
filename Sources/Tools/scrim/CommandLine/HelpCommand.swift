import Expressions
import Glibc

/// The help for a word: a verb, a kind, a property, an event, an error, a filter, an easing, a function, a control.
enum HelpCommand {
    static func perform(_ words: [String], _ target: Target, _ coloring: Coloring) throws(Failure) {
        let page = HelpPage(coloring)
        switch words.count {
        case 0:
            try Console.write(Help.text.utf8)
            // Without scrimd next to this program the list is omitted.
            guard var catalog = try? Catalog(target) else { return }
            try Console.write(page.list(catalog.verbs()).utf8)
        case 1:
            if let verb = ToolVerb.named(words[0]) { return try Console.write(page.text(of: verb).utf8) }
            var catalog = try Catalog(target)
            guard let text = try page.text(of: words[0], &catalog) else {
                let hint =
                    try catalog.hint(for: words[0])
                    ?? "it is no verb, kind, property, event, error, filter, easing, function or control"
                throw .failed("no help for \(words[0]); \(hint)")
            }
            try Console.write(text.utf8)
        default: throw .usage("help takes one word")
        }
    }
}

/// Help texts from `describe`.
struct HelpPage {
    let isColored: Bool
    let width: Int

    /// For standard output.
    init(_ coloring: Coloring) {
        isColored = coloring.applies(to: STDOUT_FILENO)
        width = Console.isTerminal(STDOUT_FILENO) ? Terminal.size().columns : .max
    }

    private func title(_ text: String) -> String { Style.title.paint(text, isColored) }

    func list(_ verbs: [(key: String, value: JSONValue)]) -> String {
        "\nVerbs of the daemon:\n\n" + rows(verbs.map { ($0.key, $0.value["help"]?.string ?? "") })
    }

    /// Two columns; the second one wraps within its column.
    func rows(_ rows: [(String, String)]) -> String {
        let first = min(rows.map { Terminal.width($0.0) }.max() ?? 0, 28)
        let room = width == .max ? .max : max(width - first - 4, 20)
        return rows.map { name, text in
            let lines = Self.wrapped(text, room)
            let rest = lines.dropFirst().map { String(repeating: " ", count: first + 4) + $0 + "\n" }
            let head = name.isEmpty ? "" : "  " + Help.padded(name, first) + "  "
            return head + (lines.first ?? "") + "\n" + rest.joined()
        }.joined()
    }

    /// Wraps text at words.
    static func wrapped(_ text: String, _ columns: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, columns == .max || Terminal.width(last) + 1 + Terminal.width(word) <= columns {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    func text(of verb: ToolVerb) -> String {
        var text = "usage: " + title("scrim " + verb.name) + " " + verb.usage + "\n\n" + sentence(verb.help)
        if !verb.options.isEmpty { text += "\n" + rows(verb.options.map { ($0.name, $0.help) }) }
        if !verb.examples.isEmpty { text += "\n" + verb.examples.map { "  $ \($0)\n" }.joined() }
        return text
    }

    private func sentence(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "\n" : ".\n")
    }

    /// Nil for an unknown word. A property may be preceded by its kind and a dot.
    func text(of word: String, _ catalog: inout Catalog) throws(Failure) -> String? {
        if let verb = try catalog.verb(word) { return verbText(word, verb) }
        if try catalog.kinds().contains(word) {
            guard let kind = try catalog.remembered("describe \(word)") else { return nil }
            return try kindText(word, kind, &catalog)
        }
        for topic in ["verbs", "events", "errors", "filters", "decoders"] {
            guard let members = try catalog.remembered("describe \(topic)")?.members else { continue }
            if topic == word { return rows(members.map { ($0.key, short($0.value)) }) }
            if let (_, value) = members.first(where: { $0.key == word }) { return entryText(word, topic, value) }
        }
        if word == "kinds" { return try rows(kindRows(&catalog)) }
        if let text = try propertyText(word, &catalog) { return text }
        return try topicText(of: word, &catalog)
    }

    /// A title and a sentence.
    func entry(_ name: String, _ topic: String, _ help: String) -> String {
        title(name) + " (\(topic))\n\n" + (help.isEmpty ? "" : sentence(help))
    }

    private func short(_ value: JSONValue) -> String {
        value["help"]?.string ?? value["usage"]?.string ?? value.string ?? ""
    }

    private func kindRows(_ catalog: inout Catalog) throws(Failure) -> [(String, String)] {
        var rows: [(String, String)] = []
        for kind in try catalog.kinds() {
            rows.append((kind, try catalog.remembered("describe \(kind)")?["help"]?.string ?? ""))
        }
        return rows
    }

    private func verbText(_ name: String, _ verb: JSONValue) -> String {
        let usage = verb["usage"]?.string ?? name
        var text = "usage: " + title("scrim " + name) + usage.dropFirst(name.count) + "\n\n"
        text += sentence(verb["help"]?.string ?? "")
        let arguments = verb["arguments"]?.elements ?? []
        let details = arguments.map { argument -> (String, String) in
            let name = argument["name"]?.string ?? ""
            let isPositional = argument["positional"]?.boolean ?? true
            var words = [argument["type"]?.string ?? ""]
            if let choices = argument["choices"]?.elements, !choices.isEmpty {
                words = [choices.compactMap(\.string).joined(separator: ", ")]
            }
            if argument["required"]?.boolean == true { words.append("has to be given") }
            if argument["repeats"]?.boolean == true { words.append("several") }
            return (isPositional || name == "property" ? name : name + "=", words.joined(separator: "; "))
        }
        if !details.isEmpty { text += "\n" + rows(details) }
        switch verb["inTransaction"]?.string {
        case "deferred": text += "\nBetween begin and commit it waits for commit."
        case "refused": text += "\nIt is refused between begin and commit."
        default: text += "\nBetween begin and commit it acts at once."
        }
        switch verb["access"]?.string {
        case "full": text += " It needs full access.\n"
        case "objects": text += " It needs access to the objects that it changes.\n"
        default: text += "\n"
        }
        return text
    }

    private func entryText(_ name: String, _ topic: String, _ value: JSONValue) -> String {
        var text = title(name) + " (" + topic.dropLast() + ")\n\n"
        text += value["usage"]?.string.map { "  \($0)\n" } ?? ""
        let help = value["help"]?.string ?? value.string ?? ""
        if !help.isEmpty { text += sentence(help) }
        let members = value["members"]?.members ?? []
        if !members.isEmpty { text += "\n" + rows(members.map { ($0.key, summary(of: $0.value)) }) }
        return text
    }

    private func kindText(_ name: String, _ kind: JSONValue, _ catalog: inout Catalog) throws(Failure) -> String {
        let known = name == "layer" ? [] : Set(try catalog.properties(of: "layer").map(\.key))
        let all = kind["properties"]?.members ?? []
        let isLayer = known.isSubset(of: Set(all.map(\.key))) && !known.isEmpty
        var text = title(name) + " (kind" + (kind["plugin"]?.string.map { " of the plugin \($0)" } ?? "") + ")\n\n"
        if let help = kind["help"]?.string, !help.isEmpty { text += sentence(help) + "\n" }
        text += rows(all.filter { !isLayer || !known.contains($0.key) }.map { ($0.key, summary(of: $0.value)) })
        return isLayer ? text + "\nand the properties of every layer: `scrim help layer`.\n" : text
    }

    private func propertyText(_ word: String, _ catalog: inout Catalog) throws(Failure) -> String? {
        let parts = word.split(separator: ".", maxSplits: 1).map(String.init)
        var kinds = try catalog.kinds()
        var name = word
        if parts.count == 2, kinds.contains(parts[0]) { (kinds, name) = ([parts[0]], parts[1]) }
        var found: [(kinds: [String], value: JSONValue)] = []
        for kind in kinds {
            guard let value = try catalog.properties(of: kind).first(where: { $0.key == name })?.value else { continue }
            if let same = found.firstIndex(where: { $0.value.compact == value.compact }) {
                found[same].kinds.append(kind)
            } else {
                found.append(([kind], value))
            }
        }
        if found.isEmpty { return nil }
        return found.map { kinds, value in
            let names = kinds.contains("layer") ? "every layer" : kinds.joined(separator: ", ")
            return title(name) + " (property of \(names))\n\n  " + summary(of: value) + "\n"
        }.joined(separator: "\n")
    }

    /// Type, default, range and help of a property on one line.
    private func summary(of value: JSONValue) -> String {
        var words = [value["type"]?.string ?? ""]
        if let choices = value["choices"]?.elements, !choices.isEmpty {
            words = [choices.compactMap(\.string).joined(separator: "|")]
        }
        if let unit = value["unit"]?.string { words.append(unit) }
        switch (value["minimum"]?.compact, value["maximum"]?.compact) {
        case (let low?, let high?): words.append("\(low)…\(high)")
        case (let low?, nil): words.append("≥ \(low)")
        case (nil, let high?): words.append("≤ \(high)")
        case (nil, nil): break
        }
        if let initial = value["default"]?.raw, !initial.isEmpty { words.append("default \(initial)") }
        if value["animates"]?.boolean == true { words.append("animates") }
        if value["readOnly"]?.boolean == true { words.append("read only") }
        let help = value["help"]?.string ?? ""
        return words.joined(separator: ", ") + (help.isEmpty ? "" : ": \(help)")
    }
}
