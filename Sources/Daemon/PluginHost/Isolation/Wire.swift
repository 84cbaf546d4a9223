import Glibc
import ScrimPluginABI

/// Encodes a message between the daemon and a plugin's process: eight-byte words in native byte order, and lists, each
/// as its count and its bytes padded to a multiple of eight. The memory is reused.
@safe
final class WireWriter {
    private var memory: UnsafeMutableRawPointer
    private var capacity = 4096
    /// Number of bytes written; a multiple of eight.
    private(set) var count = 0

    init() { unsafe memory = .allocate(byteCount: 4096, alignment: 16) }

    deinit { unsafe memory.deallocate() }

    var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: memory, count: count) }

    func removeAll() { count = 0 }

    /// Reserves `size` bytes at the end; padding is zero.
    private func grow(_ size: Int) -> UnsafeMutableRawPointer {
        let rounded = (size + 7) & ~7
        if count + rounded > capacity {
            capacity = max(capacity * 2, count + rounded)
            let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
            unsafe larger.copyMemory(from: memory, byteCount: count)
            unsafe memory.deallocate()
            unsafe memory = larger
        }
        let start = unsafe memory + count
        if rounded > size { unsafe (start + (rounded - 8)).storeBytes(of: 0, as: UInt64.self) }
        count += rounded
        return unsafe start
    }

    func word(_ word: UInt64) { unsafe grow(8).storeBytes(of: word, as: UInt64.self) }
    func word(_ word: UInt32) { self.word(UInt64(word)) }
    func word(_ word: Int) { self.word(UInt64(bitPattern: Int64(word))) }
    func number(_ number: Double) { unsafe grow(8).storeBytes(of: number, as: Double.self) }

    /// Appends a value without pointers.
    func plain<T: BitwiseCopyable>(_ value: T) {
        let size = MemoryLayout<T>.size
        unsafe withUnsafeBytes(of: value) {
            unsafe grow(size).copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(memory), byteCount: size)
        }
    }

    /// Appends the number of elements, and their bytes.
    func list<T: BitwiseCopyable>(_ list: UnsafeBufferPointer<T>) {
        word(list.count)
        let size = list.count * MemoryLayout<T>.stride
        guard size > 0, let base = list.baseAddress else { return }
        unsafe grow(size).copyMemory(from: base, byteCount: size)
    }

    func list<T: BitwiseCopyable>(_ list: [T]) { unsafe list.withUnsafeBufferPointer { unsafe self.list($0) } }

    /// Appends bytes without a count or, unless `isLast`, padding.
    func raw(_ start: UnsafeRawPointer, _ size: Int, isLast: Bool) {
        let before = count
        unsafe grow(size + 8).copyMemory(from: start, byteCount: size)
        count = before + size
        if isLast { count = (count + 7) & ~7 }
    }

    func text(_ text: String) {
        var text = text
        text.withUTF8 { unsafe list($0) }
    }

    /// Reserves words to be written later; returns the offset of the first.
    func reserve(words: Int) -> Int {
        let at = count
        unsafe memset(grow(words * 8), 0, words * 8)
        return at
    }

    func set(_ word: Int, at offset: Int) {
        precondition(offset >= 0 && offset + 8 <= count, "a word that was reserved")
        unsafe (memory + offset).storeBytes(of: UInt64(bitPattern: Int64(word)), as: UInt64.self)
    }

    /// Appends another message.
    func append(_ other: WireWriter) {
        guard other.count > 0 else { return }
        unsafe grow(other.count).copyMemory(from: other.memory, byteCount: other.count)
    }
}

/// Decodes a message. Missing values read as zero or empty, and set `isBroken`.
@safe
struct WireReader {
    private let bytes: UnsafeRawBufferPointer
    private(set) var at = 0
    private(set) var isBroken = false

    /// `bytes` must be aligned to eight bytes and outlive the reader.
    init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = unsafe bytes }

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

    private mutating func take(_ size: Int) -> UnsafeRawPointer? {
        guard !isBroken, size >= 0, unsafe bytes.count - at >= size, let base = unsafe bytes.baseAddress else {
            isBroken = true
            return nil
        }
        let start = unsafe base + at
        at += (size + 7) & ~7
        return unsafe start
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

    /// Reads a value without pointers, of the size of `zero`.
    mutating func plain<T: BitwiseCopyable>(_ zero: T) -> T {
        unsafe take(MemoryLayout<T>.size)?.loadUnaligned(as: T.self) ?? zero
    }

    /// A list in the message's own memory.
    mutating func list<T: BitwiseCopyable>(_ type: T.Type) -> UnsafeBufferPointer<T> {
        let count = self.count()
        guard count > 0 else { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
        let (size, isTooLarge) = count.multipliedReportingOverflow(by: MemoryLayout<T>.stride)
        guard !isTooLarge, let start = unsafe take(size) else {
            isBroken = true
            return unsafe UnsafeBufferPointer(start: nil, count: 0)
        }
        return unsafe UnsafeBufferPointer(start: start.assumingMemoryBound(to: T.self), count: count)
    }

    mutating func text() -> String {
        unsafe String(decoding: list(UInt8.self), as: UTF8.self)
    }

    /// A text in the message's own memory.
    mutating func lentText() -> scrim_string {
        let list = unsafe self.list(CChar.self)
        return unsafe scrim_string(bytes: list.baseAddress, length: UInt64(list.count))
    }
}
