import Geometry
import Glibc
import RowLoops

/// Converts paths to coverage by exact area, with reusable scratch memory.
///
/// A path is drawn on the cells of a window (`CoverageGrid`) and swept into runs. Large windows are processed in bands,
/// so that scratch memory stays within a megabyte and in the cache. A pixel's coverage depends neither on the window
/// nor on the bands, and moving a path by whole units of 1/1024 pixel and the window by whole pixels moves the result
/// with it. Not thread-safe; use one per thread.
@safe public final class CoverageRasterizer {
    /// Number of cells in a band: 1 MiB.
    static let cellBudget = 1 << 18

    private var cells: UnsafeMutablePointer<Int32>
    private var touched: UnsafeMutablePointer<UInt64>
    /// Coverage of the row being swept.
    private let row: UnsafeMutablePointer<UInt8>
    private var cellCapacity = 0
    private var wordCapacity = 0
    /// Points of the path being drawn.
    private var places: UnsafeMutablePointer<scrim_place>
    private var placeCapacity = 0
    private static let keptPlaces = 1 << 16
    private let boundary = PathBoundary()

    public init() {
        unsafe cells = UnsafeMutablePointer<Int32>.allocate(capacity: 0)
        unsafe touched = UnsafeMutablePointer<UInt64>.allocate(capacity: 0)
        unsafe places = UnsafeMutablePointer<scrim_place>.allocate(capacity: 0)
        unsafe row = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * Int(PixelRect.limit) + 64)
    }

    deinit {
        unsafe cells.deallocate()
        unsafe touched.deallocate()
        unsafe places.deallocate()
        unsafe row.deallocate()
    }

    /// Emits the coverage of `path` under `transform` (device pixels) as runs within `clip`, which must be within
    /// ±32,000.
    ///
    /// Self-overlapping paths count once, also in the pixels of their edges (`PathBoundary`). `minus` is added in the
    /// opposite direction: with `.nonZero` and inside `path` it is cut out, exactly even in pixels that both outlines
    /// cross. Points that are not finite are left out. The time depends on the lines and curves in the rows of `clip`
    /// and the pixels they touch, plus a little for every four pixels of the path's box in `clip`.
    func rasterize<Sink: CoverageSink>(
        _ path: Path, minus: Path? = nil, _ transform: Affine, rule: FillRule, clip: PixelRect, into sink: inout Sink
    ) {
        let count = path.points.count
        makePlaces(count + (minus?.points.count ?? 0))
        var box = unsafe PathOutline.place(path, transform, at: places)
        if let minus, let outer = box {
            box = unsafe PathOutline.place(minus, transform, at: places + count).map { outer.union($0) }
        }
        let isPlaced = box != nil
        let whole =
            box
            ?? PathOutline.farBounds(path, transform).union(
                minus.map { PathOutline.farBounds($0, transform) } ?? .empty)
        let window = clip.intersection(whole)
        guard !window.isEmpty else { return }
        let lead = sink.lead(y: window.y0, x: window.x0)
        let stride = (Int(window.width + lead) + 1 + 15) & ~15
        let bandRows = Int32(max(1, min(Int(window.height), Self.cellBudget / stride)))
        var isBoundary = false
        if minus == nil {
            isBoundary = unsafe isPlaced ? boundary.find(path, places, rule) : boundary.find(path, transform, rule)
        }
        if isBoundary { makePlaces(boundary.count * 2) }
        var y = window.y0
        while y < window.y1 {
            let band = PixelRect(window.x0 - lead, y, window.x1, min(y + bandRows, window.y1))
            let grid = makeGrid(band, stride, lead)
            if isBoundary {
                unsafe grid.add(boundary, places)
            } else if isPlaced {
                unsafe grid.add(path, places, direction: 1)
                if let minus { unsafe grid.add(minus, places + count, direction: -1) }
            } else {
                var outline = PathOutline(grid)
                outline.add(path, transform)
                if let minus { outline.subtract(minus, transform) }
            }
            unsafe grid.sweep(rule, x: band.x0, y: band.y0, row: row, into: &sink)
            y = band.y1
        }
    }

    /// Reserves room for `count` points; room for a path with very many points is not kept.
    private func makePlaces(_ count: Int) {
        if count <= placeCapacity, placeCapacity <= Self.keptPlaces || count > Self.keptPlaces { return }
        placeCapacity = max(count, 1024)
        unsafe places.deallocate()
        unsafe places = UnsafeMutablePointer<scrim_place>.allocate(capacity: placeCapacity)
    }

    /// A grid whose cells and bits are 0; each sweep clears them again.
    private func makeGrid(_ band: PixelRect, _ stride: Int, _ lead: Int32) -> CoverageGrid {
        let height = Int(band.height)
        let words = (stride / 4 + 63) / 64
        if stride * height > cellCapacity {
            cellCapacity = max(stride * height, Self.cellBudget / 16)
            unsafe cells.deallocate()
            // Aligned to cache lines.
            let memory = UnsafeMutableRawPointer.allocate(byteCount: 4 * cellCapacity, alignment: 64)
            unsafe cells = memory.initializeMemory(as: Int32.self, repeating: 0, count: cellCapacity)
        }
        if words * height > wordCapacity {
            wordCapacity = max(words * height, 1024)
            unsafe touched.deallocate()
            unsafe touched = UnsafeMutablePointer<UInt64>.allocate(capacity: wordCapacity)
            unsafe touched.initialize(repeating: 0, count: wordCapacity)
        }
        let window = unsafe scrim_cells(
            cells: cells, touched: touched, stride: stride, words: words, width: Int(band.width), height: height,
            first: Int(lead))
        let one = Int32(CoverageGrid.one)
        return unsafe CoverageGrid(window: window, origin: scrim_place(x: band.x0 * one, y: band.y0 * one))
    }
}
