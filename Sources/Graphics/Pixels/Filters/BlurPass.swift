import Geometry
import Glibc

/// The execution of one blur: source rows are reduced to steps, steps are convolved along the rows into a band, the
/// band is convolved along the columns, and output rows are interpolated between its rows.
///
/// Values have seven fractional bits, 0…32640, in 16 bits; scratch memory is limited to one band, whatever the
/// picture's height.
@safe
struct BlurPass: ~Copyable {
    /// Number of rows of steps in a band.
    private static let bandRows = 64

    let x: BlurAxis
    let y: BlurAxis
    let channels: Int
    /// Bytes in a source pixel before the channel that is read.
    private let skipped: Int
    /// The ranges of steps needed for an output row, and of rows of steps.
    let columns: Range<Int>
    private let rows: Range<Int>
    private let source: Bitmap
    private let at: PixelPoint
    private let window: PixelRect
    private let edges: GaussianBlur.Edges

    /// Number of elements in a row of results.
    private let width: Int
    private let scratch: Scratch

    /// Memory for one band.
    @safe private struct Scratch: ~Copyable {
        /// Stride of the band's rows; not a multiple of a page, for which rows would compete for cache lines.
        let stride: Int
        let sums: UnsafeMutablePointer<UInt32>
        let line: UnsafeMutablePointer<UInt16>
        let band: UnsafeMutablePointer<UInt16>
        /// The rows computed from the band; the first is the last one of the previous band.
        let results: UnsafeMutablePointer<UInt16>
        let mixed: UnsafeMutablePointer<UInt16>

        /// Allocates rows of `width` elements, computed from `line` elements of steps; each of these is the mean of
        /// several of `sums` elements.
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

    /// `format` is that of the results; with alpha, a picture's alpha channel is blurred.
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

    /// Calls `emit` for each row of the window, from the top, with the row's steps and its y coordinate in device
    /// space.
    func run(_ emit: (UnsafePointer<UInt16>, Int) -> Void) {
        let radius = y.kernel.radius
        let stride = scratch.stride
        let (band, results, mixed) = unsafe (scratch.band, scratch.results, scratch.mixed)
        var next = Int(window.y0)
        // The next row of steps.
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
            // The rows needed for the window up to here are complete.
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

    /// Makes the row of steps `n`, convolved along the row.
    private func makeRow(_ n: Int, into row: UnsafeMutablePointer<UInt16>) {
        let low = (columns.lowerBound - x.kernel.radius) << x.shift
        let count = (columns.count + 2 * x.kernel.radius) << x.shift
        // The source's columns in the needed range, as indices into the range.
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

    /// Fills the columns left and right of the source with its nearest column.
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
            // For a source entirely on one side, `left == right` is the end nearest to it.
            let end = Int(at.x) >= low + count ? count : left
            for i in 0..<end { unsafe scratch.sums[i * channels + channel] = before }
            for i in max(end, right)..<max(count, right) { unsafe scratch.sums[i * channels + channel] = after }
        }
    }
}
