import Geometry

/// Consecutive lines of one client in a read buffer that changed the scene: the journal copies them together.
///
/// The first line of a run is copied immediately, so that all others are in one buffer.
@safe struct LineRun {
    /// The client's session; nil: no run.
    private var client: ObjectIdentifier?
    /// Start of the lines that are not copied yet, after the LF of the first line.
    private var start: UnsafePointer<UInt8>
    /// Bytes of these lines, including the LF between them and after the last one.
    private var count = 0
    /// The scene's revisions after the first and after the last line.
    private(set) var first: UInt64 = 0
    private(set) var revision: UInt64 = 0

    init() { unsafe start = ByteView().base }

    /// Begins after a line that was copied.
    mutating func begin(behind line: ByteView, of client: ClientSession, revision: UInt64) {
        self.client = ObjectIdentifier(client)
        unsafe start = line.base + line.count + 1
        count = 0
        (first, self.revision) = (revision, revision)
    }

    /// Appends a line that directly follows the last one; false for any other.
    @inline(__always)
    mutating func take(_ line: ByteView, of client: ClientSession, before: UInt64, revision: UInt64) -> Bool {
        guard self.client == ObjectIdentifier(client), before == self.revision, unsafe line.base == start + count,
            unsafe line.base[-1] == UInt8(ascii: "\n")
        else { return false }
        count += line.count + 1
        self.revision = revision
        return true
    }

    /// Ends the run. Returns its lines without the last LF; nil when there are none.
    mutating func end() -> ByteView? {
        client = nil
        guard count > 0 else { return nil }
        defer { count = 0 }
        return unsafe ByteView(unsafeStart: start, count: count - 1)
    }
}
