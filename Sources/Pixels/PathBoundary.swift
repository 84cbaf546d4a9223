import Geometry
import RowLoops

/// The lines of a path that have the inside on one side and the outside on the other: an outline of the same shape that does not
/// overlap itself.
///
/// Sums of signed areas are exact where a pixel meets the inside once. Where a path overlaps itself in a pixel of its edge they count
/// that part twice. So a path that may do so is swept for its boundary first (`scrim_boundary_find`). One that turns out to be
/// simple keeps its own lines. The result follows from the path alone, not from the window.
@safe final class PathBoundary {
    private let sweep: OpaquePointer?
    /// Two ends for each line: to the right of it is the inside when it leads down, to the left when it leads up.
    private var lines: UnsafePointer<scrim_place>?
    private(set) var count = 0

    init() { unsafe sweep = scrim_boundary_make() }

    deinit { unsafe scrim_boundary_free(sweep) }

    /// Finds the boundary of a path with points at `places`; false when the path is simple, or has so many crossings that it is
    /// drawn as it is, as when there is no memory.
    func find(_ path: Path, _ places: UnsafePointer<scrim_place>, _ rule: FillRule) -> Bool {
        guard let sweep = unsafe sweep, unsafe !Self.isSimple(path, places) else { return false }
        unsafe scrim_boundary_begin(sweep)
        unsafe path.commands.withUnsafeBytes { commands in
            guard let first = unsafe commands.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
            unsafe scrim_boundary_outline(sweep, first, commands.count, places, path.points.count)
        }
        return find(rule)
    }

    /// The same for a path with points far away, or some that are no points.
    func find(_ path: Path, _ transform: Affine, _ rule: FillRule) -> Bool {
        guard let sweep = unsafe sweep else { return false }
        unsafe scrim_boundary_begin(sweep)
        var outline = PathOutline(self)
        outline.add(path, transform)
        return find(rule)
    }

    /// Adds a line; coordinates in units, within the range of a grid.
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

    /// Puts the lines that meet the rows of a window at `origin` into `places`, which has room for two each; returns how many these are.
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

    /// True when the path certainly does not overlap itself (`scrim_is_simple`): a contour that turns once about the mean of its
    /// points, or two of straight lines that do, one within the other and the other way round.
    static func isSimple(_ path: Path, _ places: UnsafePointer<scrim_place>) -> Bool {
        unsafe path.commands.withUnsafeBytes { commands in
            guard let first = unsafe commands.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return true }
            return unsafe scrim_is_simple(first, commands.count, places, path.points.count) != 0
        }
    }
}
