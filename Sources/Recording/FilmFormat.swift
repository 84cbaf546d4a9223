/// How a film's bytes lie in its file.
package enum FilmFormat: String, CaseIterable, Sendable {
    /// YUV4MPEG2, the uncompressed video that every encoder reads: 4:4:4, BT.601, limited range, over black.
    case y4m
    /// Nothing but pictures, one after another: rows of red, green, blue, alpha bytes, straight alpha.
    case rgba
    /// A document with a page of vectors for each frame.
    case pdf
}
