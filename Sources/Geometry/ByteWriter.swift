/// Text being written, as bytes. Its storage is kept by `removeAll`, so that a warm writer allocates nothing.
package struct ByteWriter {
    package var bytes: [UInt8] = []

    package init() {}

    package var string: String { String(decoding: bytes, as: UTF8.self) }

    /// Forgets the text and keeps the storage.
    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    @inlinable package mutating func append(byte: UInt8) { bytes.append(byte) }

    @inlinable package mutating func append(_ literal: StaticString) { append(ByteView(literal)) }

    @inlinable package mutating func append(_ view: ByteView) { unsafe bytes.append(contentsOf: view.buffer) }

    package mutating func append(_ string: String) { bytes.append(contentsOf: string.utf8) }

    package mutating func append(_ value: Int) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        append(digits: UInt64(value.magnitude))
    }

    /// The shortest decimal that reads back as `value`, as JSON has numbers: `12`, `0.3`, `1e+16`.
    ///
    /// Whole numbers up to 2^53 have no point, and minus zero is `0`. What is not finite is `null`: JSON has none,
    /// and no value of a client's is so.
    package mutating func append(_ value: Double) {
        let magnitude = value.magnitude
        guard magnitude <= 0x1p53 else {
            if value.isFinite { append(described: value) } else { append("null") }
            return
        }
        let whole = magnitude.rounded(.towardZero)
        if whole == magnitude {
            if value < 0 { bytes.append(UInt8(ascii: "-")) }
            append(digits: UInt64(whole))
            return
        }
        // Decimals of at most 15 digits differ as Doubles, so one of them that reads back is the shortest. The
        // quotient of two exact numbers is correctly rounded, hence it is what reading the decimal gives.
        if magnitude < 1e9 {
            let scaled = (magnitude * 1e6).rounded()
            if scaled / 1e6 == magnitude {
                if value < 0 { bytes.append(UInt8(ascii: "-")) }
                let (units, millionths) = UInt64(scaled).quotientAndRemainder(dividingBy: 1_000_000)
                append(digits: units)
                append(fraction: millionths)
                return
            }
        }
        append(described: value)
    }

    /// The slow way: the standard library's shortest text, without its `.0`.
    private mutating func append(described value: Double) {
        var text = value.description
        text.withUTF8 { utf8 in
            let isWhole = unsafe utf8.count > 2 && utf8[utf8.count - 1] == 0x30 && utf8[utf8.count - 2] == 0x2E
            let cut = isWhole ? 2 : 0
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8.dropLast(cut)))
        }
    }

    private mutating func append(digits value: UInt64) {
        if value < 10 {
            bytes.append(0x30 + UInt8(value))
            return
        }
        var rest = value
        var count = 0
        while rest > 0 {
            rest /= 10
            count += 1
        }
        let end = bytes.count + count
        for _ in 0..<count { bytes.append(0x30) }
        rest = value
        var i = end - 1
        while rest > 0 {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            bytes[i] = 0x30 + UInt8(digit)
            rest = quotient
            i -= 1
        }
    }

    /// `.` and six digits without the zeros at the end; `millionths` is 1…999999.
    private mutating func append(fraction millionths: UInt64) {
        bytes.append(UInt8(ascii: "."))
        var rest = millionths
        var unit: UInt64 = 100_000
        while rest > 0, unit > 0 {
            let (digit, remainder) = rest.quotientAndRemainder(dividingBy: unit)
            bytes.append(0x30 + UInt8(digit))
            rest = remainder
            unit /= 10
        }
    }
}
