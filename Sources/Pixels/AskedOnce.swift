/// Hashes of keys that caches were asked for: what changes in every frame is never kept.
///
/// In groups of `ways` that a hash may be in: two keys that want one slot would push each other out, and be drawn anew for ever.
final class AskedOnce {
    /// Empty until the first question.
    private var hashes: [Int] = []
    private static let count = 1 << 13
    private static let ways = 8

    /// True when a hash is asked for again.
    func isRepeated(_ hash: Int) -> Bool {
        if hashes.isEmpty { hashes = Array(repeating: 0, count: Self.count) }
        let group = hash & (Self.count - Self.ways)
        for slot in group..<group + Self.ways where hashes[slot] == hash { return true }
        // The first is the latest.
        for slot in (group + 1..<group + Self.ways).reversed() { hashes[slot] = hashes[slot - 1] }
        hashes[group] = hash
        return false
    }
}
