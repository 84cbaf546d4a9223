public import Geometry
public import Schema

/// The only namespace: maps names to slots of the scene and back.
///
/// Names are concatenated in one buffer; each costs its bytes plus twelve. The dictionary uses open addressing over
/// slots. Both are compacted when more than half is unused.
public struct NameTable: ~Copyable {
    private struct Entry {
        var offset: UInt32 = 0
        var hash: UInt32 = 0
        /// 0: no name.
        var count: UInt8 = 0
    }

    private static let free: Slot = -1
    private static let removed: Slot = -2

    private var bytes: [UInt8] = []
    private var wasted = 0
    private var entries: [Entry] = []
    private var slots: [Slot] = Array(repeating: NameTable.free, count: 64)
    /// Number of slots that are not free: names and removed ones.
    private var filled = 0
    public private(set) var count = 0

    public init() {}

    /// Size of the table in bytes.
    public var memory: Int { bytes.capacity + entries.capacity * 12 + slots.capacity * 4 }

    /// True when `name` is a valid id: `[A-Za-z_][A-Za-z0-9_.:-]{0,127}`.
    public static func isValid(_ name: ByteView) -> Bool {
        guard name.count >= 1, name.count <= 128 else { return false }
        for i in 0..<name.count {
            switch name[i] {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
                continue
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "-"):
                if i == 0 { return false }
            default: return false
            }
        }
        return true
    }

    /// True for the id of a part in a component's lines: a dot, and the rest of a valid id.
    public static func isPartName(_ name: ByteView) -> Bool {
        guard name.count > 1, name.count <= 128, name[0] == UInt8(ascii: ".") else { return false }
        for i in 1..<name.count {
            let byte = name[i]
            let isKnown =
                ByteReader.isLetter(byte) || ByteReader.isDigit(byte) || byte == UInt8(ascii: "_")
                || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-")
            if !isKnown { return false }
        }
        return true
    }

    /// The slot of the object with this name.
    public func find(_ name: ByteView) -> Slot? {
        let hash = byteHash(name)
        // Spans avoid reference counting.
        let (slots, entries, bytes) = (slots.span, entries.span, bytes.span)
        let mask = slots.count - 1
        var at = Int(hash) & mask
        while true {
            let slot = slots[at]
            if slot == Self.free { return nil }
            if slot >= 0 {
                let entry = entries[Int(slot)]
                if entry.hash == hash, Int(entry.count) == name.count {
                    let start = Int(entry.offset)
                    var i = 0
                    while i < name.count, bytes[start + i] == name[i] { i += 1 }
                    if i == name.count { return slot }
                }
            }
            at = (at &+ 1) & mask
        }
    }

    /// The object with this name; nil when there is none.
    public func find(_ name: String) -> Slot? {
        ByteView.with(name) { find($0) }
    }

    /// The slot of the object with the same name as `slot` in another table.
    public func find(_ other: borrowing NameTable, _ slot: Slot) -> Slot? {
        guard Int(slot) < other.entries.count else { return nil }
        let entry = other.entries[Int(slot)]
        return unsafe other.bytes.withUnsafeBufferPointer {
            find(unsafe ByteView($0)[Int(entry.offset)..<Int(entry.offset) + Int(entry.count)])
        }
    }

    /// Gives `slot` a name. The caller has checked that the name is valid and free.
    public mutating func insert(_ name: ByteView, _ slot: Slot) {
        if (filled + 1) * 4 > slots.count * 3 { rehash() }
        while entries.count <= Int(slot) { entries.append(Entry()) }
        let entry = Entry(offset: UInt32(bytes.count), hash: byteHash(name), count: UInt8(name.count))
        unsafe bytes.append(contentsOf: name.buffer)
        entries[Int(slot)] = entry
        put(slot, entry.hash)
        count += 1
    }

    private mutating func put(_ slot: Slot, _ hash: UInt32) {
        let mask = slots.count - 1
        var at = Int(hash) & mask
        while slots[at] >= 0 { at = (at + 1) & mask }
        if slots[at] == Self.free { filled += 1 }
        slots[at] = slot
    }

    /// Removes the name of an object; without a name nothing happens.
    public mutating func remove(_ slot: Slot) {
        let entry = entries[Int(slot)]
        guard entry.count > 0 else { return }
        let mask = slots.count - 1
        var at = Int(entry.hash) & mask
        while slots[at] != slot { at = (at + 1) & mask }
        slots[at] = Self.removed
        // Also clears its offset: `compact` moves the bytes of others.
        entries[Int(slot)] = Entry()
        wasted += Int(entry.count)
        count -= 1
        if wasted > 4096, wasted * 2 > bytes.count { compact() }
    }

    /// The name of the object at `slot`; empty when it has none.
    public func name(_ slot: Slot) -> String {
        guard Int(slot) < entries.count else { return "" }
        let entry = entries[Int(slot)]
        return String(decoding: bytes[Int(entry.offset)..<Int(entry.offset) + Int(entry.count)], as: UTF8.self)
    }

    /// Writes the name of the object at `slot`.
    public func write(_ slot: Slot, to out: inout ByteWriter) {
        guard Int(slot) < entries.count else { return }
        let entry = entries[Int(slot)]
        unsafe bytes.withUnsafeBufferPointer {
            out.append(unsafe ByteView($0)[Int(entry.offset)..<Int(entry.offset) + Int(entry.count)])
        }
    }

    /// Copies the name of the object at `slot`. Returns the number of bytes, at most 128.
    public func copyName(_ slot: Slot, to buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let entry = entries[Int(slot)]
        for at in 0..<Int(entry.count) { unsafe buffer[at] = bytes[Int(entry.offset) + at] }
        return Int(entry.count)
    }

    /// Calls `body` with at most `limit` names, in slot order.
    public func forEach(limit: Int, _ body: (String) -> Void) {
        var left = limit
        for slot in entries.indices where entries[slot].count > 0 {
            if left == 0 { return }
            left -= 1
            body(name(Slot(slot)))
        }
    }

    /// A copy-on-write copy of the table.
    public func copy() -> NameTable {
        var copy = NameTable()
        (copy.bytes, copy.wasted, copy.entries, copy.slots) = (bytes, wasted, entries, slots)
        (copy.filled, copy.count) = (filled, count)
        return copy
    }

    /// Reserves space for `more` names.
    public mutating func reserve(_ more: Int) {
        entries.reserveCapacity(entries.count + more)
        bytes.reserveCapacity(bytes.count + more * 8)
        entries.takeLargePages()
        bytes.takeLargePages()
        // Removed names count too, as long as they occupy slots.
        if (filled + more) * 4 > slots.count * 3 || filled > 2 * count + 64 { rehash(room: count + more) }
    }

    private mutating func rehash() { rehash(room: count + 1) }

    private mutating func rehash(room: Int) {
        var size = 64
        while size < room * 2 { size *= 2 }
        slots = []
        slots.reserveCapacity(size)
        slots.takeLargePages()
        slots.append(contentsOf: repeatElement(Self.free, count: size))
        filled = 0
        for (slot, entry) in entries.enumerated() where entry.count > 0 { put(Slot(slot), entry.hash) }
    }

    private mutating func compact() {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count - wasted)
        for slot in entries.indices where entries[slot].count > 0 {
            let entry = entries[slot]
            entries[slot].offset = UInt32(kept.count)
            kept.append(contentsOf: bytes[Int(entry.offset)..<Int(entry.offset) + Int(entry.count)])
        }
        bytes = kept
        wasted = 0
    }
}

extension NameTable {
    /// The error for an invalid name.
    public static func refusal(of name: ByteView) -> SceneError {
        SceneError(
            .syntax, "\(ValueSyntax.quote(name)) is no id: a letter or _, then at most 127 letters, digits and _.:-")
    }
}
