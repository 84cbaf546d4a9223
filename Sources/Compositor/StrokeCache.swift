import Geometry
import Glibc
import Pixels

/// Outlines of strokes, kept by the values that determine them.
final class StrokeCache {
    private struct Key: Hashable {
        var version: UInt32
        var operation: Int32
        var exponent: Int32
    }

    private final class Outline: CachedValue {
        let path: Path
        var lastUse: UInt64 = 0

        init(_ path: Path) { self.path = path }

        var cost: Int { path.points.count * 16 + path.commands.count + 128 }
    }

    private var outlines = BudgetCache<Key, Outline>(budget: 16 << 20)
    /// Bytes of outlines that are kept.
    var budget: Int {
        get { outlines.budget }
        set { outlines.budget = newValue }
    }
    var bytes: Int { outlines.bytes }
    var hits: Int { outlines.hits }
    var misses: Int { outlines.misses }

    /// The outline of an operation of the drawing `version`, fine enough to be scaled by `scale`.
    ///
    /// The tolerance is that of the next power of two, so that the outline is the same in every frame of a slow zoom,
    /// and whether it was kept or made.
    func outline(
        _ path: Path, _ style: StrokeStyle, _ version: UInt32, _ operation: Int, scale: Double
    ) -> Path {
        let exponent = Int32(max(-20, min(20, log2(max(scale, 1e-6)).rounded(.up))))
        let key = Key(version: version, operation: Int32(truncatingIfNeeded: operation), exponent: exponent)
        if let known = outlines.find(key) { return known.path }
        let made = Outline(path.stroked(style, tolerance: 0.05 / scalbn(1, Int(exponent))))
        outlines.keep(made, for: key)
        return made.path
    }

    func removeAll() { outlines.removeAll() }
}
