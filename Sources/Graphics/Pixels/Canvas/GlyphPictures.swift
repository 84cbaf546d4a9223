import Geometry

/// Cache of the glyphs that are pictures, with their mipmaps.
final class GlyphPictures {
    private var pictures: [UInt32: Picture] = [:]
    private(set) var bytes = 0
    /// Maximum size of the pictures, in bytes.
    var budget = 4 << 20 {
        didSet { if bytes > budget { removeAll() } }
    }

    subscript(_ glyph: Glyph) -> Picture? {
        if let known = pictures[glyph.number] { return known }
        guard let pixels = glyph.pixels,
            let bitmap = try? Bitmap(width: pixels.width, height: pixels.height, format: .argb)
        else { return nil }
        for y in 0..<pixels.height {
            let row = unsafe bitmap.row(y).assumingMemoryBound(to: UInt32.self)
            for x in 0..<pixels.width { unsafe row[x] = pixels.words[y * pixels.width + x] }
        }
        let picture = Picture(bitmap)
        // Mipmaps take a third more.
        bytes += bitmap.byteCount * 4 / 3
        if bytes > budget {
            removeAll()
            bytes = bitmap.byteCount * 4 / 3
        }
        pictures[glyph.number] = picture
        return picture
    }

    func removeAll() {
        pictures.removeAll()
        bytes = 0
    }
}
