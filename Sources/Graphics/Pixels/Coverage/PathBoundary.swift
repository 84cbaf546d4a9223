import Geometry
import RowLoops

/// The lines of a path that separate its inside from its outside: an outline of the same shape that does not overlap
/// itself.
///
/// Sums of signed areas are exact if the inside covers a pixel once. If a path overlaps itself in a pixel of its edge,
/// they count that part twice. So such a path is first swept for its boundary (`scrim_boundary_find`). A path that
/// turns out to be simple keeps its own lines. The result depends only on the path, not on the window.
@safe final class PathBoundary {
    private let sweep: OpaquePointer?
    /// Two ends per line: the inside is on the right of a line that leads down, and on the left of one that leads up.
    private var lines: UnsafePointer<scrim_place>?
    private(set) var count = 0

    init() { unsafe sweep = scrim_boundary_make() }

    deinit { unsafe scrim_boundary_free(sweep) }

    /// Finds the boundary of a path with points at `places`. False when the path is simple, has too many crossings, or
    /// there is no memory; it is then drawn as it is.
    func find(_ path: Path, _ places: UnsafePointer<scrim_place>, _ rule: FillRule) -> Bool {
        guard let sweep = unsafe sweep, unsafe !Self.isSimple(path, places) else { return false }
        unsafe scrim_boundary_begin(sweep)
        unsafe path.commands.withUnsafeBytes { commands in
            guard let first = unsafe commands.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
            unsafe scrim_boundary_outline(sweep, first, commands.count, places, path.points.count)
        }
        return find(rule)
    }

    /// As above, for a path with points far away or not finite.
    func find(_ path: Path, _ transform: Affine, _ rule: FillRule) -> Bool {
        guard let sweep = unsafe sweep else { return false }
        unsafe scrim_boundary_begin(sweep)
        var outline = PathOutline(self)
        outline.add(path, transform)
        return find(rule)
    }

    /// Adds a line; coordinates are in units, within the range of a grid.
    func addLine(_ ax: Double, _ ay: Double, _ bx: Double, _ by: Double) {
        guard let sweep = unsafe sweep else { return }
        unsafe scrim_boundary_line(
            sweep, scrim_place(x: Int32(ax), y: Int32(ay)), scrim_place(x: Int32(bx), y: Int32(by)))
    }

    private func find(_ rule: FillRule) -> Bool {
        guard let sweep = unsafe sweep else { return false }
        let rule = Int32(rule == .nonZero ? SCRIM_RULE_NONZERO.rawValue : SCRIM_RULE_EVENODD.rawValue)
        count = unsafe scrim_boundary_find(sweep, rule, &lines)
        return count >= 0
    }

    /// Writes the lines that meet the rows of a window at `origin` into `places`, which has room for two points each;
    /// returns the number of lines.
    func copy(
        to places: UnsafeMutablePointer<scrim_place>, from origin: scrim_place, height: Int32
    ) -> Int {
        guard let lines = unsafe lines else { return 0 }
        var next = 0
        for at in 0..<count {
            let (a, b) = unsafe (lines[2 &* at], lines[2 &* at &+ 1])
            let (ay, by) = (a.y &- origin.y, b.y &- origin.y)
            guard min(ay, by) < height, max(ay, by) > 0 else { continue }
            unsafe places[next] = scrim_place(x: a.x &- origin.x, y: ay)
            unsafe places[next &+ 1] = scrim_place(x: b.x &- origin.x, y: by)
            next &+= 2
        }
        return next / 2
    }

    /// True when the path certainly does not overlap itself (`scrim_is_simple`): a contour that turns once about the
    /// mean of its points, or two nested polygons of this kind with opposite directions.
    static func isSimple(_ path: Path, _ places: UnsafePointer<scrim_place>) -> Bool {
        unsafe path.commands.withUnsafeBytes { commands in
            guard let first = unsafe commands.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return true }
            return unsafe scrim_is_simple(first, commands.count, places, path.points.count) != 0
        }
    }
}
