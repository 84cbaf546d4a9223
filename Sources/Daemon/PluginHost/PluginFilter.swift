package import Geometry
import Glibc
package import Pixels
import Schema
import ScrimPluginABI

/// One use of a plugin's filter, for a map from points to pixels.
///
/// A call that fails is a strike and leaves the picture unchanged, and so does a suspended kind.
@safe
package final class PluginFilter: PixelFilter {
    private let kind: PluginKind
    private let calls: PluginCalls
    private let numbers: [Double]
    private let color: UInt32
    private let map: Affine
    package private(set) var reach = FilterReach.zero

    package var weight: Int {
        guard case .filter(let table)? = kind.contract?.table else { return FilterFunction.usualWeight }
        let told = Int(table.flags) & SCRIM_FILTER_WEIGHT
        return told == 0 ? FilterFunction.usualWeight : told
    }

    init(_ kind: PluginKind, _ calls: PluginCalls, _ function: FilterFunction, _ map: Affine) {
        (self.kind, self.calls, self.map) = (kind, calls, map)
        var numbers: [Double] = []
        var color: UInt32 = 0
        for property in kind.contract?.properties ?? [] {
            if property.type == .color {
                color = (function.color ?? property.initial.color)?.rgba ?? 0
            } else {
                let index = numbers.count
                var number = index < function.arguments.count ? function.arguments[index] : property.initial.number
                if property.type == .integer { number.round() }
                if !number.isFinite { number = property.initial.number }
                numbers.append(min(max(number, property.minimum), property.maximum))
            }
        }
        (self.numbers, self.color) = (numbers, color)
        guard case .filter(let table)? = kind.contract?.table, let ask = unsafe table.reach else { return }
        var answer = scrim_reach()
        let status = unsafe call { use in
            unsafe ask(calls.table.host, kind.contract?.context, use, &answer)
        }
        let sides = [answer.left, answer.top, answer.right, answer.bottom]
        guard status == 0, sides.allSatisfy({ 0...PixelRect.limit ~= $0 }) else {
            if let status { calls.strike(kind, calls.services.fault("reach", status) ?? "reach gave \(sides)") }
            return
        }
        reach = FilterReach(left: sides[0], top: sides[1], right: sides[2], bottom: sides[3])
    }

    /// Calls the filter; nil when its kind must not be called.
    private func call(_ body: (UnsafePointer<scrim_filter_use>) -> UInt32) -> UInt32? {
        guard kind.lifecycle.apply(.use) else { return nil }
        return calls.timed(kind.plugin) {
            calls.services.call.begin(kind, 0, nil, object: 0)
            defer { calls.services.call.end() }
            return unsafe numbers.withUnsafeBufferPointer { numbers in
                var use = unsafe scrim_filter_use(
                    size: UInt32(MemoryLayout<scrim_filter_use>.size), number_count: UInt32(numbers.count),
                    numbers: numbers.baseAddress, rgba: color, reserved: 0,
                    map: scrim_affine(a: map.a, b: map.b, c: map.c, d: map.d, tx: map.tx, ty: map.ty))
                return unsafe body(&use)
            }
        }
    }

    package func apply(_ source: Bitmap, at: PixelPoint, into target: Bitmap, at to: PixelPoint) {
        target.clear()
        if case .filter(let table)? = kind.contract?.table, let apply = unsafe table.apply {
            let status = unsafe call { use in
                var from = unsafe Self.image(source, at)
                var into = unsafe Self.image(target, to)
                return unsafe apply(calls.table.host, kind.contract?.context, use, &from, &into)
            }
            if status == 0 { return }
            if let status { calls.strike(kind, calls.services.fault("apply", status) ?? "apply failed") }
        }
        target.clear()
        source.copy(at: at, into: target, at: to)
    }

    private static func image(_ bitmap: Bitmap, _ at: PixelPoint) -> scrim_image {
        let rect = scrim_pixels(
            x0: at.x, y0: at.y, x1: at.x + Int32(bitmap.width), y1: at.y + Int32(bitmap.height))
        // The first row's address is that of the bitmap.
        return unsafe bitmap.withRow(0) { row in
            unsafe scrim_image(
                size: UInt32(MemoryLayout<scrim_image>.size), stride: UInt32(bitmap.stride), rect: rect,
                argb: row.baseAddress)
        }
    }
}

extension PluginHost {
    /// The names of plugins' filters, which are valid in filter lists besides the CSS functions.
    package var filterNames: [String] {
        plugins.flatMap { $0.manifest.kinds }.filter { $0.family == .filter }.map(\.name)
    }

    /// The filter for a function of a list; loads its plugin if necessary. Nil when no plugin provides it, or the
    /// plugin is refused (which is reported as an event) or suspended.
    package func filter(_ function: FilterFunction, map: Affine) -> PluginFilter? {
        for plugin in plugins {
            guard let kind = plugin.kinds.first(where: { $0.family == .filter && $0.name == function.name }) else {
                continue
            }
            if kind.contract == nil {
                // Called during painting, where no line can be repeated later.
                isPainting = true
                defer { isPainting = false }
                try? load(kind: kind.name)
            }
            guard kind.contract != nil, kind.lifecycle.state != .suspended else { return nil }
            return PluginFilter(kind, calls, function, map)
        }
        return nil
    }
}
