import Geometry
import RowLoops

/// A window of cells that accumulates the coverage of paths: signed areas of lines, in exact integers (`scrim_cells`).
///
/// Coordinates are in units of 1/1024 pixel. Results do not depend on the window: the common cells of two windows are
/// equal.
@safe struct CoverageGrid {
    static let bits = Int(SCRIM_BITS)
    static let one = 1 << bits
    /// The value of a pixel covered once.
    static let full: Int32 = 2 << (2 * Int32(bits))
    /// Coordinates of paths are within ± this many units (65,536 pixels).
    static let limit = 1 << 26

    let window: scrim_cells
    /// The window's first pixel, in units.
    let origin: scrim_place

    var stride: Int { unsafe window.stride }
    var words: Int { unsafe window.words }
    var width: Int { unsafe window.width }
    var height: Int { unsafe window.height }

    /// Adds a line, or subtracts it when `direction` is -1; coordinates are in units, within ±`limit`.
    func addLine(_ ax: Double, _ ay: Double, _ bx: Double, _ by: Double, direction: Int32) {
        let places = (place(ax, ay), place(bx, by))
        unsafe withUnsafeBytes(of: places) { places in
            guard let first = unsafe places.baseAddress?.assumingMemoryBound(to: scrim_place.self) else { return }
            unsafe withUnsafePointer(to: window) { unsafe scrim_rows_lines($0, first, 1, 1, direction) }
        }
    }

    private func place(_ x: Double, _ y: Double) -> scrim_place {
        scrim_place(x: Int32(x) - origin.x, y: Int32(y) - origin.y)
    }

    /// Adds a path whose points are at `places`, in units, or subtracts it when `direction` is -1.
    func add(_ path: Path, _ places: UnsafePointer<scrim_place>, direction: Int32) {
        unsafe path.commands.withUnsafeBytes { commands in
            guard let first = unsafe commands.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
            unsafe withUnsafePointer(to: window) {
                unsafe scrim_rows_outline(
                    $0, origin, first, commands.count, places, path.points.count, direction)
            }
        }
    }

    /// Adds the lines of a boundary; `scratch` has room for two points per line.
    func add(_ boundary: PathBoundary, _ scratch: UnsafeMutablePointer<scrim_place>) {
        let count = unsafe boundary.copy(to: scratch, from: origin, height: Int32(height << Self.bits))
        unsafe withUnsafePointer(to: window) { unsafe scrim_rows_lines($0, scratch, count, 2, 1) }
    }
}
