import Frame
import Geometry

/// The damage not painted yet, and the part of it that the next buffer needs.
struct PendingFrame {
    private var history = DamageHistory()
    /// Changes since the last painted frame, later including those under overlays.
    var damage = Damage()
    /// True when everything has to be painted again.
    var isWhole = true
    /// The rectangles to paint into the buffer: the damage, and the damage that the buffer missed.
    private(set) var tiles = Damage()

    /// True when something has to be painted.
    var isNeeded: Bool { isWhole || !damage.isEmpty }

    /// Call when the size of buffers changed: all of them have to be painted whole.
    mutating func forget() {
        history.removeAll()
        isWhole = true
    }

    /// Adds the changes of an update.
    mutating func add(_ changes: Damage) { for rect in changes.rects { damage.add(rect) } }

    /// Begins a frame on an output; returns the changed rectangles.
    mutating func begin(_ output: PixelRect) -> [PixelRect] {
        if isWhole {
            damage.removeAll()
            damage.add(output)
        }
        return damage.rects
    }

    /// Determines the tiles for a buffer with the picture of `age` frames ago.
    mutating func chooseTiles(age: Int, _ output: PixelRect) {
        tiles = damage
        let isKnown = history.forEachMissed(age: isWhole ? 0 : age) { rects in
            for rect in rects { tiles.add(rect) }
        }
        if !isKnown {
            tiles.removeAll()
            tiles.add(output)
        }
        tiles.joinIfDense()
    }

    /// Ends a painted frame; returns its damage, for the output.
    mutating func end() -> [PixelRect] {
        let rects = damage.rects
        history.note(rects)
        damage.removeAll()
        isWhole = false
        return rects
    }
}
