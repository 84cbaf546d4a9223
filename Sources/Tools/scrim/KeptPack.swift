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
            located(paths, in: text) { "\(folder)/named/\(PackManifest.name(of: $0))" }, to: file)
        // Another process may have been quicker.
        guard unsafe rename(partial, folder) == 0 || access(lines, R_OK) == 0 else {
            throw .failed("cannot unpack \(path): \(SystemError.text())")
        }
        return lines
    }

    /// The text with other paths where these stand as words or parts of words.
    static func located(_ paths: [String], in text: [UInt8], _ location: (String) -> String) -> [UInt8] {
        let known = paths.sorted { $0.utf8.count > $1.utf8.count }.map { (Array($0.utf8), Array(location($0).utf8)) }
        let borders = Set(" \t\r\n\"'=:,;()".utf8)
        var out: [UInt8] = []
        var at = 0
        while at < text.count {
            let begins = at == 0 || borders.contains(text[at - 1])
            if begins,
                let (path, other) = known.first(where: { path, _ in
                    let end = at + path.count
                    return text[at...].starts(with: path) && (end == text.count || borders.contains(text[end]))
                })
            {
                out += other
                at += path.count
            } else {
                out.append(text[at])
                at += 1
            }
        }
        return out
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
