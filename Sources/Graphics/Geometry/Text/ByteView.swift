/// An unowned view of bytes: a word of a line, a part of a value.
///
/// A view is valid as long as its source: a word until its splitter advances, the bytes of a call until the call
/// returns, a literal for ever. Do not store it longer. Reads are checked against the bounds.
@safe public struct ByteView {
    /// The first byte; not read when `count` is 0.
    public let base: UnsafePointer<UInt8>
    public let count: Int

    /// A view of `buffer`, which must outlive it.
    @inlinable @inline(__always) public init(_ buffer: UnsafeBufferPointer<UInt8>) {
        if let start = buffer.baseAddress {
            unsafe self.init(unsafeStart: start, count: buffer.count)
        } else {
            self.init()
        }
    }

    @inlinable @inline(__always) public init(unsafeStart: UnsafePointer<UInt8>, count: Int) {
        unsafe base = unsafeStart
        self.count = count
    }

    /// The UTF-8 of a literal.
    @inlinable @inline(__always) public init(_ literal: StaticString) {
        precondition(literal.hasPointerRepresentation)
        unsafe base = literal.utf8Start
        count = literal.utf8CodeUnitCount
    }

    /// No bytes.
    @inlinable @inline(__always) public init() {
        self.init("")
    }

    @inlinable @inline(__always) public var isEmpty: Bool { count == 0 }

    @inlinable @inline(__always) public var buffer: UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(start: base, count: count)
    }

    @inlinable @inline(__always) public subscript(index: Int) -> UInt8 {
        precondition(index >= 0 && index < count)
        return unsafe base[index]
    }

    /// The bytes in `range`, which must lie within the view.
    @inlinable @inline(__always) public subscript(range: Range<Int>) -> ByteView {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return unsafe ByteView(unsafeStart: base + range.lowerBound, count: range.count)
    }

    @inlinable public static func == (view: ByteView, literal: StaticString) -> Bool {
        view == ByteView(literal)
    }

    @inlinable public static func == (a: ByteView, b: ByteView) -> Bool {
        guard a.count == b.count else { return false }
        for i in 0..<a.count where unsafe a.base[i] != b.base[i] { return false }
        return true
    }

    /// True when the view contains `part`.
    public func contains(_ part: StaticString) -> Bool {
        let part = ByteView(part)
        guard part.count <= count else { return false }
        return (0...(count - part.count)).contains { self[$0..<$0 + part.count] == part }
    }

    /// Compares the bytes, ignoring the case of ASCII letters.
    public func equalsIgnoringCase(_ other: ByteView) -> Bool {
        guard count == other.count else { return false }
        for i in 0..<count {
            let (a, b) = unsafe (base[i], other.base[i])
            guard a != b else { continue }
            guard a ^ b == 0x20, ByteReader.isLetter(a) else { return false }
        }
        return true
    }

    /// The bytes as a string; invalid UTF-8 is replaced. Allocates for long text.
    public var string: String { unsafe String(decoding: buffer, as: UTF8.self) }

    /// Calls `body` with the UTF-8 bytes of `string`.
    @discardableResult @inlinable
    public static func with<R, E: Error>(_ string: String, _ body: (ByteView) throws(E) -> R) throws(E) -> R {
        var string = string
        var result: Result<R, E>?
        string.withUTF8 { utf8 in
            do throws(E) { result = .success(try unsafe body(ByteView(utf8))) } catch { result = .failure(error) }
        }
        guard let result else { preconditionFailure("the body runs once") }
        return try result.get()
    }
}
