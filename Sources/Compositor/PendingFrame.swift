import Frame
import Geometry

/// The damage that no frame has painted yet, and the part of it that the frame's buffer needs.
struct PendingFrame {
    private var history = DamageHistory()
    /// Changes since the last frame that was painted, and then those under overlays.
    var damage = Damage()
    /// Everything is painted again.
    var isWhole = true
    /// The rectangles that are painted into the buffer: the damage, and the damage that the buffer missed.
    private(set) var tiles = Damage()

    /// Something has to be painted.
    var isNeeded: Bool { isWhole || !damage.isEmpty }

    /// Buffers have another size: none of them holds anything.
    mutating func forget() {
        history.removeAll()
        isWhole = true
    }

    /// Adds the changes of an update.
    mutating func add(_ changes: Damage) { for rect in changes.rects { damage.add(rect) } }

    /// Begins a frame on an output; the changed rectangles.
    mutating func begin(_ output: PixelRect) -> [PixelRect] {
        if isWhole {
            damage.removeAll()
            damage.add(output)
        }
        return damage.rects
    }

    /// Finds the tiles of a buffer that holds the picture of `age` frames ago.
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

    /// The frame is painted: its damage, for the output.
    mutating func end() -> [PixelRect] {
        let rects = damage.rects
        history.note(rects)
        damage.removeAll()
        isWhole = false
        return rects
    }
}
