import Scene

/// The files that are being loaded, each by a line of the one before: they may not go round in circles, nor become more and more.
struct Loading {
    /// Files that are open inside each other.
    static let mostFiles = 16
    /// Bytes of one `load` with all that its files load.
    static let mostBytes = 256 << 20

    /// Reads and writes the files that `load` and `save` name.
    let files: any SceneFiles
    let record = LoadRecord()
    /// The file that the next line takes.
    var ahead: ReadFile?
    private var paths: [String] = []
    private var bytes = 0

    init(_ files: any SceneFiles) { self.files = files }

    /// Reads a file, which `leave` ends. Throws `cycle`, `limit`, and the errors of files.
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

    /// The same for `use`, which also finds files beside the one that is being read, and those that came with the daemon.
    mutating func readUsed(_ path: String) throws(SceneError) -> [UInt8] {
        if let path = record.nextPath { return try read(path) }
        let folder = paths.last.flatMap { path in path.lastIndex(of: "/").map { String(path[...$0]) } }
        return try read(files.locate(path, beside: folder))
    }

    /// The lines of the file that was read last, when they were read ahead; once.
    mutating func takeAhead(_ path: String) -> FileLines? {
        guard let file = ahead, file.path == path else { return nil }
        ahead = nil
        return file.lines
    }

    /// True while the file was named by a line of no other.
    var isOutermost: Bool { paths.count == 1 }

    mutating func leave() {
        paths.removeLast()
        if paths.isEmpty { bytes = 0 }
    }
}
