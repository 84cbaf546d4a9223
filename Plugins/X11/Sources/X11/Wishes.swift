/// The settings requested by the output's properties.
struct Wishes: Equatable {
    enum Role: UInt32 {
        case toplevel, overlay
    }

    var role = Role.toplevel
    /// Numbered as in the Wayland output: background, bottom, top, overlay.
    var layer: UInt32 = 3
    /// Bits: top, bottom, left, right.
    var anchor: UInt32 = 0
    /// Top, right, bottom, left, in points.
    var margin: [Double] = [0, 0, 0, 0]
    /// In points.
    var exclusiveZone = 0.0
    var title = ""
    var appID = ""
    var isFullscreen = false

    /// True when a new window is required: the type of a window is fixed when it is created.
    func needsOther(than before: Wishes) -> Bool {
        role != before.role || isManaged != before.isManaged || role == .overlay && layer != before.layer
    }

    /// True when the window manager handles the window: windows, and docks with reserved space.
    var isManaged: Bool { role == .toplevel || exclusiveZone > 0 }

    /// An overlay's rectangle on a desktop of this size, in pixels; `size` is the requested one.
    func rect(_ size: (width: Int, height: Int), on desktop: (width: Int, height: Int), scale: Double) -> PixelBox {
        func pixels(_ points: Double) -> Int { Int((points * scale).rounded()) }
        /// Start and length along an axis of the desktop.
        func span(_ length: Int, _ whole: Int, first: Bool, last: Bool, _ before: Int, _ after: Int) -> (Int, Int) {
            switch (first, last) {
            case (true, true): (before, max(1, whole - before - after))
            case (true, false): (before, length)
            case (false, true): (whole - after - length, length)
            case (false, false): ((whole - length) / 2, length)
            }
        }
        let x = span(
            size.width, desktop.width, first: anchor & 4 != 0, last: anchor & 8 != 0, pixels(margin[3]),
            pixels(margin[1]))
        let y = span(
            size.height, desktop.height, first: anchor & 1 != 0, last: anchor & 2 != 0, pixels(margin[0]),
            pixels(margin[2]))
        return PixelBox(x: x.0, y: y.0, width: x.1, height: y.1)
    }

    /// `_NET_WM_STRUT_PARTIAL` of an overlay: space reserved at the left, right, top and bottom, with start and end.
    func strut(_ box: PixelBox, scale: Double) -> [UInt32] {
        var strut = [UInt32](repeating: 0, count: 12)
        guard role == .overlay, exclusiveZone > 0 else { return strut }
        let zone = exclusiveZone * scale
        func side(_ at: Int, _ margin: Double, _ first: Int, _ length: Int) {
            strut[at] = UInt32(max(0, (zone + margin * scale).rounded()))
            strut[4 + 2 * at] = UInt32(clamping: first)
            strut[5 + 2 * at] = UInt32(clamping: first + length - 1)
        }
        // The only edge to which it is attached, or the one between two opposite edges.
        switch anchor {
        case 1, 13: side(2, margin[0], box.x, box.width)
        case 2, 14: side(3, margin[2], box.x, box.width)
        case 4, 7: side(0, margin[3], box.y, box.height)
        case 8, 11: side(1, margin[1], box.y, box.height)
        default: break
        }
        return strut
    }
}

/// A rectangle of the desktop, in pixels.
struct PixelBox: Equatable {
    var x = 0
    var y = 0
    var width = 1
    var height = 1
}
