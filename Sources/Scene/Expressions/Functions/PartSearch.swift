import Geometry

/// Substring search in linear time and constant memory.
///
/// The two-way algorithm: M. Crochemore and D. Perrin, Two-Way String-Matching, Journal of the ACM 38 (1991), 651–675.
/// The pattern is split so that its right half can be compared forward, and a mismatch there at byte k allows skipping
/// k bytes.
@safe struct PartSearch {
    private let part: ByteView
    /// Index of the first byte of the right half.
    private let cut: Int
    /// Shift when the right half matches and the left one does not.
    private let step: Int
    /// Number of bytes at the beginning known to match after such a shift, for a periodic pattern.
    private let kept: Int

    init(_ part: ByteView) {
        self.part = part
        let less = Self.maximalSuffix(part, isReversed: false)
        let greater = Self.maximalSuffix(part, isReversed: true)
        let (cut, period) = less.start >= greater.start ? less : greater
        self.cut = cut
        let repeats = period + cut <= part.count && part[0..<cut] == part[period..<period + cut]
        step = repeats ? period : max(cut, part.count - cut + 1)
        kept = repeats ? part.count - period : 0
    }

    /// The first index from `start` on at which the pattern occurs; an empty pattern occurs everywhere.
    func first(in text: ByteView, from start: Int) -> Int? {
        var at = start
        var known = 0
        while at <= text.count - part.count {
            var i = max(cut, known)
            while i < part.count, part[i] == text[at + i] { i += 1 }
            guard i == part.count else {
                at += i - cut + 1
                known = 0
                continue
            }
            i = cut
            while i > known, part[i - 1] == text[at + i - 1] { i -= 1 }
            if i <= known { return at }
            at += step
            known = kept
        }
        return nil
    }

    /// The start and the period of the maximal suffix, in the order of bytes or the reverse order.
    private static func maximalSuffix(_ part: ByteView, isReversed: Bool) -> (start: Int, period: Int) {
        var (best, next, length, period) = (-1, 0, 1, 1)
        while next + length < part.count {
            let (new, old) = (part[next + length], part[best + length])
            if new == old {
                if length == period {
                    next += period
                    length = 1
                } else {
                    length += 1
                }
            } else if (new < old) != isReversed {
                next += length
                length = 1
                period = next - best
            } else {
                best = next
                next += 1
                (length, period) = (1, 1)
            }
        }
        return (best + 1, period)
    }
}
