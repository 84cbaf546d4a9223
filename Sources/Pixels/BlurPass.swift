import Geometry
import Glibc

/// One blur under way: source rows become steps, steps are convolved along the rows into a band, the band is convolved
/// along the columns, and output rows are interpolated between its rows.
///
/// Values have seven bits below the point, 0…32640, in 16 bits; scratch is a band's, for pictures of any height.
@safe
struct BlurPass: ~Copyable {
    /// Rows of steps that are convolved along the columns at a time.
    private static let bandRows = 64

    let x: BlurAxis
    let y: BlurAxis
    let channels: Int
    /// Bytes of a pixel of the source before the one that counts.
    private let skipped: Int
    /// The steps of an output row, and all rows of steps.
    let columns: Range<Int>
    private let rows: Range<Int>
    private let source: Bitmap
    private let at: PixelPoint
    private let window: PixelRect
    private let edges: GaussianBlur.Edges

    /// Elements of a row of results.
    private let width: Int
    private let scratch: Scratch

    /// Memory for one band.
    @safe private struct Scratch: ~Copyable {
        /// Of the band's rows; not a multiple of a page, whose rows would share cache lines.
        let stride: Int
        let sums: UnsafeMutablePointer<UInt32>
        let line: UnsafeMutablePointer<UInt16>
        let band: UnsafeMutablePointer<UInt16>
        /// The rows that the band gave; the first is the last of the band before.
        let results: UnsafeMutablePointer<UInt16>
        let mixed: UnsafeMutablePointer<UInt16>

        /// For rows of `width` elements, from `line` elements of steps, each of which is the mean of some of `sums` elements.
        init(width: Int, line: Int, sums: Int, radius: Int) {
            let padded = (width + 31) & ~31
            stride = padded % 2048 == 0 ? padded + 32 : padded
            unsafe self.sums = .allocate(capacity: sums)
            unsafe self.line = .allocate(capacity: line + 64)
            unsafe self.line.initialize(repeating: 0, count: line + 64)
            let bandSize = stride * (BlurPass.bandRows + 2 * radius)
            unsafe band = .allocate(capacity: bandSize)
            unsafe band.initialize(repeating: 0, count: bandSize)
            unsafe results = .allocate(capacity: stride * (BlurPass.bandRows + 1))
            unsafe results.initialize(repeating: 0, count: stride * (BlurPass.bandRows + 1))
            unsafe mixed = .allocate(capacity: stride)
        }

        deinit {
            unsafe sums.deallocate()
            unsafe line.deallocate()
            unsafe band.deallocate()
            unsafe results.deallocate()
            unsafe mixed.deallocate()
        }
    }

    /// `format`: of the results; alpha of a picture is its alpha.
    init(
        _ blur: GaussianBlur, _ source: Bitmap, _ at: PixelPoint, _ window: PixelRect, _ format: PixelFormat,
        _ edges: GaussianBlur.Edges
    ) {
        (x, y) = (blur.x, blur.y)
        channels = format.bytesPerPixel
        skipped = source.format == format ? 0 : 3
        (self.source, self.at, self.window, self.edges) = (source, at, window, edges)
        columns = x.nodes(Int(window.x0), Int(window.x1))
        rows = y.nodes(Int(window.y0), Int(window.y1))
        width = columns.count * channels
        let reached = columns.count + 2 * x.kernel.radius
        scratch = Scratch(
            width: width, line: reached * channels, sums: (reached << x.shift) * channels, radius: y.kernel.radius)
    }

    /// Calls `emit` for each row of the window, from the top, with the row's steps and its position in device space.
    func run(_ emit: (UnsafePointer<UInt16>, Int) -> Void) {
        let radius = y.kernel.radius
        let stride = scratch.stride
        let (band, results, mixed) = unsafe (scratch.band, scratch.results, scratch.mixed)
        var next = Int(window.y0)
        // The row of steps that is to be made next.
        var made = rows.lowerBound - radius
        var first = rows.lowerBound
        while first < rows.upperBound {
            let last = min(first + Self.bandRows, rows.upperBound)
            while made < last + radius {
                unsafe makeRow(made, into: unsafe band + (made - first + radius) * stride)
                made += 1
            }
            unsafe BlurRows.columns(
                band, stride: stride, rows: last - first, width: width, y.kernel, into: results + stride)
            // What the rows of the window up to here are made from is there.
            while next < Int(window.y1), y.node(next) + (y.shift == 0 ? 0 : 1) < last {
                let from = unsafe results + (y.node(next) - first + 1) * stride
                if y.shift == 0 {
                    unsafe emit(from, next)
                } else {
                    unsafe BlurRows.mix(from, from + stride, y.part(next), shift: y.shift, width: width, into: mixed)
                    unsafe emit(mixed, next)
                }
                next += 1
            }
            unsafe memcpy(results, results + (last - first) * stride, stride * 2)
            if radius > 0 { unsafe memmove(band, band + (last - first) * stride, 2 * radius * stride * 2) }
            first = last
        }
    }

    /// The row of steps `n`, convolved along the row.
    private func makeRow(_ n: Int, into row: UnsafeMutablePointer<UInt16>) {
        let low = (columns.lowerBound - x.kernel.radius) << x.shift
        let count = (columns.count + 2 * x.kernel.radius) << x.shift
        // The source's columns in the range that is needed, by their index in it.
        let left = min(max(Int(at.x) - low, 0), count)
        let right = max(left, min(Int(at.x) + source.width - low, count))
        let (top, bottom) = (Int(at.y), Int(at.y) + source.height)
        var lines = (n << y.shift)..<((n + 1) << y.shift)
        if edges == .transparent { lines = lines.clamped(to: top..<bottom) }
        guard !lines.isEmpty, edges == .extended || left < right else {
            unsafe row.update(repeating: BlurRows.nothing(x.kernel.radius), count: width)
            return
        }
        let step = source.format.bytesPerPixel
        let (sums, line) = unsafe (scratch.sums, scratch.line)
        unsafe sums.update(repeating: 0, count: count * channels)
        let skip = low + left - Int(at.x)
        for at in lines {
            let from = unsafe source.row(min(max(at, top), bottom - 1) - top).assumingMemoryBound(to: UInt8.self)
            let first = unsafe from + skip * step + skipped
            if step == channels {
                unsafe BlurRows.add(first, count: (right - left) * channels, to: sums + left * channels)
            } else {
                unsafe BlurRows.add(first, every: step, count: right - left, to: sums + left)
            }
        }
        if edges == .extended { extend(lines, left, right, count, low) }
        unsafe BlurRows.reduce(
            sums, count: count >> x.shift, channels, shiftX: x.shift, shift: x.shift + y.shift, into: line)
        unsafe BlurRows.row(line, width: width, step: channels, x.kernel, into: row)
    }

    /// Fills the columns left and right of the source with its nearest one.
    private func extend(_ lines: Range<Int>, _ left: Int, _ right: Int, _ count: Int, _ low: Int) {
        for channel in 0..<channels {
            func sum(_ column: Int) -> UInt32 {
                let byte = column * source.format.bytesPerPixel + skipped + channel
                var total: UInt32 = 0
                for line in lines {
                    let y = min(max(line - Int(at.y), 0), source.height - 1)
                    let value = unsafe source.row(y).load(fromByteOffset: byte, as: UInt8.self)
                    total += UInt32(value)
                }
                return total
            }
            let (before, after) = (sum(0), sum(source.width - 1))
            // A source that lies wholly to one side has `left == right` at the end that is nearest to it.
            let end = Int(at.x) >= low + count ? count : left
            for i in 0..<end { unsafe scratch.sums[i * channels + channel] = before }
            for i in max(end, right)..<max(count, right) { unsafe scratch.sums[i * channels + channel] = after }
        }
    }
}
