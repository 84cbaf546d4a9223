import Glibc

/// Finds styles, variables, components, data, pictures and used files that a file does not need.
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
            case ("create", "image"), ("put", "image"), ("create", "video"), ("put", "video"):
                if isWhole, !isMentioned(id) { found.append(note(line, id, "nothing shows the file")) }
            case ("use", _):
                if let names = Self.names(in: id, beside: file), !names.contains(where: isUsed) {
                    found.append(note(line, id, "nothing of the file is used"))
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

    /// Names of what a file of definitions has; nil when it has objects, uses files itself, or cannot be read here.
    private static func names(in path: String, beside file: String) -> Set<String>? {
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
        guard let found = [path, folder + path].first(where: Self.isReadable) else { return nil }
        var bytes: [UInt8] = []
        guard (try? SharedFile.read(found, { bytes += $0 })) != nil else { return nil }
        var names: Set<String> = []
        var isInside = false
        for text in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let line = CheckedLine(String(text), number: 0)
            switch (line.verb, line.positional(1), line.positional(2)) {
            case ("end", _, _): isInside = false
            case _ where isInside || line.verb.isEmpty || line.verb.hasPrefix("#"): continue
            case ("define", let name?, _):
                isInside = true
                names.insert(name)
            case ("create", let name?, "style"), ("put", let name?, "style"), ("create", let name?, "data"):
                // Styles that apply by themselves are used.
                if line.value(of: "of") != nil { return nil }
                names.insert(name)
            case ("create", _, "theme"), ("put", _, "theme"):
                for word in line.words where !word.key.isEmpty { names.insert("$" + word.key) }
            default: return nil
            }
        }
        return names.isEmpty ? nil : names
    }

    private static func isReadable(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }

    private func isUsed(_ name: String) -> Bool { lines.contains { $0.verb != "use" && $0.text.contains(name: name) } }

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
