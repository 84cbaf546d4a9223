import Glibc
import ScrimPluginABI

/// Encodes a message between the daemon and a plugin's process: structs as they lie in memory, in multiples of eight
/// bytes. The memory is reused.
@safe
final class WireWriter {
    private var memory: UnsafeMutableRawPointer
    private var capacity = 4096
    /// Number of bytes written; a multiple of eight.
    private(set) var count = 0
    var propertySize: UInt32 = 0

    init() { unsafe memory = .allocate(byteCount: 4096, alignment: 16) }

    deinit { unsafe memory.deallocate() }

    var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: memory, count: count) }

    func removeAll() { count = 0 }

    /// Appends `size` bytes; padding is zero.
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

    /// Appends the number of elements, and their bytes.
    func list<T: BitwiseCopyable>(_ list: [T]) { unsafe list.withUnsafeBufferPointer { unsafe self.list($0) } }

    func list<T: BitwiseCopyable>(_ list: UnsafeBufferPointer<T>) {
        word(list.count)
        var start = list.baseAddress
        unsafe block(&start, count: list.count)
    }

    /// Appends bytes without a count or, unless `isLast`, padding.
    func raw(_ start: UnsafeRawPointer, _ size: Int, isLast: Bool) {
        let before = count
        unsafe grow(size + 8).copyMemory(from: start, byteCount: size)
        count = before + size
        if isLast { count = (count + 7) & ~7 }
    }

    /// Appends a text, as a `scrim_string`.
    func text(_ text: String) { unsafe text.withWireString { unsafe value($0) } }

    /// Appends zeros to be replaced later; returns their offset.
    func reserve(bytes: Int) -> Int {
        let at = count
        unsafe memset(grow(bytes), 0, bytes)
        return at
    }

    func reserve(words: Int) -> Int { reserve(bytes: words * 8) }

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

extension WireWriter: WireCoder {
    /// Stands for a pointer that is not null.
    private static let mark = 1

    /// Appends a struct and what it points to.
    func value<T: WireStruct>(_ value: T) { put(value, at: reserve(bytes: MemoryLayout<T>.size)) }

    private func put<T: WireStruct>(_ value: T, at offset: Int) {
        var (value, coder) = (value, self)
        value.pointers(&coder)
        unsafe withUnsafeBytes(of: value) {
            guard let base = $0.baseAddress else { return }
            unsafe (memory + offset).copyMemory(from: base, byteCount: $0.count)
        }
    }

    func block<T: BitwiseCopyable>(_ start: inout UnsafePointer<T>?, count: Int) {
        guard let list = unsafe start, count > 0 else {
            unsafe start = nil
            return
        }
        let size = count * MemoryLayout<T>.stride
        unsafe grow(size).copyMemory(from: list, byteCount: size)
        unsafe start = UnsafePointer(bitPattern: Self.mark)
    }

    func structs<T: WireStruct>(_ start: inout UnsafePointer<T>?, count: Int, size: Int) {
        guard let list = unsafe UnsafeRawPointer(start), count > 0 else {
            unsafe start = nil
            return
        }
        let stride = MemoryLayout<T>.stride
        let first = reserve(bytes: count * stride)
        for number in 0..<count {
            let offset = first + number * stride
            unsafe (memory + offset).copyMemory(from: list + number * size, byteCount: min(size, stride))
            unsafe put((memory + offset).load(as: T.self), at: offset)
        }
        unsafe start = UnsafePointer(bitPattern: Self.mark)
    }

    func references<T: WireStruct>(_ start: inout UnsafePointer<UnsafePointer<T>?>?, count: Int) {
        guard let list = unsafe start, count > 0 else {
            unsafe start = nil
            return
        }
        let marks = reserve(words: count)
        for number in 0..<count {
            guard let pointer = unsafe list[number] else { continue }
            set(Self.mark, at: marks + 8 * number)
            unsafe value(pointer.pointee)
        }
        unsafe start = UnsafePointer(bitPattern: Self.mark)
    }

    func text(_ text: inout scrim_string) -> String? {
        let words = try? unsafe readText(text, "")
        var coder = self
        unsafe text.pointers(&coder)
        return words
    }

    func table<T>(_ table: inout UnsafeRawPointer?, proxy: (T) -> T) {
        guard let from = unsafe table else { return }
        let size = unsafe min(Int(from.load(as: UInt32.self)), MemoryLayout<T>.size)
        let start = reserve(bytes: MemoryLayout<T>.size)
        // Its size and flags, then functions.
        unsafe (memory + start).copyMemory(from: from, byteCount: 8)
        for offset in stride(from: 8, to: size, by: 8) {
            if unsafe from.load(fromByteOffset: offset, as: UInt.self) != 0 { set(Self.mark, at: start + offset) }
        }
        unsafe table = UnsafeRawPointer(bitPattern: Self.mark)
    }

    func omit<T>(_ pointer: inout T) {
        unsafe withUnsafeMutableBytes(of: &pointer) { for index in $0.indices { unsafe $0[index] = 0 } }
    }
}

/// Messages of one kind.
final class WireList {
    let wire = WireWriter()
    private(set) var count = 0

    func append<T: WireStruct>(_ value: T) {
        wire.value(value)
        count += 1
    }

    func removeAll() {
        wire.removeAll()
        count = 0
    }
}

extension WireWriter {
    /// Appends the number of messages, and these.
    func append(_ list: WireList) {
        word(list.count)
        append(list.wire)
    }
}

extension String {
    /// The text in the representation of the contract, valid during the call.
    func withWireString<Result>(_ body: (scrim_string) -> Result) -> Result {
        var text = self
        return text.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) {
                unsafe body(scrim_string(bytes: $0.baseAddress, length: UInt64($0.count)))
            }
        }
    }
}
