import RowLoops

/// ITU-R BT.601 §2.5, from full-range RGB to limited-range Y'CbCr of eight bits:
/// Y = .299 R + .587 G + .114 B, Cb = (B − Y) / 1.772, Cr = (R − Y) / 1.402, at 219 steps for Y and 224 for Cb and Cr.
///
/// YUV4MPEG2 cannot name its matrix, and its readers take this one.
enum BT601 {
    /// Converts premultiplied argb `pixels`, shown over black, to three planes that are `plane` bytes apart.
    ///
    /// - Parameter first: the offset of the first pixel's Y in `bytes`.
    static func convert(
        _ pixels: UnsafeRawBufferPointer, into bytes: UnsafeMutableRawBufferPointer, at first: Int, plane: Int
    ) {
        let count = pixels.count / 4
        precondition(first >= 0 && first + 2 * plane + count <= bytes.count)
        guard count > 0, let base = bytes.baseAddress, let from = pixels.baseAddress else { return }
        let y = unsafe base.assumingMemoryBound(to: UInt8.self) + first
        unsafe scrim_row_y4m(y, y + plane, y + 2 * plane, from.assumingMemoryBound(to: UInt32.self), count)
    }
}
