import CSystem

/// Incremental SHA-256 (FIPS 180-4).
package struct SHA256 {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    private var rest: [UInt8] = []
    private var length: UInt64 = 0

    package init() {}

    package mutating func update(_ bytes: some Collection<UInt8>) {
        length &+= UInt64(bytes.count)
        rest.append(contentsOf: bytes)
        let blocks = rest.count / 64
        guard blocks > 0 else { return }
        unsafe rest.withUnsafeBytes { bytes in
            guard let first = bytes.baseAddress else { return }
            unsafe sys_sha256(&state, first, blocks)
        }
        rest.removeFirst(blocks * 64)
    }

    /// The hash in hexadecimal.
    package consuming func hexadecimal() -> String {
        let bits = length &* 8
        let padding = (119 - Int(length % 64)) % 64 + 1
        update(
            [0x80] + [UInt8](repeating: 0, count: padding - 1)
                + (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) })
        return state.map { word in
            let text = String(word, radix: 16)
            return String(repeating: "0", count: 8 - text.count) + text
        }.joined()
    }
}
