import Schema

/// The files being loaded, each by a line of the previous one. Prevents cycles and unlimited nesting.
struct Loading {
    /// Maximum nesting depth of files.
    static let mostFiles = 16
    /// Maximum bytes of one `load` with all nested files.
    static let mostBytes = 256 << 20

    /// Reads and writes the files that `load` and `save` name.
    let files: any SceneFiles
    let record = LoadRecord()
    /// The file that the next line uses.
    var ahead: ReadFile?
    private var paths: [String] = []
    private var bytes = 0

    init(_ files: any SceneFiles) { self.files = files }

    /// Reads a file; `leave` ends it. Throws `cycle`, `limit`, and file errors.
    mutating func read(_ path: String) throws(SceneError) -> [UInt8] {
        if paths.contains(path) { throw SceneError(.cycle, "\(path) loads itself") }
        guard paths.count < Self.mostFiles else {
            throw SceneError(.limit, "\(path): more than \(Self.mostFiles) files load each other")
        }
        let text: [UInt8]
        if let given = record.next(path) {
            text = given
        } else if let ahead, ahead.path == path {
            text = ahead.text
        } else {
            text = try files.read(path)
        }
        record.note(path, text)
        guard bytes + text.count <= Self.mostBytes else {
            throw SceneError(.limit, "\(path): more than \(Self.mostBytes) bytes are loaded by one line")
        }
        bytes += text.count
        paths.append(path)
        return text
    }

    /// Like `read`, for `use`: also finds files next to the current file, and those installed with the daemon.
    mutating func readUsed(_ path: String) throws(SceneError) -> [UInt8] {
        if let path = record.nextPath { return try read(path) }
        let folder = paths.last.flatMap { path in path.lastIndex(of: "/").map { String(path[...$0]) } }
        return try read(files.locate(path, beside: folder))
    }

    /// The lines of the last file when they were parsed ahead. Works once.
    mutating func takeAhead(_ path: String) -> FileLines? {
        guard let file = ahead, file.path == path else { return nil }
        ahead = nil
        return file.lines
    }

    /// True while the file was not loaded by another file.
    var isOutermost: Bool { paths.count == 1 }

    mutating func leave() {
        paths.removeLast()
        if paths.isEmpty { bytes = 0 }
    }
}
