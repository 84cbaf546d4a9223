import Geometry

/// A shape that emits its coverage to a sink as runs. A pixel's coverage does not depend on the clip.
protocol CoverageShape {
    /// Contains every covered pixel.
    var pixels: PixelRect { get }
    func cover<Sink: CoverageSink>(clip: PixelRect, with tools: CanvasTools, into sink: inout Sink)
}

extension EdgeRect: CoverageShape {
    func cover<Sink: CoverageSink>(clip: PixelRect, with tools: CanvasTools, into sink: inout Sink) {
        cover(clip: clip, into: &sink)
    }
}

/// Whole, fully covered pixels.
struct PixelBlock: CoverageShape {
    let pixels: PixelRect

    func cover<Sink: CoverageSink>(clip: PixelRect, with tools: CanvasTools, into sink: inout Sink) {
        sink.block(pixels.intersection(clip), coverage: 255)
    }
}

/// A path; with `minus` inside of it and the non-zero rule, a ring.
struct PathShape: CoverageShape {
    let path: Path
    var minus: Path?
    let transform: Affine
    let rule: FillRule

    var pixels: PixelRect {
        let box = PathOutline.bounds(path, transform)
        guard let minus else { return box }
        return box.union(PathOutline.bounds(minus, transform))
    }

    func cover<Sink: CoverageSink>(clip: PixelRect, with tools: CanvasTools, into sink: inout Sink) {
        tools.rasterizer.rasterize(path, minus: minus, transform, rule: rule, clip: clip, into: &sink)
    }
}
