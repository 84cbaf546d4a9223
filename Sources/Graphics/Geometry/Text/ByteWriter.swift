/// A buffer for text output, as bytes. `removeAll` keeps its storage, so a reused writer does not allocate.
///
/// It owns raw storage instead of an array: most appends are a few bytes, and an array would check for unique ownership
/// at each.
@safe public struct ByteWriter: ~Copyable {
    private var storage: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    public private(set) var count = 0

    public init() {
        capacity = 256
        unsafe storage = .allocate(capacity: capacity)
    }

    deinit { unsafe storage.deallocate() }

    /// Ends the text and gives up its memory, allocated with `allocate`; the caller deallocates it. The first `count`
    /// bytes are text.
    public consuming func take() -> (memory: UnsafeMutableBufferPointer<UInt8>, count: Int) {
        let result = unsafe (UnsafeMutableBufferPointer(start: storage, count: capacity), count)
        discard self
        return unsafe result
    }

    /// The bytes written; valid until the next append.
    public var bytes: ByteView { unsafe ByteView(unsafeStart: storage, count: count) }

    public var string: String { bytes.string }

    /// Removes the text and keeps the storage.
    public mutating func removeAll() { count = 0 }

    @inline(__always)
    public mutating func append(byte: UInt8) {
        if count == capacity { grow(by: 1) }
        unsafe storage[count] = byte
        // Cannot overflow: `count` is below the capacity of an allocation.
        count &+= 1
    }

    /// Appends a literal without creating a String.
    public mutating func append(_ literal: StaticString) { append(ByteView(literal)) }

    public mutating func append(_ view: ByteView) {
        if capacity - count < view.count { grow(by: view.count) }
        unsafe (storage + count).update(from: view.base, count: view.count)
        count += view.count
    }

    /// Labelled, because an untyped literal would be a String instead of a StaticString.
    public mutating func append(text: String) {
        var string = text
        string.withUTF8 { utf8 in unsafe append(ByteView(utf8)) }
    }

    @inline(never)
    private mutating func grow(by more: Int) {
        capacity = max(capacity * 2, count + more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        unsafe larger.update(from: storage, count: count)
        unsafe storage.deallocate()
        unsafe storage = larger
    }

    public mutating func append(_ value: Int) {
        if value < 0 { append(byte: UInt8(ascii: "-")) }
        append(digits: UInt64(value.magnitude))
    }

    /// Appends the shortest decimal that reads back as `value`, in JSON's form: `12`, `0.3`, `1e+16`.
    ///
    /// Whole numbers up to 2^53 have no point, and minus zero is `0`. A number that is not finite is written as `null`,
    /// for JSON has none.
    public mutating func append(_ value: Double) {
        let magnitude = value.magnitude
        guard magnitude <= 0x1p53 else {
            if value.isFinite { append(described: value) } else { append("null") }
            return
        }
        let whole = magnitude.rounded(.towardZero)
        if whole == magnitude {
            if value < 0 { append(byte: UInt8(ascii: "-")) }
            append(digits: UInt64(whole))
            return
        }
        // Decimals of at most 15 digits differ as Doubles, so one of them that reads back is the shortest. The quotient
        // of two exact numbers is correctly rounded, so it equals what parsing the decimal gives.
        if magnitude < 1e9 {
            let scaled = (magnitude * 1e6).rounded()
            if scaled / 1e6 == magnitude {
                if value < 0 { append(byte: UInt8(ascii: "-")) }
                let (units, millionths) = UInt64(scaled).quotientAndRemainder(dividingBy: 1_000_000)
                append(digits: units)
                append(fraction: millionths)
                return
            }
        }
        append(described: value)
    }

    /// Slow path: the standard library's shortest text, without its `.0`.
    private mutating func append(described value: Double) {
        var text = value.description
        text.withUTF8 { utf8 in
            let isWhole = unsafe utf8.count > 2 && utf8[utf8.count - 1] == 0x30 && utf8[utf8.count - 2] == 0x2E
            let cut = isWhole ? 2 : 0
            unsafe append(ByteView(UnsafeBufferPointer(rebasing: utf8.dropLast(cut))))
        }
    }

    private mutating func append(digits value: UInt64) {
        if value < 10 {
            append(byte: 0x30 + UInt8(value))
            return
        }
        var rest = value
        var length = 0
        while rest > 0 {
            rest /= 10
            length += 1
        }
        if capacity - count < length { grow(by: length) }
        rest = value
        var i = count + length
        while rest > 0 {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            i -= 1
            unsafe storage[i] = 0x30 + UInt8(digit)
            rest = quotient
        }
        count += length
    }

    /// Appends `.` and six digits without trailing zeros; `millionths` is 1…999999.
    private mutating func append(fraction millionths: UInt64) {
        append(byte: UInt8(ascii: "."))
        var rest = millionths
        var unit: UInt64 = 100_000
        while rest > 0, unit > 0 {
            let (digit, remainder) = rest.quotientAndRemainder(dividingBy: unit)
            append(byte: 0x30 + UInt8(digit))
            rest = remainder
            unit /= 10
        }
    }
}
