/// The files that a line reads, so that it can be run again with the same bytes.
package final class LoadRecord {
    /// A file that was read.
    package struct Read: Equatable {
        package let path: String
        package let text: [UInt8]

        package init(path: String, text: [UInt8]) { (self.path, self.text) = (path, text) }
    }

    /// Maximum bytes of all files of one line.
    package static let mostBytes = 4 << 20

    private var isOn = false
    private var reads: [Read] = []
    private var bytes = 0
    /// Files for the line that is run again.
    private var given: [Read] = []

    /// Files that the next line uses.
    package var givenFiles: [Read] { given }

    init() {}

    /// Starts recording.
    package func begin() {
        isOn = true
        (reads, bytes) = ([], 0)
    }

    /// Stops recording. Returns the files in order; nil when there were none or too many bytes.
    package func end() -> [Read]? {
        defer {
            isOn = false
            (reads, bytes) = ([], 0)
        }
        return reads.isEmpty || bytes > Self.mostBytes ? nil : reads
    }

    /// Adds a file that is used once instead of the one on disk, after those added before.
    package func give(_ read: Read) { given.append(read) }

    /// Forgets unused files after the line was run.
    package func forgetGiven() { if !given.isEmpty { given = [] } }

    /// The path of the next added file.
    var nextPath: String? { given.first?.path }

    /// The text of the next added file when it has this path.
    func next(_ path: String) -> [UInt8]? { given.first?.path == path ? given.removeFirst().text : nil }

    func note(_ path: String, _ text: [UInt8]) {
        guard isOn else { return }
        bytes += text.count
        if bytes <= Self.mostBytes { reads.append(Read(path: path, text: text)) }
    }
}
