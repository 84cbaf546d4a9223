/// The file format of a film.
package enum FilmFormat: String, CaseIterable, Sendable {
    /// YUV4MPEG2, an uncompressed video format supported by all encoders: 4:4:4, BT.601, limited range, over black.
    case y4m
    /// Raw pictures, one after another: rows of red, green, blue, alpha bytes with straight alpha.
    case rgba
    /// A document with a page of vectors for each frame.
    case pdf
}
