import Geometry
import PluginHost
import Scene
import Schema

/// The checks, in order.
enum Check: String, CaseIterable {
    case load, version, defaults, values, objects, reload, output, order, filter, decoder

    /// The guarantee that a passed check gives.
    var promise: String {
        switch self {
        case .load: "entry, sizes, tables, schema and manifest agree"
        case .version: "the entry answers hosts of other versions without harm"
        case .defaults: "every layer kind draws with its defaults"
        case .values: "draws with any values in range, and the same twice"
        case .objects: "objects come and go in any order"
        case .reload: "objects outlive a reload"
        case .output: "frames arrive, buffers keep what their age says"
        case .order:
            "acquire before configure is refused; destroy is borne after create, and after acquire without present"
        case .filter: "a window of a filter is the whole's, and nothing beyond the reach matters"
        case .decoder: "a decoder survives files that are none"
        }
    }

    func run(_ file: String) throws(Fault) {
        if self == .version { return try Self.versions(file) }
        let bench = try Bench(file)
        switch self {
        case .load, .version: return
        case .defaults:
            for kind in try bench.layers() { try bench.draw(try bench.make(kind, "a")) }
        case .values: for kind in try bench.layers() { try values(bench, kind) }
        case .objects: for kind in try bench.layers() { try objects(bench, kind) }
        case .reload: for kind in try bench.layers() { try reload(bench, kind) }
        case .output: for kind in try bench.outputs() { try OutputCheck(bench, kind).frames() }
        case .order: for kind in try bench.outputs() { try OutputCheck(bench, kind).order() }
        case .filter: for name in try bench.filters() { try FilterCheck(bench: bench, name: name).run() }
        case .decoder: try decoders(bench)
        }
    }

    private static func versions(_ file: String) throws(Fault) {
        let library = try Bench(file).library
        do throws(SceneError) {
            // A later minor version has the same contract: a plugin has no reason to reject it.
            guard try PluginHost.entry(of: library, answers: 1 << 16 | 9) else {
                throw SceneError(.value, "the entry refuses a host of contract 1.9")
            }
            _ = try PluginHost.entry(of: library, answers: 0)
            _ = try PluginHost.entry(of: library, answers: 2 << 16)
            _ = try PluginHost.entry(of: library, answers: .max)
        } catch {
            throw Fault(error.message)
        }
    }

    private func decoders(_ bench: Bench) throws(Fault) {
        let decoders = Decoders()
        try bench.attempt { () throws(SceneError) in try decoders.load(bench.library) }
        guard !decoders.names.isEmpty else { throw .skip("no decoders") }
        var random = Random(seed: 1)
        for _ in 0..<500 {
            let bytes = (0..<random.below(5000)).map { _ in UInt8(random.below(256)) }
            // Nearly always rejected; an accepted one is a valid picture too.
            unsafe bytes.withUnsafeBytes { unsafe _ = try? decoders.open($0) }
        }
    }

    private func values(_ bench: Bench, _ kind: KindID) throws(Fault) {
        var random = Random(seed: 1)
        let slot = try bench.make(kind, "a")
        for _ in 0..<500 {
            try bench.set(slot, LayerProperty.bounds.id, .rect(random.rect()))
            for number in bench.ownProperties(kind) where random.below(3) == 0 {
                let property = bench.registry[kind].properties[number]
                try bench.set(slot, PropertyID(UInt16(number)), random.value(of: property))
            }
            guard try bench.draw(slot) == bench.draw(slot) else {
                throw Fault("two drawings of the same values differ")
            }
            guard try bench.draw(slot, straight: true) == bench.draw(slot) else {
                throw Fault("the figure that the host draws is another than draw records")
            }
        }
    }

    private func objects(_ bench: Bench, _ kind: KindID) throws(Fault) {
        var random = Random(seed: 2)
        var slots: [Slot] = []
        for round in 0..<300 {
            if slots.isEmpty || random.below(5) < 3 {
                slots.append(try bench.make(kind, "o\(round)"))
            } else {
                let slot = slots.remove(at: random.below(slots.count))
                try bench.attempt { () throws(SceneError) in try bench.scene.objects.remove(slot) }
                bench.host.drawings.objectRemoved(slot)
            }
            if !slots.isEmpty { try bench.draw(slots[random.below(slots.count)]) }
        }
        for slot in slots { bench.host.drawings.objectRemoved(slot) }
        guard bench.host.drawings.count == 0 else { throw Fault("instances are left") }
    }

    private func reload(_ bench: Bench, _ kind: KindID) throws(Fault) {
        let slot = try bench.make(kind, "a")
        let first = try bench.draw(slot)
        for _ in 0..<3 {
            try bench.attempt { () throws(SceneError) in try bench.host.reload(bench.id, in: bench.scene) }
            guard try bench.draw(slot) == first else { throw Fault("the drawing differs after a reload") }
        }
    }
}
