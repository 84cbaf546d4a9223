import Frame
import Geometry
import Pixels

/// Overlays that `debug` shows on top of the picture.
package struct OverlaySettings: Equatable, Sendable {
    /// Flashes the composited rectangles.
    package var damage = false
    /// Outlines layers: painted ones in green, group buffers in red, rasterized and perspective ones in yellow, ones
    /// hidden by opaque layers in blue.
    package var borders = false
    /// Shows a bar for each of the last frames: its fraction of the refresh interval.
    package var meter = false

    package init() {}

    package var isOn: Bool { damage || borders || meter }
}

/// The overlays of one output, painted over a frame and removed with the next: each frame's damage includes the pixels
/// covered before and now.
struct Overlays {
    /// Duration of a flash, in frames.
    static let flashFrames = 8
    /// Maximum number of flashes; the oldest end early.
    static let mostFlashes = 64
    /// Maximum number of outlined layers.
    static let mostOutlines = 4096
    private static let meterBars = 120
    private static let meterHeight = 40

    var settings = OverlaySettings()
    private struct Flash {
        var rect: PixelRect
        var left: Int
    }
    private var flashes: [Flash] = []
    /// The boxes of layers, if borders are shown.
    var outlines: [LayerOutline] = []
    /// Fractions of the refresh interval, the newest last.
    private var bars: [Double] = []

    /// True while a flash fades and more frames are needed.
    var isFading: Bool { !flashes.isEmpty }

    mutating func forget() {
        flashes.removeAll()
        bars.removeAll()
    }

    /// Begins a frame with the changes `content`: adds to `damage` the pixels that overlays cover now and covered
    /// before.
    mutating func prepare(_ content: [PixelRect], _ damage: inout Damage, _ output: PixelRect) {
        guard settings.isOn else { return }
        for at in flashes.indices {
            damage.add(flashes[at].rect)
            flashes[at].left -= 1
        }
        flashes.removeAll { $0.left <= 0 }
        if settings.damage {
            for rect in content { flashes.append(Flash(rect: rect, left: Self.flashFrames)) }
            if flashes.count > Self.mostFlashes { flashes.removeFirst(flashes.count - Self.mostFlashes) }
        }
        // Outlines may be anywhere.
        if settings.borders { damage.add(output) }
        if settings.meter { damage.add(meterBox(output)) }
    }

    /// Records that a frame took the fraction `part` of the interval.
    mutating func note(_ part: Double) {
        guard settings.meter else { return }
        bars.append(max(0, min(part, 2)))
        if bars.count > Self.meterBars { bars.removeFirst() }
    }

    private func meterBox(_ output: PixelRect) -> PixelRect {
        PixelRect(
            output.x1 - Int32(Self.meterBars) - 4, output.y0 + 4, output.x1 - 4,
            output.y0 + 4 + Int32(Self.meterHeight)
        ).intersection(output)
    }

    /// Paints the overlays within the clip of `canvas`.
    func paint(on canvas: borrowing Canvas, _ output: PixelRect) {
        if settings.borders {
            for outline in outlines { Self.frame(outline.rect, Self.color(outline.state), on: canvas) }
        }
        for flash in flashes {
            // Fading. Areas that change in each frame have all flashes on them, which must remain translucent together.
            let alpha = UInt8(48 * flash.left / Self.flashFrames)
            canvas.fill(flash.rect, PremultipliedColor(Color(255, 0, 200, alpha)))
        }
        if settings.meter { paintMeter(on: canvas, output) }
    }

    private static func color(_ state: LayerOutline.State) -> PremultipliedColor {
        switch state {
        case .painted: PremultipliedColor(Color(0, 200, 80))
        case .group: PremultipliedColor(Color(255, 60, 60))
        case .rasterized: PremultipliedColor(Color(230, 180, 0))
        case .culled: PremultipliedColor(Color(60, 120, 255))
        }
    }

    private static func frame(_ r: PixelRect, _ color: PremultipliedColor, on canvas: borrowing Canvas) {
        canvas.fill(PixelRect(r.x0, r.y0, r.x1, r.y0 + 1), color)
        guard r.height > 1 else { return }
        canvas.fill(PixelRect(r.x0, r.y1 - 1, r.x1, r.y1), color)
        canvas.fill(PixelRect(r.x0, r.y0 + 1, r.x0 + 1, r.y1 - 1), color)
        if r.width > 1 { canvas.fill(PixelRect(r.x1 - 1, r.y0 + 1, r.x1, r.y1 - 1), color) }
    }

    /// The full height of the box is two intervals; the line in the middle is one.
    private func paintMeter(on canvas: borrowing Canvas, _ output: PixelRect) {
        let box = meterBox(output)
        canvas.fill(box, PremultipliedColor(Color(0, 0, 0, 160)))
        for (i, part) in bars.reversed().enumerated() {
            let x = box.x1 - 1 - Int32(i)
            let height = max(1, Int32((part / 2 * Double(Self.meterHeight)).rounded(.up)))
            let color = part > 1 ? Color(255, 60, 60) : part > 0.5 ? Color(255, 200, 0) : Color(0, 220, 100)
            canvas.fill(PixelRect(x, box.y1 - height, x + 1, box.y1).intersection(box), PremultipliedColor(color))
        }
        let middle = box.y1 - Int32(Self.meterHeight / 2)
        canvas.fill(PixelRect(box.x0, middle, box.x1, middle + 1), PremultipliedColor(Color(255, 255, 255, 160)))
    }
}
