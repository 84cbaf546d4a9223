import Geometry
import PageWriter
import Pixels

/// The reason why no document was written.
package enum VectorError: Error, Equatable {
    /// cairo is not installed.
    case noLibrary
    case noMemory
    /// The file exceeds the allowed size.
    case tooLarge
    case failed
}

/// Writes pages as a file.
package enum VectorFile {
    /// A file with the pages, of at most `most` bytes; SVG allows one page. The same pages give the same bytes.
    package static func encode(_ pages: [VectorPage], as format: VectorFormat, most: Int) throws(VectorError) -> [UInt8]
    {
        guard let first = pages.first else { throw .failed }
        let document = try VectorDocument(format, like: first, most: most)
        for page in pages { document.add(page) }
        return try document.finish()
    }
}

/// A file to which pages are added one after another. Not thread-safe.
package final class VectorDocument {
    private let stream: PageStream
    private let format: VectorFormat
    /// Pages whose images are read when the file is finished.
    private var kept: [VectorPage] = []
    package private(set) var count = 0
    /// Size of its images, in bytes.
    package private(set) var imageBytes = 0

    /// Creates a file of at most `most` bytes, without pages; its page size is that of `page`.
    package init(_ format: VectorFormat, like page: VectorPage, most: Int) throws(VectorError) {
        self.format = format
        stream = try PageStream(format, page.size, page.scale, most)
    }

    /// Adds a page; SVG allows only one. The scale is that of the first page.
    package func add(_ page: VectorPage, isSame: Bool = false) {
        if count > 0 { stream.next(page.size) }
        for operation in page.operations { stream.write(operation) }
        count += 1
        guard page.imageBytes > 0, !isSame else { return }
        kept.append(page)
        imageBytes += page.imageBytes
    }

    /// Finishes the file; to be called once.
    package func finish() throws(VectorError) -> [UInt8] {
        let bytes = try stream.finish()
        return format == .svg ? SvgNames.renumbered(bytes) : bytes
    }
}

/// A file being written, operation by operation.
@safe private final class PageStream {
    private let page: OpaquePointer
    private let format: VectorFormat
    private var scratch: [scrim_page_glyph] = []
    private var stops: [scrim_page_stop] = []

    init(_ format: VectorFormat, _ size: Size, _ scale: Double, _ most: Int) throws(VectorError) {
        var status = SCRIM_PAGE_OK
        let made = unsafe scrim_page_open(
            format == .pdf ? SCRIM_PAGE_PDF : SCRIM_PAGE_SVG, size.width, size.height, scale, most, &status)
        guard let made = unsafe made else { throw Self.error(status) }
        unsafe page = unsafe made
        self.format = format
    }

    deinit {
        unsafe scrim_page_free(page)
    }

    private static func error(_ status: scrim_page_status) -> VectorError {
        switch status {
        case SCRIM_PAGE_NO_LIBRARY: .noLibrary
        case SCRIM_PAGE_NO_MEMORY: .noMemory
        case SCRIM_PAGE_TOO_LARGE: .tooLarge
        default: .failed
        }
    }

    func next(_ size: Size) { unsafe scrim_page_next(page, size.width, size.height) }

    func finish() throws(VectorError) -> [UInt8] {
        var bytes: UnsafePointer<UInt8>?
        var count = 0
        let status = unsafe scrim_page_finish(page, &bytes, &count)
        guard status == SCRIM_PAGE_OK else { throw Self.error(status) }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    func write(_ operation: VectorOperation) {
        switch operation {
        case .save: unsafe scrim_page_save(page)
        case .restore: unsafe scrim_page_restore(page)
        case .clip(let path, let map, let rule):
            trace(path, map)
            unsafe scrim_page_clip(page, rule == .evenOdd)
        case .fill(let path, let map, let rule, let paint):
            set(paint)
            trace(path, map)
            unsafe scrim_page_fill(page, rule == .evenOdd)
        case .stroke(let path, let map, let style, let paint):
            set(paint)
            trace(path, map)
            unsafe scrim_page_stroke(
                page, scrim_page_map(map), style.width, Int32(style.cap.rawValue), Int32(style.join.rawValue),
                style.miterLimit, style.dash, style.dash.count, style.dashPhase)
        case .image(let image, let map, let opacity, let isSmooth): place(image, map, opacity, isSmooth)
        case .glyphs(let run, let glyphs, let map, let paint): draw(run, glyphs, map, paint)
        case .beginGroup: unsafe scrim_page_begin_group(page)
        case .beginMask: unsafe scrim_page_begin_mask(page)
        case .endGroup(let opacity, let mode, let isMasked):
            unsafe scrim_page_end_group(page, opacity, Int32(mode.rawValue), isMasked)
        }
    }

    private func place(_ image: VectorImage, _ map: Affine, _ opacity: Double, _ isSmooth: Bool) {
        let bitmap = image.bitmap
        unsafe bitmap.withRow(0) { row in
            guard let base = row.baseAddress else { return }
            unsafe scrim_page_image(
                page, base, Int32(bitmap.width), Int32(bitmap.height), Int32(bitmap.stride), image.isOpaque,
                scrim_page_map(map), opacity, isSmooth)
        }
    }

    private func trace(_ path: Path, _ map: Affine) {
        unsafe path.withNumbers { commands, points in
            unsafe scrim_page_path(page, commands, path.commands.count, points, scrim_page_map(map))
        }
    }

    private func set(_ paint: VectorPaint) {
        switch paint {
        case .color(let color, let opacity):
            unsafe scrim_page_color(
                page, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
                Double(color.alpha) / 255 * max(0, min(opacity, 1)))
        case .gradient(let gradient, let map, let opacity): set(gradient, map, max(0, min(opacity, 1)))
        }
    }

    /// Sets a gradient. Locations outside 0…1 are rescaled together with the end points; beyond an end that does not
    /// extend, the colour is transparent.
    private func set(_ gradient: Gradient, _ map: Affine, _ opacity: Double) {
        guard let first = gradient.stops.first, let last = gradient.stops.last else {
            return unsafe scrim_page_color(page, 0, 0, 0, 0)
        }
        let low = min(0, first.location)
        let length = max(1, last.location) - low
        func end(_ t: Double) -> [Double] {
            let at = gradient.from + (gradient.to - gradient.from) * t
            return [at.x, at.y, gradient.fromRadius + (gradient.toRadius - gradient.fromRadius) * t]
        }
        func add(_ stop: Gradient.Stop, _ alpha: Double) {
            stops.append(
                scrim_page_stop(
                    offset: (stop.location - low) / length, red: Double(stop.color.red) / 255,
                    green: Double(stop.color.green) / 255, blue: Double(stop.color.blue) / 255,
                    alpha: Double(stop.color.alpha) / 255 * alpha))
        }
        stops.removeAll(keepingCapacity: true)
        if !gradient.extendsBefore { add(first, 0) }
        for stop in gradient.stops { add(stop, opacity) }
        if !gradient.extendsAfter { add(last, 0) }
        let ends = end(low) + end(low + length)
        unsafe scrim_page_gradient(
            page, gradient.kind == .radial, ends, scrim_page_map(map.concat(gradient.map)), stops, stops.count)
    }

    // MARK: Glyphs

    private func draw(_ run: GlyphRun, _ glyphs: [Glyph], _ map: Affine, _ paint: VectorPaint) {
        set(paint)
        let canSelect = format == .pdf
        scratch.removeAll(keepingCapacity: true)
        for placed in run.glyphs {
            let glyph = glyphs[Int(placed.glyph)]
            let at = map.concat(Affine(run.em, 0, 0, run.em, placed.at.x, placed.at.y))
            if let pixels = glyph.pixels {
                draw(glyph, pixels, at, paint)
            } else if canSelect {
                define(glyph)
                scratch.append(scrim_page_glyph(number: glyph.number, x: placed.at.x, y: placed.at.y))
            } else {
                trace(glyph.outline, at)
                unsafe scrim_page_fill(page, false)
            }
        }
        unsafe scrim_page_glyphs(page, scratch, scratch.count, run.em, scrim_page_map(map))
    }

    private func define(_ glyph: Glyph) {
        if unsafe scrim_page_knows_glyph(page, glyph.number) { return }
        let path = glyph.outline
        var text: [CChar] = []
        if let character = glyph.character, character.value >= 32 {
            text = String(Character(character)).utf8.map { CChar(bitPattern: $0) }
        }
        unsafe path.withNumbers { commands, points in
            unsafe scrim_page_define_glyph(
                page, glyph.number, commands, path.commands.count, points, text, text.count)
        }
    }

    /// Pictures of glyphs by number; they must stay until the file is written.
    private var pictures: [UInt32: Bitmap] = [:]

    private func draw(_ glyph: Glyph, _ pixels: Glyph.Pixels, _ map: Affine, _ paint: VectorPaint) {
        guard case .color(let color, let opacity) = paint else { return }
        guard let bitmap = pictures[glyph.number] ?? Self.bitmap(pixels) else { return }
        pictures[glyph.number] = bitmap
        let (box, w, h) = (glyph.box, Double(pixels.width), Double(pixels.height))
        let inside = Affine(box.width / w, 0, 0, box.height / h, box.x, box.y)
        place(VectorImage(bitmap), map.concat(inside), opacity * Double(color.alpha) / 255, true)
        set(paint)
    }

    private static func bitmap(_ pixels: Glyph.Pixels) -> Bitmap? {
        guard let bitmap = try? Bitmap(width: pixels.width, height: pixels.height) else { return nil }
        let bytes = pixels.width * 4
        for y in 0..<pixels.height {
            unsafe bitmap.withRow(y) { row in
                unsafe pixels.words.withUnsafeBytes { words in
                    unsafe row.copyMemory(
                        from: UnsafeRawBufferPointer(rebasing: words[(y * bytes)..<((y + 1) * bytes)]))
                }
            }
        }
        return bitmap
    }
}

extension scrim_page_map {
    fileprivate init(_ map: Affine) { self.init(a: map.a, b: map.b, c: map.c, d: map.d, tx: map.tx, ty: map.ty) }
}

extension Path {
    /// Passes the commands and the coordinates as raw numbers.
    fileprivate func withNumbers(_ body: (UnsafePointer<UInt8>?, UnsafePointer<Double>?) -> Void) {
        unsafe commands.withUnsafeBytes { commands in
            unsafe points.withUnsafeBytes { points in
                unsafe body(
                    commands.baseAddress?.assumingMemoryBound(to: UInt8.self),
                    points.baseAddress?.assumingMemoryBound(to: Double.self))
            }
        }
    }
}
