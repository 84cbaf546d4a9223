import Glibc
import Storage

/// Packs for a daemon that runs already, which has files and fonts of its own: unpacked for good in the cache, with the paths of their files
/// in the lines.
enum KeptPack {
    /// The file of a pack's lines; of other files their own path.
    static func lines(of path: String) throws(Failure) -> String {
        guard Pack.isPack(path) else { return path }
        var digest = SHA256()
        try SharedFile.read(path) { digest.update($0) }
        let cache = Environment.value("XDG_CACHE_HOME") ?? (Environment.value("HOME") ?? "/tmp") + "/.cache"
        let folder = try FileName.absolute("\(cache)/scrim/packs/\(digest.hexadecimal().prefix(32))")
        let lines = "\(folder)/lines.scrim"
        if unsafe access(lines, R_OK) == 0 { return lines }
        for parent in [cache, "\(cache)/scrim", "\(cache)/scrim/packs"] { _ = unsafe mkdir(parent, 0o700) }
        let partial = "\(folder).\(getpid())"
        guard unsafe mkdir(partial, 0o700) == 0 else { throw .failed("cannot unpack \(path): \(SystemError.text())") }
        defer { TemporaryDirectory.remove(partial) }
        let manifest = try Pack.unpack(path, into: partial)
        var text: [UInt8] = []
        try SharedFile.read("\(partial)/scene.scrim") { text += $0 }
        let paths = manifest.files.map(\.path)
        let file = unsafe open("\(partial)/lines.scrim", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .failed("cannot unpack \(path): \(SystemError.text())") }
        defer { close(file) }
        try Console.write(
            located(paths, in: String(decoding: text, as: UTF8.self)) {
                "\(folder)/named/\(PackManifest.name(of: $0))"
            }.utf8, to: file)
        // Another process may have been quicker.
        guard unsafe rename(partial, folder) == 0 || access(lines, R_OK) == 0 else {
            throw .failed("cannot unpack \(path): \(SystemError.text())")
        }
        return lines
    }

    /// The text with other paths where these are values: whole ones, elements of lists, `file:PATH`, texts in expressions, also in the
    /// lines of reactions and timers. What a text shows stays.
    static func located(_ paths: [String], in text: String, _ location: (String) -> String) -> String {
        let known = Dictionary(uniqueKeysWithValues: paths.map { ($0, location($0)) })
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return lines.map { line in
            // Words are only looked at where a path stands.
            known.keys.contains { line.range(of: $0) != nil } ? located(known, in: line) : line
        }.joined(separator: "\n")
    }

    /// Properties whose values are texts to be read.
    private static let shown: Set = ["string", "markup"]

    private static func located(_ known: [String: String], in line: String) -> String {
        let bytes = Array(line.utf8)
        var out: [UInt8] = []
        var at = 0
        for word in CheckedLine(line, number: 0).words where !shown.contains(word.key) {
            var value = word.value
            if word.isExpression {
                for (path, other) in known { value = value.replacing("\"\(path)\"", by: "\"\(other)\"") }
            } else if word.key.isEmpty, value.contains(" ") {
                value = located(known, in: value)
            } else {
                value = located(known, value: value)
            }
            guard value != word.value else { continue }
            let text =
                word.isExpression
                ? "\(word.key):=\(value)"
                : WordQuoting.word(word.key.isEmpty ? value : "\(word.key)=\(value)", isFirst: false)
            out += bytes[at..<word.range.lowerBound] + text.utf8
            at = word.range.upperBound
        }
        return String(decoding: out + bytes[at...], as: UTF8.self)
    }

    private static func located(_ known: [String: String], value: String) -> String {
        // Of the last word before the next line of a reaction.
        if value.hasSuffix(";") { return located(known, value: String(value.dropLast())) + ";" }
        if let whole = known[value] { return whole }
        return value.split(separator: ",", omittingEmptySubsequences: false).map { part in
            let mark = part.hasPrefix("file:") ? "file:" : ""
            return mark + (known[String(part.dropFirst(mark.utf8.count))] ?? String(part.dropFirst(mark.utf8.count)))
        }.joined(separator: ",")
    }
}

extension String {
    fileprivate func replacing(_ old: String, by new: String) -> String {
        var (rest, out) = (self, "")
        while let found = rest.range(of: old) {
            out += rest[..<found.lowerBound] + new
            rest = String(rest[found.upperBound...])
        }
        return out + rest
    }
}

/// `unpack PACK DIR`, for `scrimd`: a pack's files in an empty folder.
enum UnpackCommand {
    static let name = "__unpack"

    static func perform(_ words: [String]) throws(Failure) {
        guard words.count == 2 else { throw .usage("\(name) takes a pack and a folder") }
        _ = try Pack.unpack(words[0], into: words[1])
    }
}
