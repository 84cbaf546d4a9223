package import Geometry
package import Pixels

/// The current frame of a film in its file format. Kept between frames, so that only changes are converted.
package struct FilmFrame {
    package let format: FilmFormat
    package let width: Int
    package let height: Int
    /// The complete bytes of the frame, including its header.
    package private(set) var bytes: [UInt8]
    private static let frameHeader = Array("FRAME\n".utf8)

    /// The first frame is black; for `rgba`, transparent. Sides are 1…`Bitmap.maxSide`.
    package init(_ format: FilmFormat, width: Int, height: Int) {
        self.format = format
        self.width = width
        self.height = height
        switch format {
        case .rgba: bytes = [UInt8](repeating: 0, count: width * height * 4)
        case .y4m:
            bytes = Self.frameHeader
            bytes += [UInt8](repeating: 16, count: width * height)
            bytes += [UInt8](repeating: 128, count: 2 * width * height)
        // PDF films consist of pages instead of pictures.
        case .pdf: bytes = []
        }
    }

    /// The header before the first frame. `comment` is added for programs; it must not contain spaces.
    package func header(_ rate: FrameRate, _ comment: String = "") -> [UInt8] {
        guard format == .y4m else { return [] }
        let form = "W\(width) H\(height) F\(rate.numerator):\(rate.denominator) Ip A1:1 C444 XCOLORRANGE=LIMITED"
        return Array("YUV4MPEG2 \(form)\(comment.isEmpty ? "" : " X\(comment)")\n".utf8)
    }

    /// Converts the pixels of `rect`. - Precondition: an argb bitmap of the film's size.
    package mutating func update(from bitmap: Bitmap, in rect: PixelRect) {
        precondition(bitmap.width == width && bitmap.height == height && bitmap.format == .argb)
        let rect = rect.intersection(bitmap.bounds)
        guard !rect.isEmpty, format != .pdf else { return }
        let (width, height, format) = (width, height, format)
        unsafe bytes.withUnsafeMutableBytes { bytes in
            for y in Int(rect.y0)..<Int(rect.y1) {
                let at = y * width + Int(rect.x0)
                unsafe bitmap.withRow(y) { row in
                    let pixels = unsafe UnsafeRawBufferPointer(rebasing: row[Int(rect.x0) * 4..<Int(rect.x1) * 4])
                    switch format {
                    case .pdf: break
                    case .rgba:
                        let to = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[(at * 4)...])
                        unsafe PictureEncoder.straighten(pixels, into: to)
                    case .y4m:
                        let first = Self.frameHeader.count + at
                        unsafe BT601.convert(pixels, into: bytes, at: first, plane: width * height)
                    }
                }
            }
        }
    }
}
