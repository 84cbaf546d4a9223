import Geometry

/// Lines of one client that changed the scene and stand one behind the other in the buffer that they were read into: the journal copies
/// them together.
///
/// The first line of a run is copied at once, so that all others stand in one buffer.
@safe struct LineRun {
    /// The client's session; nil: there is no run.
    private var client: ObjectIdentifier?
    /// Where the lines begin that are not copied yet, behind the LF of the first one.
    private var start: UnsafePointer<UInt8>
    /// Bytes of these lines, with the LF between them and behind the last one.
    private var count = 0
    /// The scene's revision behind the first line, and behind the last one.
    private(set) var first: UInt64 = 0
    private(set) var revision: UInt64 = 0

    init() { unsafe start = ByteView().base }

    /// Begins behind a line that was copied.
    mutating func begin(behind line: ByteView, of client: ClientSession, revision: UInt64) {
        self.client = ObjectIdentifier(client)
        unsafe start = line.base + line.count + 1
        count = 0
        (first, self.revision) = (revision, revision)
    }

    /// Takes a line that stands right behind the last one; false for any other.
    @inline(__always)
    mutating func take(_ line: ByteView, of client: ClientSession, before: UInt64, revision: UInt64) -> Bool {
        guard self.client == ObjectIdentifier(client), before == self.revision, unsafe line.base == start + count,
            unsafe line.base[-1] == UInt8(ascii: "\n")
        else { return false }
        count += line.count + 1
        self.revision = revision
        return true
    }

    /// Ends the run; its lines without the last LF, nil when there are none.
    mutating func end() -> ByteView? {
        client = nil
        guard count > 0 else { return nil }
        defer { count = 0 }
        return unsafe ByteView(unsafeStart: start, count: count - 1)
    }
}
