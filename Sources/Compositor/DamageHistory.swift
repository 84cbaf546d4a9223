package import Geometry

/// Damage of the last frames, so that a buffer that missed some gets those painted too.
package struct DamageHistory: Sendable {
    package static let depth = 8

    private var frames: [[PixelRect]] = []
    /// The newest; they are kept in a ring.
    private var last = -1

    package init() {}

    package mutating func note(_ rects: [PixelRect]) {
        last = (last + 1) % Self.depth
        if frames.count < Self.depth { frames.append(rects) } else { frames[last] = rects }
    }

    /// Everything is unknown again.
    package mutating func removeAll() {
        frames.removeAll()
        last = -1
    }

    /// Calls `body` with the damage that a buffer of this age (before the frame that is being made) misses; false when that is not
    /// known, and the buffer has to be painted whole.
    package func forEachMissed(age: Int, _ body: ([PixelRect]) -> Void) -> Bool {
        guard age >= 1, age - 1 <= frames.count else { return false }
        for back in 0..<(age - 1) { body(frames[(last - back + Self.depth) % Self.depth]) }
        return true
    }
}
