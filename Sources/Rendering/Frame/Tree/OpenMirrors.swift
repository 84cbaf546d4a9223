/// The mirrors open during a walk, and how many layers they may still show.
///
/// Mirrors of mirrors can multiply, so the limit of the outermost one applies to everything inside it. The count
/// depends on the layers in it, not on the damage.
struct OpenMirrors {
    private var depth = 0
    private var left = 0

    /// Enters a mirror; `most` is its limit if it is the outermost one.
    mutating func open(_ most: Int) {
        if depth == 0 { left = most }
        depth += 1
    }

    mutating func close() { depth -= 1 }

    /// Counts a layer; false when the limit is exceeded.
    mutating func takesLayer() -> Bool {
        if depth == 0 { return true }
        left -= 1
        return left >= 0
    }
}
