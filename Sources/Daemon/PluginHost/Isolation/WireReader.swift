import ScrimPluginABI

/// Decodes a message in its own memory: structs are not copied, their pointers are made to point into the message.
/// Missing values read as zero or empty, and set `isBroken`.
@safe
struct WireReader {
    private let bytes: UnsafeMutableRawBufferPointer
    private(set) var at = 0
    private(set) var isBroken = false
    private var depth = 0
    var propertySize: UInt32 = 0

    /// Maximum depth of lists of structs in structs: kinds, properties, operations, parameters, choices.
    private static let deepest = 6

    /// `bytes` must be aligned to eight bytes and outlive the reader.
    init(_ bytes: UnsafeMutableRawBufferPointer) { unsafe self.bytes = unsafe bytes }

    /// A reader at another offset of the same message.
    func moved(to offset: Int) -> WireReader {
        var other = self
        if unsafe (0...bytes.count).contains(offset), offset % 8 == 0 {
            other.at = offset
        } else {
            other.isBroken = true
        }
        return other
    }

    private mutating func take(_ size: Int) -> UnsafeMutableRawPointer? {
        guard !isBroken, size >= 0, unsafe bytes.count - at >= size, let base = unsafe bytes.baseAddress else {
            isBroken = true
            return nil
        }
        let start = unsafe base + at
        // The padding of a message's last value may be missing.
        at = unsafe min(bytes.count, at + (size + 7) & ~7)
        return unsafe start
    }

    /// Takes `count` values.
    private mutating func take<T>(_ count: Int, of type: T.Type) -> UnsafeMutablePointer<T>? {
        let (size, isTooLarge) = count.multipliedReportingOverflow(by: MemoryLayout<T>.stride)
        guard !isTooLarge, let start = unsafe take(size) else {
            isBroken = true
            return nil
        }
        return unsafe start.assumingMemoryBound(to: T.self)
    }

    mutating func word() -> UInt64 { unsafe take(8)?.load(as: UInt64.self) ?? 0 }

    mutating func word32() -> UInt32 {
        let word = self.word()
        if word > UInt64(UInt32.max) { isBroken = true }
        return UInt32(truncatingIfNeeded: word)
    }

    /// Reads a count or an offset.
    mutating func count() -> Int {
        guard let count = Int(exactly: word()) else {
            isBroken = true
            return 0
        }
        return count
    }

    /// Reads a count of values that take at least a word each.
    mutating func count(upTo most: Int) -> Int {
        let count = self.count()
        guard count <= most, unsafe (bytes.count - at) / 8 >= count else {
            isBroken = true
            return 0
        }
        return count
    }

    mutating func number() -> Double { unsafe take(8)?.load(as: Double.self) ?? 0 }

    /// Reads a list of plain values.
    mutating func list<T: BitwiseCopyable>(_ type: T.Type) -> UnsafeBufferPointer<T> {
        let count = self.count()
        guard count > 0, let start = unsafe take(count, of: type) else {
            return unsafe UnsafeBufferPointer(start: nil, count: 0)
        }
        return unsafe UnsafeBufferPointer(start: start, count: count)
    }

    /// Reads a text.
    mutating func text() -> scrim_string { unsafe value(scrim_string.self)?.pointee ?? scrim_string() }

    /// Reads up to `most` messages of one kind.
    mutating func forEach<T: WireStruct>(_ type: T.Type, upTo most: Int, _ body: (UnsafeMutablePointer<T>) -> Void) {
        for _ in 0..<count(upTo: most) {
            guard let value = unsafe value(type) else { return }
            unsafe body(value)
        }
    }
}

extension WireReader: WireCoder {
    /// Reads a struct with what it points to; nil for a malformed message. It may be read again.
    mutating func value<T: WireStruct>(_ type: T.Type) -> UnsafeMutablePointer<T>? {
        guard let start = unsafe take(MemoryLayout<T>.size) else { return nil }
        let value = unsafe start.assumingMemoryBound(to: T.self)
        unsafe value.pointee.pointers(&self)
        return unsafe isBroken ? nil : value
    }

    mutating func block<T: BitwiseCopyable>(_ start: inout UnsafePointer<T>?, count: Int) {
        guard unsafe start != nil else { return }
        unsafe start = unsafe UnsafePointer(take(count, of: T.self))
    }

    mutating func structs<T: WireStruct>(_ start: inout UnsafePointer<T>?, count: Int, size: Int) {
        guard unsafe start != nil else { return }
        unsafe start = nil
        guard depth < Self.deepest, let list = unsafe take(count, of: T.self) else {
            isBroken = true
            return
        }
        depth += 1
        for number in 0..<count where !isBroken { unsafe list[number].pointers(&self) }
        depth -= 1
        if !isBroken { unsafe start = UnsafePointer(list) }
    }

    mutating func references<T: WireStruct>(_ start: inout UnsafePointer<UnsafePointer<T>?>?, count: Int) {
        guard unsafe start != nil else { return }
        unsafe start = nil
        guard depth < Self.deepest, let list = unsafe take(count, of: UnsafePointer<T>?.self) else {
            isBroken = true
            return
        }
        depth += 1
        for number in 0..<count where !isBroken {
            if unsafe list[number] != nil { unsafe list[number] = unsafe UnsafePointer(value(T.self)) }
        }
        depth -= 1
        if !isBroken { unsafe start = UnsafePointer(list) }
    }

    mutating func text(_ text: inout scrim_string) -> String? {
        unsafe text.pointers(&self)
        return try? unsafe readText(text, "")
    }

    mutating func table<T>(_ table: inout UnsafeRawPointer?, proxy: (T) -> T) {
        guard unsafe table != nil else { return }
        let known = unsafe take(1, of: T.self)
        if let known = unsafe known { unsafe known.pointee = proxy(known.pointee) }
        unsafe table = UnsafeRawPointer(known)
    }

    mutating func omit<T>(_ pointer: inout T) {
        unsafe withUnsafeMutableBytes(of: &pointer) { for index in $0.indices { unsafe $0[index] = 0 } }
    }
}
