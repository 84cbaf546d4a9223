extension Dice {
    /// A seed with a few changes: bits, bytes, pieces that are gone, doubled, or come from `pieces`, and now and then the
    /// end of another seed. Never empty.
    package mutating func damaged(_ seeds: [[UInt8]], pieces: [[UInt8]] = []) -> [UInt8] {
        var bytes = pick(seeds)
        if upTo(8) == 0 {
            let other = pick(seeds)
            let place = upTo(min(bytes.count, other.count))
            bytes = Array(bytes[..<place] + other[place...])
        }
        for _ in 0...upTo(1 + upTo(5)) {
            let place = upTo(bytes.count)
            switch upTo(pieces.isEmpty ? 8 : 12) {
            case 0...2: bytes[place] ^= 1 << UInt8(upTo(8))
            case 3: bytes[place] = pick([0, 1, 0x7F, 0x80, 0xFF])
            case 4, 5: bytes[place] = UInt8(truncatingIfNeeded: next())
            case 6: bytes.removeSubrange(place..<min(bytes.count, place + 1 + upTo(8)))
            case 7:
                let length = min(bytes.count - place, 1 + upTo(16))
                bytes.insert(contentsOf: bytes[place..<place + length], at: upTo(bytes.count))
            default: bytes.insert(contentsOf: pick(pieces), at: place)
            }
            if bytes.isEmpty { bytes = [0] }
        }
        return bytes
    }
}
