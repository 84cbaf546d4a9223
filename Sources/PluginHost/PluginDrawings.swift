package import Geometry
package import Scene
import ScrimPluginABI

/// What layers of plugin kinds look like: asks the plugins, and keeps what they keep for each object.
package final class PluginDrawings {
    /// What a plugin keeps for one object.
    @safe
    private struct Instance {
        var kind: PluginKind
        var object: ObjectID
        var pointer: UnsafeMutableRawPointer?
    }

    /// Goes with the host that made it.
    private unowned let host: PluginHost
    private var instances: [Int32: Instance] = [:]

    init(_ host: PluginHost) { self.host = host }

    /// The drawing of the layer at `place`, asked from its plugin now; nil for kinds of the core, which draw nothing more.
    ///
    /// `time`: the layer's own, for kinds that use it. A kind that fails or is suspended gives a placeholder: a crossed box in magenta over the bounds.
    package func drawing(of place: Int32, at time: Double = 0, in scene: Scene) -> Drawing? {
        let slot = scene.slots[Int(place)]
        guard let kind = host.kind(slot.kind), case .layer(let table)? = kind.contract?.table else { return nil }
        guard kind.lifecycle.state == .suspended || kind.lifecycle.apply(.use) else { return nil }
        guard kind.lifecycle.state == .active, let drawing = ask(kind, table, place, time, scene) else {
            return .placeholder(slot.bounds)
        }
        return drawing
    }

    /// True when the layer's drawing depends on its bounds, so that it has to be asked for again when their size changes.
    package func usesBounds(_ place: Int32, in scene: Scene) -> Bool {
        host.kind(scene.slots[Int(place)].kind)?.usesBounds ?? false
    }

    /// Lets the plugin free what it keeps for an object that is gone. Harmless for any other place.
    package func objectRemoved(_ place: Int32) {
        guard let instance = instances.removeValue(forKey: place) else { return }
        destroy(instance)
    }

    /// How many objects plugins keep something for.
    package var count: Int { instances.count }

    /// Lets a kind free what it keeps for all of its objects.
    func drop(_ kind: PluginKind) {
        for (place, instance) in instances where instance.kind === kind {
            instances[place] = nil
            destroy(instance)
        }
    }

    private func destroy(_ instance: Instance) {
        guard case .layer(let table)? = instance.kind.contract?.table, let destroy = unsafe table.destroy else {
            return
        }
        let call = host.services.call
        host.timed(instance.kind.plugin) {
            call.begin(instance.kind, -1, nil, object: instance.object.bits)
            unsafe destroy(instance.pointer)
            call.end()
        }
    }

    /// Creates what is missing, then update and draw. Nil after a strike.
    private func ask(
        _ kind: PluginKind, _ table: scrim_layer, _ place: Int32, _ time: Double, _ scene: Scene
    ) -> Drawing? {
        let object = scene.id(of: place)
        if let old = instances[place], old.object != object || old.kind !== kind { objectRemoved(place) }
        let call = host.services.call
        let recorder = host.services.recorder
        var drawing: Drawing?
        let fault: String? = host.timed(kind.plugin) {
            call.begin(kind, place, scene, object: object.bits)
            defer { call.end() }
            if instances[place] == nil {
                var pointer: UnsafeMutableRawPointer?
                if let create = unsafe table.create {
                    let status = unsafe create(host.table.host, kind.contract?.context, object.bits, &pointer)
                    guard status == 0 else { return "create gave \(Status.name(status))" }
                }
                instances[place] = unsafe Instance(kind: kind, object: object, pointer: pointer)
            }
            let pointer = unsafe instances[place]?.pointer
            var request = scrim_draw(
                size: UInt32(MemoryLayout<scrim_draw>.size), reserved: 0, object: object.bits,
                bounds: scrim_rect(scene.slots[Int(place)].bounds), time: time)
            if let update = unsafe table.update {
                let status = unsafe update(pointer, host.table.host, &request)
                guard status == 0 else { return "update gave \(Status.name(status))" }
            }
            guard let draw = unsafe table.draw else { return "no draw" }
            recorder.begin()
            let status = unsafe draw(pointer, host.table.host, &request, host.table.canvas)
            drawing = recorder.end()
            if let fault = recorder.fault { return "draw: \(fault)" }
            guard status == 0 else {
                drawing = nil
                return "draw gave \(Status.name(status))"
            }
            return nil
        }
        guard let fault else { return drawing }
        host.strike(kind, fault)
        if kind.lifecycle.state == .suspended { drop(kind) }
        return nil
    }
}

extension Drawing {
    /// What stands for a picture that could not be had: a crossed box in magenta, nothing in empty bounds. Sublayers are drawn
    /// as ever.
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
