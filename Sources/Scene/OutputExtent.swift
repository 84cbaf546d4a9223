package import Geometry

/// Size of an output's picture in pixels, and its bounds.
package struct OutputExtent: Equatable, Sendable {
    /// Longest side in pixels; rectangles of pixels reach no farther.
    package static let longestSide = 32_000
    /// Most pixels of one output: a gibibyte of memory.
    package static let mostPixels = 1 << 28

    /// In pixels, at least 1.
    package let width: Int
    package let height: Int

    package init(_ size: Size, scale: Double) {
        width = max(1, Int((size.width * scale).rounded()))
        height = max(1, Int((size.height * scale).rounded()))
    }

    /// Pixels in memory, where rows are padded to 64 bytes.
    package var pixels: Int { (width + 15) / 16 * 16 * height }

    /// Throws `limit` with the name of the bound that the picture of the output `name` exceeds.
    func check(_ name: String) throws(SceneError) {
        if width > Self.longestSide || height > Self.longestSide {
            throw SceneError(
                .limit, "\"\(name)\" would be \(width)x\(height) pixels; output.side allows \(Self.longestSide)")
        }
        if pixels > Self.mostPixels {
            throw SceneError(
                .limit, "\"\(name)\" would be \(width)x\(height) pixels; output.pixels allows \(Self.mostPixels)")
        }
    }
}

/// Bounds on the pictures of outputs.
extension Scene {
    package func extent(of output: Slot) -> OutputExtent {
        OutputExtent(
            value(output, OutputProperty.size.id).size, scale: value(output, OutputProperty.scale.id).number)
    }

    /// Pixels of all outputs.
    package var outputPixels: Int { outputs.reduce(0) { $0 + extent(of: $1).pixels } }

    /// Throws `limit` when an output's picture is too large, or when all together have come to exceed `limit.outputPixels`.
    ///
    /// - Parameter before: `outputPixels` before the change; a sum that has not grown is accepted.
    package func checkOutputs(since before: Int) throws(SceneError) {
        for output in outputs { try extent(of: output).check(name(of: output)) }
        try checkSum(outputPixels, since: before)
    }

    /// Throws as `checkOutputs` would if a screen's answer were stored.
    package func checkScreen(_ output: Slot, size: Size?, scale: Double?) throws(SceneError) {
        let old = extent(of: output)
        let new = OutputExtent(
            size ?? value(output, OutputProperty.size.id).size,
            scale: scale ?? value(output, OutputProperty.scale.id).number)
        try new.check(name(of: output))
        let before = outputPixels
        try checkSum(before - old.pixels + new.pixels, since: before)
    }

    private func checkSum(_ sum: Int, since before: Int) throws(SceneError) {
        let limit = Int(value(Scene.daemon, SettingsProperty.limitOutputPixels.id).number)
        guard sum > limit, sum > before else { return }
        throw SceneError(
            .limit,
            "all outputs would be \(sum) pixels; limit.outputPixels allows \(limit), set daemon limit.outputPixels=N for more"
        )
    }
}
