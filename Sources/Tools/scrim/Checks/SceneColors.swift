import Geometry
import Glibc

/// Pixel measurements: contrast of texts with their surroundings, and brightness of the picture.
enum SceneColors {
    /// Relative luminance (WCAG 2.1) of an sRGB color on black; components 0…1.
    static func luminance(_ red: Double, _ green: Double, _ blue: Double) -> Double {
        func linear(_ part: Double) -> Double { part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4) }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// Contrast (WCAG 2.1), 1…21.
    static func contrast(_ a: Double, _ b: Double) -> Double { (max(a, b) + 0.05) / (min(a, b) + 0.05) }

    /// Luminances of a picture in a grid of about 24 by 24, row by row.
    static func grid(of connection: inout Connection, _ output: Rect) throws(Failure) -> [Double] {
        let size = max(output.width, output.height)
        guard size > 0 else { return [] }
        let scale = min(1, 24 / size)
        let pixels = try connection.picture(["scale=\(scale)", "format=rgba"])
        return stride(from: 0, to: pixels.count - 3, by: 4).map { luminance(pixels, $0) }
    }

    /// The median contrast of a text's color with the pixels around its letters; nil when unknown.
    static func contrast(
        of layer: SceneSample.Layer, in sample: SceneSample, _ connection: inout Connection
    ) throws(Failure) -> Double? {
        guard let text = layer.text, let color = text.color, let ink = layer.ink, let clip = layer.clip,
            layer.opacity > 0.1
        else { return nil }
        let seen = ink.intersection(clip).intersection(sample.output)
        // Partly hidden letters are reported elsewhere.
        guard seen.width > 4, seen.height > 4, seen.width * seen.height > 0.5 * ink.width * ink.height else {
            return nil
        }
        let frame = seen.outset(2, 2).intersection(clip).intersection(sample.output)
        let (left, top) = (frame.minX.rounded(.down), frame.minY.rounded(.down))
        let (width, height) = (Int(frame.maxX.rounded(.up) - left), Int(frame.maxY.rounded(.up) - top))
        guard width > 4, height > 4, width * height < 1 << 20 else { return nil }
        let pixels = try connection.picture(["rect=\(left),\(top),\(width),\(height)", "scale=1", "format=rgba"])
        guard pixels.count == width * height * 4 else { return nil }
        let alpha = color.alpha * layer.opacity
        var contrasts: [Double] = []
        for y in 0..<height {
            for x in 0..<width where x < 2 || y < 2 || x >= width - 2 || y >= height - 2 {
                let at = (y * width + x) * 4
                let behind = (0..<3).map { Double(pixels[at + $0]) / 255 * Double(pixels[at + 3]) / 255 }
                let own = [color.red, color.green, color.blue].enumerated().map {
                    $1 * alpha + behind[$0] * (1 - alpha)
                }
                contrasts.append(
                    contrast(luminance(own[0], own[1], own[2]), luminance(behind[0], behind[1], behind[2])))
            }
        }
        return contrasts.isEmpty ? nil : contrasts.sorted()[contrasts.count / 2]
    }

    private static func luminance(_ pixels: [UInt8], _ at: Int) -> Double {
        let alpha = Double(pixels[at + 3]) / 255
        return luminance(
            Double(pixels[at]) / 255 * alpha, Double(pixels[at + 1]) / 255 * alpha, Double(pixels[at + 2]) / 255 * alpha
        )
    }

    /// The time at which more than a quarter of the picture flashes more than three times per second: pairs of opposite
    /// changes by a tenth of the maximum brightness, starting below 0.8 (WCAG 2.3.1). Nil for none.
    static func flash(_ grids: [(time: Double, cells: [Double])]) -> Double? {
        guard let count = grids.map(\.cells.count).min(), count > 0 else { return nil }
        // For each cell, the times of changes in the opposite direction.
        var moments: [Double: Int] = [:]
        for cell in 0..<count {
            var changes: [Double] = []
            var (extreme, direction) = (grids[0].cells[cell], 0.0)
            var isTold = false
            for (time, cells) in grids.dropFirst() {
                let value = cells[cell]
                let step = value - extreme
                if step * direction > 0 {
                    extreme = value
                } else if abs(step) >= 0.1, min(value, extreme) < 0.8 {
                    changes.append(time)
                    (extreme, direction) = (value, step)
                }
                if !isTold, changes.count >= 8, time - changes[changes.count - 8] <= 1 {
                    isTold = true
                    moments[time, default: 0] += 1
                }
            }
        }
        guard moments.values.reduce(0, +) * 4 > count else { return nil }
        return moments.keys.min()
    }
}
