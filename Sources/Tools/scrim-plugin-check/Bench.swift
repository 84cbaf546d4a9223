import Geometry
import Glibc
import PluginHost
import Scene
import Schema

/// A plugin in its own host, and a scene to test it in.
final class Bench {
    let registry = KindRegistry()
    let host: PluginHost
    let scene: Scene
    private(set) var id = ""
    private var faults: [String] = []
    /// Log lines already shown.
    private var told: Set<String> = []
    private static let logLimit = 20

    init(_ file: String) throws(Fault) {
        host = PluginHost(registry: registry, now: { 0 })
        let host = host
        var id = ""
        try Bench.attempt { () throws(SceneError) in id = try host.load(path: file) }
        self.id = id
        // Create the plugin's output in the scene, so that its properties can be read.
        let output = registry.kinds.firstIndex { $0.family == .output }
        let stage = Kind(name: "stage", family: .output, help: "", properties: OutputProperty.schema)
        scene = Scene(kinds: registry, output: output.map { KindID(UInt16($0)) } ?? registry.add(stage))
        host.onEvent = { [weak self] event in
            if event.what == .strike { self?.faults.append(event.message) }
            if event.what == .log { self?.tell(event.message) }
        }
    }

    var library: String { host.list.first?.path ?? "" }

    func attempt(_ body: () throws(SceneError) -> Void) throws(Fault) { try Bench.attempt(body) }

    private static func attempt(_ body: () throws(SceneError) -> Void) throws(Fault) {
        do throws(SceneError) { try body() } catch { throw Fault(error.message) }
    }

    /// Shows a line of the plugin's log, without repeating it.
    private func tell(_ line: String) {
        guard told.insert(line).inserted, told.count <= Bench.logLimit else { return }
        let text = "            log: \(line)\n"
        _ = unsafe text.withCString { unsafe write(2, $0, strlen($0)) }
    }

    /// Throws the first recorded fault.
    func checkStrikes() throws(Fault) {
        if let fault = faults.first { throw Fault(fault) }
    }

    private func kinds(_ family: KindFamily, _ name: String) throws(Fault) -> [KindID] {
        let kinds = registry.kinds.indices.filter {
            registry.kinds[$0].family == family && registry.kinds[$0].plugin == id
        }
        guard !kinds.isEmpty else { throw .skip("no \(name) kinds") }
        return kinds.map { KindID(UInt16($0)) }
    }

    func layers() throws(Fault) -> [KindID] { try kinds(.layer, "layer") }
    func outputs() throws(Fault) -> [KindID] { try kinds(.output, "output") }

    func filters() throws(Fault) -> [String] {
        guard !host.filterNames.isEmpty else { throw .skip("no filters") }
        return host.filterNames
    }

    func ownProperties(_ kind: KindID) -> [Int] {
        (LayerProperty.schema.count..<registry[kind].properties.count).filter {
            !registry[kind].properties[$0].isReadOnly
        }
    }

    /// A layer of 100 by 60 points.
    func make(_ kind: KindID, _ name: String) throws(Fault) -> Slot {
        var slot: Slot = 0
        try attempt { () throws(SceneError) in
            slot = try scene.objects.create(name, kind)
            try scene.set(slot, LayerProperty.bounds.id, .rect(Rect(0, 0, 100, 60)))
        }
        return slot
    }

    func set(_ slot: Slot, _ id: PropertyID, _ value: Value) throws(Fault) {
        try attempt { () throws(SceneError) in try scene.set(slot, id, value) }
    }

    /// Draws the layer by the plugin's `draw`; `straight`: by the host, if it can (SCRIM_LAYER_DRAWS_FIGURE).
    @discardableResult
    func draw(_ slot: Slot, straight: Bool = false) throws(Fault) -> Drawing {
        host.drawings.drawsFigures = straight
        let drawing = host.drawings.drawing(of: slot, in: scene)
        try checkStrikes()
        guard let drawing else { throw Fault("no drawing") }
        return drawing
    }
}
