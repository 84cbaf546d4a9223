/// The files that a line reads, so that it can be run again with the same bytes.
package final class LoadRecord {
    /// A file as it was read.
    package struct Read: Equatable {
        package let path: String
        package let text: [UInt8]

        package init(path: String, text: [UInt8]) { (self.path, self.text) = (path, text) }
    }

    /// Bytes of the files of one line, at most.
    package static let mostBytes = 4 << 20

    private var isOn = false
    private var reads: [Read] = []
    private var bytes = 0
    /// Files that the line that is run again had read.
    private var given: [Read] = []

    /// Files that the next line takes.
    package var givenFiles: [Read] { given }

    init() {}

    /// Records the files read from now on.
    package func begin() {
        isOn = true
        (reads, bytes) = ([], 0)
    }

    /// Ends the recording: the files that were read, in order; nil when there were none, or too many bytes.
    package func end() -> [Read]? {
        defer {
            isOn = false
            (reads, bytes) = ([], 0)
        }
        return reads.isEmpty || bytes > Self.mostBytes ? nil : reads
    }

    /// Hands out a file instead of the one on the disk, once, behind those that were given before.
    package func give(_ read: Read) { given.append(read) }

    /// Forgets the files that were given: the line was run.
    package func forgetGiven() { if !given.isEmpty { given = [] } }

    /// The path of the next file that was given.
    var nextPath: String? { given.first?.path }

    /// The text of the next file that was given, when it is this one.
    func next(_ path: String) -> [UInt8]? { given.first?.path == path ? given.removeFirst().text : nil }

    func note(_ path: String, _ text: [UInt8]) {
        guard isOn else { return }
        bytes += text.count
        if bytes <= Self.mostBytes { reads.append(Read(path: path, text: text)) }
    }
}
