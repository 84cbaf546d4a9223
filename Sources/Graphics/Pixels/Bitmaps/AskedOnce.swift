/// Hashes of recently requested keys, so that caches keep only values requested twice: values that change in every
/// frame are never kept.
///
/// A set-associative table with groups of `ways`; with one way, two keys with the same index would replace each other
/// for ever.
final class AskedOnce {
    /// Allocated by the first request.
    private var hashes: [Int] = []
    private static let count = 1 << 13
    private static let ways = 8

    /// Records a request; true when the hash was requested before.
    func isRepeated(_ hash: Int) -> Bool {
        if hashes.isEmpty { hashes = Array(repeating: 0, count: Self.count) }
        let group = hash & (Self.count - Self.ways)
        for index in group..<group + Self.ways where hashes[index] == hash { return true }
        // The most recent hash comes first.
        for index in (group + 1..<group + Self.ways).reversed() { hashes[index] = hashes[index - 1] }
        hashes[group] = hash
        return false
    }
}
