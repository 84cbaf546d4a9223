/// CRC-32C (Castagnoli), eight bytes at a time: Kounavis and Berry, "A Systematic Approach to Building High Performance
/// Software-Based CRC Generators", 2005.
enum Checksum {
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var crc = UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x82F6_3B78 : crc >> 1 }
            tables[byte] = crc
        }
        for byte in 0..<256 {
            for table in 1..<8 {
                let before = tables[(table - 1) * 256 + byte]
                tables[table * 256 + byte] = before >> 8 ^ tables[Int(before & 0xFF)]
            }
        }
        return tables
    }()

    static func crc32c(_ bytes: [UInt8]) -> UInt32 { unsafe bytes.withUnsafeBytes { unsafe crc32c($0) } }

    static func crc32c(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        unsafe tables.withUnsafeBufferPointer { table in
            var crc = UInt32.max
            var at = 0
            while at + 8 <= bytes.count {
                let word =
                    unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
                    ^ UInt64(crc)
                var next: UInt32 = 0
                for lane in 0..<8 {
                    let byte = Int(truncatingIfNeeded: word >> UInt64(8 * lane) & 0xFF)
                    unsafe next ^= table[(7 - lane) * 256 + byte]
                }
                crc = next
                at += 8
            }
            while at < bytes.count {
                crc = unsafe crc >> 8 ^ table[Int((crc ^ UInt32(bytes[at])) & 0xFF)]
                at += 1
            }
            return ~crc
        }
    }
}
