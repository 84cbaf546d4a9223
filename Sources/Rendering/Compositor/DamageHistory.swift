package import Geometry

/// The damage of the last frames, for buffers that missed some of them.
package struct DamageHistory: Sendable {
    package static let depth = 8

    private var frames: [[PixelRect]] = []
    /// Index of the newest entry in the ring.
    private var last = -1

    package init() {}

    package mutating func note(_ rects: [PixelRect]) {
        last = (last + 1) % Self.depth
        if frames.count < Self.depth { frames.append(rects) } else { frames[last] = rects }
    }

    /// Removes everything; all buffers have to be painted whole.
    package mutating func removeAll() {
        frames.removeAll()
        last = -1
    }

    /// Calls `body` with the damage missed by a buffer of this age (in presented frames); false when that is not known,
    /// and the buffer has to be painted whole.
    package func forEachMissed(age: Int, _ body: ([PixelRect]) -> Void) -> Bool {
        guard age >= 1, age - 1 <= frames.count else { return false }
        for back in 0..<(age - 1) { body(frames[(last - back + Self.depth) % Self.depth]) }
        return true
    }
}
