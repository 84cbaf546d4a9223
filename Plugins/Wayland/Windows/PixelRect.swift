import ScrimPluginABI
import ScrimPluginKit

extension PixelRect {
    var isEmpty: Bool { x1 <= x0 || y1 <= y0 }

    func intersection(_ other: PixelRect) -> PixelRect {
        PixelRect(x0: max(x0, other.x0), y0: max(y0, other.y0), x1: min(x1, other.x1), y1: min(y1, other.y1))
    }

    /// The bounding box of both; neither is empty.
    func union(_ other: PixelRect) -> PixelRect {
        PixelRect(x0: min(x0, other.x0), y0: min(y0, other.y0), x1: max(x1, other.x1), y1: max(y1, other.y1))
    }

    static func == (a: PixelRect, b: PixelRect) -> Bool {
        a.x0 == b.x0 && a.y0 == b.y0 && a.x1 == b.x1 && a.y1 == b.y1
    }

    static func != (a: PixelRect, b: PixelRect) -> Bool { !(a == b) }
}
