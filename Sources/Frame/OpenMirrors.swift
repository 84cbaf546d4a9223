/// Mirrors that are open during a walk, and how many layers they may still show.
///
/// Mirrors inside of what mirrors show can multiply: the outermost one counts for all in it. Their number depends on the layers
/// in it, not on the damage.
struct OpenMirrors {
    private var depth = 0
    private var left = 0

    /// Begins with the layers in a mirror: `most`, when it is the outermost one.
    mutating func open(_ most: Int) {
        if depth == 0 { left = most }
        depth += 1
    }

    mutating func close() { depth -= 1 }

    /// False when the layer that comes is one too many.
    mutating func takesLayer() -> Bool {
        if depth == 0 { return true }
        left -= 1
        return left >= 0
    }
}
