import CVnc

/// zlib's format, whole.
enum Zlib {
    static func packed(_ bytes: [UInt8]) -> [UInt8] {
        var size = compressBound(uLong(bytes.count))
        var packed = [UInt8](repeating: 0, count: Int(size))
        _ = unsafe compress(&packed, &size, bytes, uLong(bytes.count))
        return Array(packed[..<Int(size)])
    }

    static func unpacked(_ bytes: [UInt8]) -> [UInt8]? {
        var size = uLong(4 << 20)
        var plain = [UInt8](repeating: 0, count: Int(size))
        guard unsafe uncompress(&plain, &size, bytes, uLong(bytes.count)) == Z_OK else { return nil }
        return Array(plain[..<Int(size)])
    }
}
