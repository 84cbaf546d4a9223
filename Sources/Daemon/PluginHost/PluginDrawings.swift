package import Geometry
package import Scene
import SceneTables
package import Schema
import ScrimPluginABI

/// The drawings of layers of plugin kinds, and the plugins' instances for each object.
package final class PluginDrawings {
    /// A plugin's instance for one object.
    @safe
    private struct Instance {
        var kind: PluginKind
        var object: ObjectID
        var pointer: UnsafeMutableRawPointer?
    }

    private enum Answer {
        case drawing(Drawing)
        /// The process is still busy.
        case later
        /// The call failed, which is a strike.
        case fault
    }

    private let calls: PluginCalls
    private let registry: KindRegistry
    private var instances: [Slot: Instance] = [:]
    /// The last valid drawings of plugins that run in processes of their own.
    private var last: [Slot: Drawing] = [:]
    /// The longest call since it was reset to nil.
    package var longestCall: LongestCall?

    /// A call for a layer, and its duration.
    package struct LongestCall {
        package var layer: ObjectID
        package var nanoseconds: UInt64
    }

    /// False: kinds are asked for figures, too, for comparison.
    package var drawsFigures = true

    init(_ calls: PluginCalls, _ registry: KindRegistry) {
        (self.calls, self.registry) = (calls, registry)
    }

    /// Layers whose drawings a process is still working on.
    private var awaited: [ObjectID] = []
    /// Called when a drawing was deferred; call `takeAwaited` soon.
    package var onAwaited: (() -> Void)?

    private func putOff(_ object: ObjectID) {
        awaited.append(object)
        if awaited.count == 1 { onAwaited?() }
    }

    /// The layers with deferred drawings; each should be requested again.
    package func takeAwaited() -> [ObjectID] {
        defer { awaited.removeAll(keepingCapacity: true) }
        return awaited
    }

    /// Requests the drawing of the layer at `slot` from its plugin; nil for built-in kinds without one.
    ///
    /// `time` is the layer's local time, for kinds that use it. A kind that fails or is suspended gives a placeholder:
    /// a crossed box in magenta over the bounds. A plugin in a process of its own that fails, or is late, gives the
    /// previous drawing.
    package func drawing(of slot: Slot, at time: Double = 0, in scene: Scene) -> Drawing? {
        drawing(of: slot, at: time, in: SceneView(scene))
    }

    /// The drawing of the layer at `slot` with the values of `view`.
    package func drawing(of slot: Slot, at time: Double, in view: SceneView) -> Drawing? {
        let row = view.row(slot)
        guard let kind = calls.kind(view.scene.kinds.base(row.kind)), case .layer(let table)? = kind.contract?.table
        else { return nil }
        guard kind.lifecycle.state == .suspended || kind.lifecycle.apply(.use) else { return nil }
        guard kind.lifecycle.state == .active else { return .placeholder(row.bounds) }
        if drawsFigures, let drawing = kind.figure?.drawing(of: slot, in: view) { return drawing }
        switch ask(kind, table, slot, time, view) {
        case .drawing(let drawing):
            if kind.plugin.isolated != nil { last[slot] = drawing }
            return drawing
        case .later:
            putOff(view.scene.id(of: slot))
            return last[slot] ?? .empty
        case .fault: return last[slot] ?? .placeholder(row.bounds)
        }
    }

    /// True when the layer's drawing depends on the size of its bounds.
    package func usesBounds(_ slot: Slot, in scene: Scene) -> Bool {
        calls.kind(scene.kinds.base(scene.rows[Int(slot)].kind))?.usesBounds ?? false
    }

    /// Lets the plugin free its instance for a removed object; does nothing for other slots.
    package func objectRemoved(_ slot: Slot) {
        guard let instance = instances.removeValue(forKey: slot) else { return }
        if !last.isEmpty { last[slot] = nil }
        destroy(instance)
    }

    /// Number of objects with an instance.
    package var count: Int { instances.count }

    /// Frees all instances of a kind.
    func drop(_ kind: PluginKind) {
        for (slot, instance) in instances where instance.kind === kind {
            instances[slot] = nil
            last[slot] = nil
            destroy(instance)
        }
    }

    private func destroy(_ instance: Instance) {
        guard case .layer(let table)? = instance.kind.contract?.table, let destroy = unsafe table.destroy else {
            return
        }
        let call = calls.services.call
        calls.timed(instance.kind.plugin) {
            call.begin(instance.kind, -1, nil, object: instance.object.bits)
            unsafe destroy(instance.pointer)
            call.end()
        }
    }

    /// Calls update and draw.
    private func ask(
        _ kind: PluginKind, _ table: scrim_layer, _ slot: Slot, _ time: Double, _ view: SceneView
    ) -> Answer {
        let recorder = calls.services.recorder
        var drawing: Drawing?
        var isLate = false
        let isFine = unsafe call(kind, table, slot, view.scene, view, bounds: view.row(slot).bounds, time: time) {
            pointer, request in
            if let update = unsafe table.update {
                let status = unsafe update(pointer, calls.table.host, request)
                guard status == 0 else { return "update gave \(Status.name(status))" }
            }
            guard let draw = unsafe table.draw else { return "no draw" }
            recorder.begin()
            let status = unsafe draw(pointer, calls.table.host, request, calls.table.canvas)
            drawing = recorder.end()
            if let fault = recorder.fault { return "draw: \(fault)" }
            isLate = status == PluginConversation.later && kind.plugin.isolated != nil
            return status == 0 || isLate ? nil : "draw gave \(Status.name(status))"
        }
        if isLate { return .later }
        return isFine ? drawing.map { .drawing($0) } ?? .fault : .fault
    }

    /// Calls a function of the kind for the layer at `slot`, after `create` if necessary. `body` returns an error,
    /// which is a strike; then this returns false.
    private func call(
        _ kind: PluginKind, _ table: scrim_layer, _ slot: Slot, _ scene: Scene, _ view: SceneView? = nil, bounds: Rect,
        time: Double = 0, isUnchanged: Bool = false,
        _ body: (_ instance: UnsafeMutableRawPointer?, _ request: UnsafePointer<scrim_draw>) -> String?
    ) -> Bool {
        let object = scene.id(of: slot)
        var known = instances[slot]
        if let old = known, old.object != object || old.kind !== kind {
            objectRemoved(slot)
            known = nil
        }
        let call = calls.services.call
        let before = kind.plugin.stats.nanoseconds
        defer {
            let span = kind.plugin.stats.nanoseconds &- before
            if span > longestCall?.nanoseconds ?? 0 { longestCall = LongestCall(layer: object, nanoseconds: span) }
        }
        let fault: String? = calls.timed(kind.plugin) {
            call.begin(kind, slot, scene, view, object: object.bits)
            defer { call.end() }
            if known == nil {
                var pointer: UnsafeMutableRawPointer?
                if let create = unsafe table.create {
                    let status = unsafe create(calls.table.host, kind.contract?.context, object.bits, &pointer)
                    guard status == 0 else { return "create gave \(Status.name(status))" }
                }
                let made = unsafe Instance(kind: kind, object: object, pointer: pointer)
                instances[slot] = made
                known = made
            }
            var request = scrim_draw(
                size: UInt32(MemoryLayout<scrim_draw>.size), reserved: 0, object: object.bits,
                bounds: scrim_rect(bounds), time: time, flags: isUnchanged ? 1 : 0, unused: 0)
            let fault = unsafe body(known?.pointer, &request)
            defer { calls.services.fault = nil }
            return fault.map { calls.services.fault ?? $0 }
        }
        guard let fault else { return true }
        calls.strike(kind, fault)
        if kind.lifecycle.state == .suspended { drop(kind) }
        return false
    }
}

extension PluginDrawings: LayerMeasurer {
    package func drawing(of slot: Slot, in scene: Scene) -> Drawing? { drawing(of: slot, at: 0, in: scene) }

    package func naturalSize(of slot: Slot, width: Double, in scene: Scene) -> Size? {
        guard let (kind, table) = usable(slot, scene), let measure = unsafe table.measure else { return nil }
        var size = scrim_point()
        let isFine = unsafe call(
            kind, table, slot, scene, bounds: scene.layout.measuringBounds(slot),
            isUnchanged: scene.layout.isMeasured(slot)
        ) { pointer, request in
            let status = unsafe measure(pointer, calls.table.host, request, width, &size)
            guard status == 0 else { return "measure gave \(Status.name(status))" }
            let isSize = size.x.isFinite && size.y.isFinite && size.x >= 0 && size.y >= 0
            return isSize ? nil : "measure gave no size"
        }
        return isFine ? Size(size.x, size.y) : nil
    }

    package func computed(_ id: PropertyID, of slot: Slot, in scene: Scene) -> Value? {
        guard let (kind, table) = usable(slot, scene),
            let number = kind.numbers.firstIndex(of: scene.kind(of: slot).baseProperty(id))
        else { return nil }
        if kind.types[number].isComputedList { return list(number, of: slot, kind, table, scene) }
        guard let compute = unsafe table.compute else { return nil }
        var value = [0.0, 0, 0, 0]
        let isFine = unsafe call(kind, table, slot, scene, bounds: scene.layout.givenBounds(slot)) { pointer, request in
            let status = unsafe value.withUnsafeMutableBufferPointer { list in
                unsafe list.baseAddress.map {
                    unsafe compute(pointer, calls.table.host, request, UInt32(number), $0)
                } ?? 0
            }
            guard status == 0 else { return "compute gave \(Status.name(status))" }
            return value.allSatisfy(\.isFinite) ? nil : "compute gave what is no number"
        }
        guard isFine else { return nil }
        return switch kind.types[number] {
        case .point: .point(Point(value[0], value[1]))
        case .size: .size(Size(value[0], value[1]))
        case .rect: .rect(Rect(value[0], value[1], value[2], value[3]))
        case .boolean: .boolean(value[0] != 0)
        default: .number(value[0])
        }
    }

    /// The value of a computed list.
    private func list(
        _ number: Int, of slot: Slot, _ kind: PluginKind, _ table: scrim_layer, _ scene: Scene
    ) -> Value? {
        guard let compute = unsafe table.compute_list else { return nil }
        let isOfRects = kind.types[number] == .rects
        var numbers: [Double] = []
        let isFine = unsafe call(kind, table, slot, scene, bounds: scene.layout.givenBounds(slot)) { pointer, request in
            var (start, count): (UnsafePointer<Double>?, UInt64) = (nil, 0)
            let status = unsafe compute(pointer, calls.table.host, request, UInt32(number), &start, &count)
            guard status == 0 else { return "compute_list gave \(Status.name(status))" }
            guard count <= Self.mostNumbers, unsafe count == 0 || start != nil, !isOfRects || count % 4 == 0 else {
                return "compute_list gave \(count) numbers"
            }
            numbers = unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
            return numbers.allSatisfy(\.isFinite) ? nil : "compute_list gave what is no number"
        }
        guard isFine else { return nil }
        guard isOfRects else { return .numbers(numbers) }
        return .list(
            stride(from: 0, to: numbers.count, by: 4).map {
                .rect(Rect(numbers[$0], numbers[$0 + 1], numbers[$0 + 2], numbers[$0 + 3]))
            })
    }

    /// Maximum length of a computed list.
    private static let mostNumbers = 1 << 18

    package func refusal(of text: String, for id: PropertyID, of kind: Kind) -> String? {
        let id = kind.baseProperty(id)
        guard let kind = registry.loaded(kind.name).flatMap({ calls.kind(registry.base($0)) }),
            let number = kind.numbers.firstIndex(of: id),
            kind.lifecycle.apply(.use), kind.lifecycle.state == .active, let check = unsafe kind.contract?.table.check
        else { return nil }
        let call = calls.services.call
        let refusal = { [calls] in
            calls.timed(kind.plugin) {
                call.begin(kind, -1, nil, object: 0)
                defer { call.end() }
                var text = text
                var reason = unsafe scrim_string()
                let status = text.withUTF8 { bytes in
                    let lent = unsafe scrim_string(
                        bytes: UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self),
                        length: UInt64(bytes.count))
                    return unsafe check(kind.contract?.context, calls.table.host, UInt32(number), lent, &reason)
                }
                return status == 0 ? nil : (try? unsafe readText(reason, "reason")) ?? "it is refused"
            }
        }
        guard let path = Services.path(in: text), let onFileCheck = calls.services.onFileCheck else { return refusal() }
        return onFileCheck(path, refusal)
    }

    /// The layer's kind and its table, if the plugin may be called.
    private func usable(_ slot: Slot, _ scene: Scene) -> (PluginKind, scrim_layer)? {
        usable(scene.kinds.base(scene.rows[Int(slot)].kind))
    }

    private func usable(_ id: KindID) -> (PluginKind, scrim_layer)? {
        guard let kind = calls.kind(id), case .layer(let table)? = kind.contract?.table,
            kind.lifecycle.apply(.use), kind.lifecycle.state == .active
        else { return nil }
        return (kind, table)
    }
}

extension Drawing {
    /// A drawing of the sublayers alone.
    fileprivate static var empty: Drawing {
        var drawing = Drawing()
        drawing.copies = [LayerCopy()]
        return drawing
    }

    /// The placeholder of a failed drawing: a crossed box in magenta; nothing for empty bounds. Sublayers are drawn as
    /// usual.
    static func placeholder(_ bounds: Rect) -> Drawing {
        var drawing = Drawing()
        drawing.copies = [LayerCopy()]
        guard !bounds.isEmpty else { return drawing }
        var box = Path()
        box.move(to: Point(bounds.minX, bounds.minY))
        box.line(to: Point(bounds.maxX, bounds.minY))
        box.line(to: Point(bounds.maxX, bounds.maxY))
        box.line(to: Point(bounds.minX, bounds.maxY))
        box.close()
        var lines = box
        lines.move(to: Point(bounds.minX, bounds.minY))
        lines.line(to: Point(bounds.maxX, bounds.maxY))
        lines.move(to: Point(bounds.maxX, bounds.minY))
        lines.line(to: Point(bounds.minX, bounds.maxY))
        drawing.paths = [box, lines]
        drawing.styles = [StrokeStyle()]
        drawing.operations = [
            .fill(path: 0, rule: .nonZero, color: Color(255, 0, 255, 64)),
            .stroke(path: 1, style: 0, color: Color(255, 0, 255)),
        ]
        return drawing
    }
}
