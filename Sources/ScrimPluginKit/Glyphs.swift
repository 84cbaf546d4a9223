public import ScrimPluginABI

/// A glyph, by its number from `Host.defineGlyph`, and the position of its origin on the baseline.
public typealias PlacedGlyph = scrim_placed_glyph

/// The picture of a glyph, such as an emoji: rows of premultiplied 0xAARRGGBB words without gaps, at most 1024 × 1024
/// pixels.
public struct GlyphPicture: Sendable {
    /// In pixels.
    public var width: Int
    /// In pixels.
    public var height: Int
    /// Row by row.
    public var words: [UInt32]
    /// Its position in ems, y downward from the baseline.
    public var place: Rect

    /// Creates a picture from premultiplied words.
    public init(width: Int, height: Int, words: [UInt32], place: Rect) {
        self.width = width
        self.height = height
        self.words = words
        self.place = place
    }
}

extension Host {
    /// Defines a glyph by its outline, in ems with y downward from the baseline, and returns its number.
    ///
    /// `character` is the one that it represents in documents. Throws `.limit` when too many are defined,
    /// `.unsupported` in a host of contract 1.0.
    public func defineGlyph(_ outline: Path, character: UInt32 = 0) throws(PluginFailure) -> UInt64 {
        var glyph = unsafe scrim_glyph()
        unsafe glyph.character = character
        return unsafe try outline.withRaw { path throws(PluginFailure) in
            unsafe glyph.outline = unsafe path.pointee
            return unsafe try define(&glyph)
        }
    }

    /// Defines a glyph by its picture, and returns its number.
    public func defineGlyph(_ picture: GlyphPicture) throws(PluginFailure) -> UInt64 {
        guard picture.words.count >= picture.width * picture.height else { throw .failed }
        return unsafe try picture.words.withUnsafeBufferPointer { words throws(PluginFailure) in
            var glyph = unsafe scrim_glyph()
            unsafe (glyph.width, glyph.height) = (
                UInt32(clamping: picture.width), UInt32(clamping: picture.height)
            )
            unsafe glyph.place = picture.place
            unsafe glyph.argb = words.baseAddress
            return unsafe try define(&glyph)
        }
    }

    private func define(_ glyph: UnsafeMutablePointer<scrim_glyph>) throws(PluginFailure) -> UInt64 {
        guard unsafe raw.pointee.size > 128 else { throw .unsupported }
        unsafe glyph.pointee.size = UInt32(MemoryLayout<scrim_glyph>.size)
        var number: UInt64 = 0
        try PluginFailure.check(unsafe raw.pointee.define_glyph(raw, glyph, &number))
        return number
    }

    /// Removes a glyph; existing drawings keep it.
    public func forgetGlyph(_ number: UInt64) {
        if unsafe raw.pointee.size > 136 { unsafe raw.pointee.forget_glyph(raw, number) }
    }
}
