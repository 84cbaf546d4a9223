import CSpng
import ScrimPluginABI
import ScrimPluginKit

extension GlyphPicture {
    /// Decodes a PNG in a font; nil when it is invalid, or larger than 1024 × 1024 pixels.
    init?(png: UnsafeRawBufferPointer, place: Rect) {
        guard place.width > 0, place.height > 0, let context = unsafe spng_ctx_new(0) else { return nil }
        defer { unsafe spng_ctx_free(context) }
        unsafe spng_set_image_limits(context, 1024, 1024)
        unsafe spng_set_chunk_limits(context, 1 << 20, 1 << 20)
        var head = spng_ihdr()
        guard unsafe spng_set_png_buffer(context, png.baseAddress, png.count) == 0,
            unsafe spng_get_ihdr(context, &head) == 0
        else { return nil }
        let count = Int(head.width) * Int(head.height)
        var bytes = [UInt8](repeating: 0, count: count * 4)
        guard
            unsafe spng_decode_image(
                context, &bytes, bytes.count, Int32(SPNG_FMT_RGBA8.rawValue), Int32(SPNG_DECODE_TRNS.rawValue)) == 0
        else { return nil }
        var words = [UInt32](repeating: 0, count: count)
        for place in 0..<count {
            let alpha = UInt32(bytes[place * 4 + 3])
            var word = alpha
            for channel in 0..<3 {
                let product = UInt32(bytes[place * 4 + channel]) * alpha + 128
                word = word << 8 | (product + product >> 8) >> 8
            }
            words[place] = word
        }
        self.init(width: Int(head.width), height: Int(head.height), words: words, place: place)
    }
}
