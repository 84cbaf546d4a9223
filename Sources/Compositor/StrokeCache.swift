import Geometry
import Glibc

/// Outlines of strokes, kept by the values that determine them.
final class StrokeCache {
    private struct Key: Hashable {
        var version: UInt32
        var operation: Int32
        var exponent: Int32
    }

    private struct Entry {
        var path: Path
        var used: UInt32
    }

    private var entries: [Key: Entry] = [:]
    private(set) var bytes = 0
    private var clock: UInt32 = 0
    /// Bytes of outlines that are kept.
    var budget = 16 << 20 {
        didSet { if bytes > budget { trim() } }
    }
    private(set) var hits = 0
    private(set) var misses = 0

    /// The outline of an operation of the drawing `version`, fine enough to be scaled by `scale`.
    ///
    /// The tolerance is that of the next power of two, so that the outline is the same in every frame of a slow zoom,
    /// and whether it was kept or made.
    func outline(
        _ path: Path, _ style: StrokeStyle, _ version: UInt32, _ operation: Int, scale: Double
    ) -> Path {
        clock &+= 1
        let exponent = Int32(max(-20, min(20, log2(max(scale, 1e-6)).rounded(.up))))
        let key = Key(version: version, operation: Int32(truncatingIfNeeded: operation), exponent: exponent)
        if let at = entries.index(forKey: key) {
            entries.values[at].used = clock
            hits += 1
            return entries.values[at].path
        }
        misses += 1
        let outline = path.stroked(style, tolerance: 0.05 / scalbn(1, Int(exponent)))
        entries[key] = Entry(path: outline, used: clock)
        bytes += Self.bytes(outline)
        if bytes > budget { trim() }
        return outline
    }

    private static func bytes(_ path: Path) -> Int { path.points.count * 16 + path.commands.count + 96 }

    /// Forgets the half that was not used for the longest time.
    private func trim() {
        guard !entries.isEmpty else { return }
        let uses = entries.values.map(\.used).sorted()
        let limit = uses[uses.count / 2]
        entries = entries.filter { $0.value.used > limit }
        bytes = entries.values.reduce(0) { $0 + Self.bytes($1.path) }
    }

    func removeAll() {
        entries.removeAll()
        bytes = 0
    }
}
