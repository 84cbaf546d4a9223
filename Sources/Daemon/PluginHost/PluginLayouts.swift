package import Geometry
package import Scene
package import SceneTables
package import Schema
import ScrimPluginABI

/// Arranges sublayers of layers of plugin kinds by calling the plugins.
package final class PluginLayouts: LayerArranger {
    private let calls: PluginCalls
    private let drawings: PluginDrawings

    init(_ calls: PluginCalls, _ drawings: PluginDrawings) { (self.calls, self.drawings) = (calls, drawings) }

    package func frames(of sublayers: [ArrangedLayer], in size: Size, of slot: Slot, _ scene: Scene) -> [Rect]? {
        var frames = [scrim_rect](repeating: scrim_rect(x: 0, y: 0, width: 0, height: 0), count: sublayers.count)
        let isDone = unsafe ask(sublayers, size, slot, scene) { table, host, context, layout in
            unsafe frames.withUnsafeMutableBufferPointer { frames in
                guard let start = frames.baseAddress, let arrange = unsafe table.arrange else { return nil }
                let status = unsafe arrange(context, host, layout, start)
                if status != 0 { return "arrange gave \(Status.name(status))" }
                let isFinite = unsafe frames.allSatisfy {
                    $0.x.isFinite && $0.y.isFinite && $0.width.isFinite && $0.height.isFinite
                }
                return isFinite ? nil : "arrange gave a frame that is not finite"
            }
        }
        return isDone ? frames.map { Rect($0.x, $0.y, $0.width, $0.height) } : nil
    }

    package func size(
        for sublayers: [ArrangedLayer], in width: Double, of slot: Slot, _ scene: Scene
    ) -> Size? {
        var size = scrim_point(x: 0, y: 0)
        // A width of 0 means that none was given.
        let room = Size(width.isFinite ? max(width, .leastNonzeroMagnitude) : 0, 0)
        let isDone = unsafe ask(sublayers, room, slot, scene) { table, host, context, layout in
            guard let fit = unsafe table.fit else { return nil }
            let status = unsafe fit(context, host, layout, &size)
            if status != 0 { return "fit gave \(Status.name(status))" }
            return size.x >= 0 && size.y >= 0 && size.x.isFinite && size.y.isFinite
                ? nil : "fit gave a size that is none"
        }
        return isDone ? Size(size.x, size.y) : nil
    }

    private typealias Question = (
        scrim_layer, UnsafePointer<scrim_host>, UnsafeMutableRawPointer?, UnsafePointer<scrim_layout>
    ) -> String?

    /// The kind whose plugin lays the layer out: that of `stack` for a list, which has the same properties.
    private func kind(of slot: Slot, _ scene: Scene) -> PluginKind? {
        let own = scene.rows[Int(slot)].kind
        guard own == .each else { return calls.kind(scene.kinds.base(own)) }
        // If it is refused, there is no layout.
        return (try? scene.kinds.find("stack")).flatMap { $0 }.flatMap { calls.kind($0) }
    }

    /// Asks a plugin a question about a layout. False when there is no answer; a fault is a strike.
    private func ask(
        _ sublayers: [ArrangedLayer], _ size: Size, _ slot: Slot, _ scene: Scene, _ question: Question
    ) -> Bool {
        guard let kind = kind(of: slot, scene), let contract = kind.contract,
            case .layer(let table) = contract.table,
            kind.lifecycle.state != .suspended, kind.lifecycle.apply(.use)
        else { return false }
        let object = scene.id(of: slot).bits
        let call = calls.services.call
        let list = sublayers.map {
            scrim_sublayer(width: $0.size.width, height: $0.size.height, grow: $0.grow, basis: $0.basis ?? -1)
        }
        let hints = sublayers.map {
            scrim_sublayer_hints(
                shrink: $0.shrink, minimum: $0.lengths.minimum, maximum: $0.lengths.maximum,
                spacing: $0.spacing ?? .nan, alignment: UInt32($0.alignment), reserved: 0)
        }
        let measuring = Measuring(scene, sublayers)
        let fault: String? = calls.timed(kind.plugin) {
            call.begin(kind, slot, scene, object: object)
            defer { call.end() }
            return unsafe list.withUnsafeBufferPointer { list in
                unsafe hints.withUnsafeBufferPointer { hints in
                    var layout = unsafe scrim_layout(
                        size: UInt32(MemoryLayout<scrim_layout>.size), count: UInt32(list.count), object: object,
                        width: size.width, height: size.height, sublayers: list.baseAddress,
                        context: Unmanaged.passUnretained(measuring).toOpaque(), measure: Measuring.measure,
                        hints: hints.baseAddress, baselines: Measuring.baselines)
                    return withExtendedLifetime(measuring) {
                        unsafe question(table, calls.table.host, contract.context, &layout)
                    }
                }
            }
        }
        let foreign = calls.services.fault
        calls.services.fault = nil
        guard let fault else { return true }
        calls.strike(kind, foreign ?? fault)
        if kind.lifecycle.state == .suspended { drawings.drop(kind) }
        return false
    }
}

/// The object behind the context of a layout's `measure`.
private final class Measuring {
    private let scene: Scene
    private let sublayers: [ArrangedLayer]

    init(_ scene: Scene, _ sublayers: [ArrangedLayer]) { (self.scene, self.sublayers) = (scene, sublayers) }

    static let measure:
        @convention(c) (UnsafePointer<scrim_layout>, UInt32, Double, UnsafeMutablePointer<scrim_point>) -> UInt32 = {
            layout, index, width, size in
            guard let context = unsafe layout.pointee.context else { return Status.invalid.rawValue }
            return unsafe Unmanaged<Measuring>.fromOpaque(context)._withUnsafeGuaranteedRef { measuring in
                guard let found = measuring.size(Int(index), width: width) else { return Status.invalid.rawValue }
                unsafe size.pointee = scrim_point(x: found.width, y: found.height)
                return Status.ok.rawValue
            }
        }

    /// The size of a sublayer for a width; nil for a wrong index or width.
    private func size(_ index: Int, width: Double) -> Size? {
        guard index < sublayers.count, !width.isNaN else { return nil }
        let insets = sublayers[index].insets
        let room = max(0, width + insets.left + insets.right)
        return insets.within(scene.layout.ownSize(of: sublayers[index].slot, width: room))
    }

    static let baselines:
        @convention(c) (UnsafePointer<scrim_layout>, UInt32, Double, UnsafeMutablePointer<scrim_point>) -> UInt32 = {
            layout, index, width, result in
            guard let context = unsafe layout.pointee.context else { return Status.invalid.rawValue }
            let measuring = unsafe Unmanaged<Measuring>.fromOpaque(context).takeUnretainedValue()
            guard Int(index) < measuring.sublayers.count, !width.isNaN else { return Status.invalid.rawValue }
            let (scene, sublayer) = (measuring.scene, measuring.sublayers[Int(index)])
            let (slot, top) = (sublayer.slot, sublayer.insets.top)
            let kind = scene.kind(of: slot)
            guard let first = kind.property(named: "firstBaseline"), let last = kind.property(named: "lastBaseline"),
                kind[first].isDerived, kind[last].isDerived
            else { return Status.none.rawValue }
            unsafe result.pointee = scrim_point(
                x: scene.value(slot, first).number - top, y: scene.value(slot, last).number - top)
            return Status.ok.rawValue
        }
}
