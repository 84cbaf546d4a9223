/// Finds styles, variables, components and data that a file does not use.
struct UnusedNames {
    private let lines: [CheckedLine]
    private let file: String

    init(_ lines: [CheckedLine], file: String) {
        self.lines = lines
        self.file = file
    }

    var findings: [CheckFinding] {
        var found: [CheckFinding] = []
        // Files loaded with `use` have their own lines.
        let isWhole = !lines.contains { $0.verb == "use" || $0.verb == "load" }
        for line in lines {
            guard let id = line.positional(1) else { continue }
            switch (line.verb, line.positional(2)) {
            case ("create", "style"), ("put", "style"):
                if line.value(of: "of") == nil, !isMentioned(id) {
                    found.append(note(line, id, "no layer has the style"))
                }
            case ("define", _): if !isMentioned(id) { found.append(note(line, id, "nothing is made of the component")) }
            case ("create", "data"), ("put", "data"):
                if isWhole, !isMentioned(id) { found.append(note(line, id, "nothing reads the data")) }
            case ("create", "theme"), ("put", "theme"):
                for word in line.words where isWhole && !word.key.isEmpty && !word.key.contains(".") {
                    let name = "$" + word.key
                    guard word.key != "of", word.key != "appearance", !isVariable(name) else { continue }
                    found.append(note(line, id, "nothing uses its variable \(word.key)"))
                }
            default: break
            }
        }
        return found
    }

    private func note(_ line: CheckedLine, _ id: String, _ message: String) -> CheckFinding {
        CheckFinding(.note, "unused", in: file, line: line.number, object: id, message)
    }

    /// True when a line about something else contains the name.
    private func isMentioned(_ name: String) -> Bool {
        lines.contains { line in
            if line.positional(1) == name, ["create", "put", "define", "set"].contains(line.verb) { return false }
            return line.text.contains(name: name)
        }
    }

    private func isVariable(_ name: String) -> Bool { lines.contains { $0.text.contains(name: name) } }
}
