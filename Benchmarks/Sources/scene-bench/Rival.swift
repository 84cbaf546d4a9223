import Pixels
import Rivals

/// What draws the same scene in C.
@safe final class Rival {
    private let raw: OpaquePointer

    /// Nil when the library has no way of its own for the scene. The bench outlives the rival.
    init?(_ library: RivalLibrary, _ bench: Bench) {
        let picture = unsafe bench.picture.map { bitmap in
            unsafe bitmap.withRow(0) { unsafe UnsafePointer($0.baseAddress?.assumingMemoryBound(to: UInt32.self)) }
        }
        let made = unsafe bench.rects.withUnsafeBufferPointer { rects in
            unsafe rival_make(
                library, bench.scene, Stage.width, Stage.height, rects.baseAddress, Int32(rects.count), picture ?? nil)
        }
        guard let made = unsafe made else { return nil }
        unsafe raw = unsafe made
    }

    deinit { unsafe rival_free(raw) }

    func frame(_ number: Int32) { unsafe rival_frame(raw, number) }

    /// What was drawn, as long as the rival lives.
    func bitmap() throws -> Bitmap {
        let pixels = unsafe UnsafeMutableRawPointer(mutating: rival_pixels(raw))
        return try unsafe Bitmap(
            borrowing: pixels, width: Int(Stage.width), height: Int(Stage.height), stride: Int(Stage.width) * 4,
            format: .argb)
    }
}
