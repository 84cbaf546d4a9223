public import Geometry

/// A small fixed dictionary from names to indices, searched by bytes without creating a `String`.
public struct ByteTable: Sendable {
    private struct Entry {
        var offset: UInt32
        var count: UInt32
        var value: Int
    }

    /// All names, concatenated.
    private var bytes: [UInt8] = []
    private var entries: [Entry] = []
    private var buckets: [Int16] = Array(repeating: -1, count: 16)

    public init() {}

    public mutating func insert(_ name: String, _ value: Int) {
        entries.append(Entry(offset: UInt32(bytes.count), count: UInt32(name.utf8.count), value: value))
        bytes.append(contentsOf: name.utf8)
        if entries.count * 2 > buckets.count {
            buckets = Array(repeating: -1, count: buckets.count * 2)
            for index in entries.indices { put(index) }
        } else {
            put(entries.count - 1)
        }
    }

    private mutating func put(_ index: Int) {
        let entry = entries[index]
        let hash = unsafe bytes.withUnsafeBufferPointer {
            byteHash(unsafe ByteView($0)[Int(entry.offset)..<Int(entry.offset + entry.count)])
        }
        var at = Int(hash) & (buckets.count - 1)
        while buckets[at] >= 0 { at = (at + 1) & (buckets.count - 1) }
        buckets[at] = Int16(index)
    }

    public func find(_ name: ByteView) -> Int? {
        let mask = buckets.count - 1
        let start = Int(byteHash(name)) & mask
        return unsafe buckets.withUnsafeBufferPointer { buckets in
            unsafe entries.withUnsafeBufferPointer { entries in
                unsafe bytes.withUnsafeBufferPointer { bytes in
                    let all = unsafe ByteView(bytes)
                    var at = start
                    while true {
                        let index = unsafe Int(buckets[at])
                        if index < 0 { return nil }
                        let entry = unsafe entries[index]
                        if Int(entry.count) == name.count,
                            all[Int(entry.offset)..<Int(entry.offset) + name.count] == name
                        {
                            return entry.value
                        }
                        at = (at &+ 1) & mask
                    }
                }
            }
        }
    }

    public func find(_ name: String) -> Int? {
        ByteView.with(name) { find($0) }
    }
}

/// A fast hash of a short name; the same in every run, so that pictures and dumps are reproducible.
public func byteHash(_ bytes: ByteView) -> UInt32 {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: bytes.count)
    var at = 0
    while bytes.count &- at >= 8 {
        // In bounds: at least eight bytes remain.
        let word = unsafe UnsafeRawPointer(bytes.base).loadUnaligned(fromByteOffset: at, as: UInt64.self)
        hash = (hash ^ word) &* 0xFF51_AFD7_ED55_8CCD
        hash ^= hash >> 32
        at &+= 8
    }
    var tail: UInt64 = 0
    while at < bytes.count {
        tail = tail << 8 | UInt64(unsafe bytes.base[at])
        at &+= 1
    }
    hash = (hash ^ tail) &* 0xC4CE_B9FE_1A85_EC53
    return UInt32(truncatingIfNeeded: hash ^ (hash >> 29))
}
