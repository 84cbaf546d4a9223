package import Geometry

/// Finds the probably intended name, for "did you mean".
package enum NearestName {
    /// The first of the nearest names: equal except for case, or with at most two typing errors (one when `word` has
    /// fewer than four letters). A typing error is an additional, missing, wrong or transposed letter.
    package static func find(_ word: ByteView, among names: some Sequence<String>) -> String? {
        guard !word.isEmpty, word.count <= 64 else { return nil }
        let typed = lowercase(word)
        var best: String?
        var bestDistance = word.count < 4 ? 2 : 3
        for name in names where abs(name.utf8.count - typed.count) < bestDistance {
            let distance = distance(typed, ByteView.with(name) { lowercase($0) })
            if distance < bestDistance {
                best = name
                bestDistance = distance
                if distance == 0 { break }
            }
        }
        return best
    }

    private static func lowercase(_ word: ByteView) -> [UInt8] {
        (0..<word.count).map { i in word[i] >= 0x41 && word[i] <= 0x5A ? word[i] | 0x20 : word[i] }
    }

    /// The restricted Damerau–Levenshtein distance, in which no part is edited twice.
    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforeLast = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        var row = last
        for i in a.indices {
            row[0] = i + 1
            for j in b.indices {
                let isSame = a[i] == b[j]
                var least = min(last[j + 1] + 1, row[j] + 1, last[j] + (isSame ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, beforeLast[j - 1] + 1) }
                row[j + 1] = least
            }
            (beforeLast, last, row) = (last, row, beforeLast)
        }
        return last[b.count]
    }
}
