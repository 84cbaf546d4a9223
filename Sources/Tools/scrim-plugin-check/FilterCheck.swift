import Geometry
import Pixels
import PluginHost
import Scene

/// Tests a filter on noise with random arguments and maps: a window of the result must not depend on whether the source
/// is complete, cut to the filter's reach, or different beyond it.
struct FilterCheck {
    let bench: Bench
    let name: String

    func run() throws(Fault) {
        var random = Random(seed: 4)
        var more = Random(seed: 5)
        for round in 0..<200 {
            var function = FilterFunction(.plugin, name: name, arguments: [])
            // Includes invalid values and wrong counts: the host adapts them to the schema.
            for _ in 0..<random.below(18) {
                let nonsense = [.nan, .infinity, -.infinity, 1e300, -1e-300][random.below(5)]
                function.arguments.append(round % 4 == 0 ? nonsense : random.number(-20, 20))
            }
            // The maximum number for a filter.
            for _ in 0..<(round % 4 == 3 ? more.below(FilterFunction.maxArguments) : 0) {
                function.arguments.append(more.number(-20, 20))
            }
            if random.below(2) == 0 { function.color = Color(UInt8(random.below(256)), 0x80, 0xFF, 0x40) }
            let scale = [1, 2, 0.25, 7.5][random.below(4)]
            let map = random.below(3) > 0 ? Affine.scale(scale, scale) : Affine(0, scale, -scale, 0, 3.5, -2)
            guard let filter = bench.host.filter(function, map: map) else { throw Fault("\(name) is not there") }
            try bench.checkStrikes()
            do throws(Fault) {
                try windows(filter, &random)
            } catch {
                let words = function.arguments.map { "\($0)" }.joined(separator: ", ")
                throw Fault("\(name)(\(words)): \(error.message)")
            }
        }
    }

    private func windows(_ filter: PluginFilter, _ random: inout Random) throws(Fault) {
        let (x, y) = (Int32(random.below(200)) - 100, Int32(random.below(200)) - 100)
        let source = try Sheet(random.part(of: PixelRect(x, y, x + 40, y + 30)))
        source.fill { _, _ in random.pixel() }
        // (A reach may be thousands of pixels.)
        let all = filter.reach.output(of: source.rect).intersection(source.rect.outset(20))
        let whole = try apply(filter, source, all)
        guard try apply(filter, source, all).isPart(of: whole) else { throw Fault("two results differ") }
        guard !whole.contains(where: { max($0 >> 16 & 255, $0 >> 8 & 255, $0 & 255) > $0 >> 24 }) else {
            throw Fault("a pixel is not premultiplied")
        }

        let part = random.part(of: all)
        let needed = filter.reach.input(for: part)
        // Only the needed pixels; and other pixels where none are needed.
        let kept = needed.intersection(source.rect)
        let less = try Sheet(kept.isEmpty ? part : kept)
        less.fill { x, y in source[x, y] }
        guard try apply(filter, less, part).isPart(of: whole) else {
            throw Fault("a window made of what is within reach differs from the whole")
        }
        let other = try Sheet(source.rect.outset(3))
        other.fill { x, y in needed.contains(PixelRect(x, y, x + 1, y + 1)) ? source[x, y] : random.pixel() }
        guard try apply(filter, other, part).isPart(of: whole) else {
            throw Fault("pixels beyond the reach have an effect")
        }
    }

    private func apply(_ filter: PluginFilter, _ source: Sheet, _ rect: PixelRect) throws(Fault) -> Sheet {
        let (before, target) = (try Sheet(source.rect), try Sheet(rect))
        before.fill { x, y in source[x, y] }
        filter.apply(source.bitmap, at: source.origin, into: target.bitmap, at: target.origin)
        try bench.checkStrikes()
        guard source.isFrameWhole, before.isPart(of: source) else { throw Fault("the source was written to") }
        guard target.isFrameWhole else { throw Fault("something was written beside the target") }
        return target
    }
}
