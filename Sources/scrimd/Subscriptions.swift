import Geometry
import LineProtocol
import Scene

/// The events of protocol 1.
enum EventName: String, CaseIterable {
    case frame, animation, pointer, tap, pan, longPress, pinch, rotate, scroll, key, output, content
    case created, changed, removed, collision, plugin, transaction

    /// Events about the scene's objects, which begin with the whole state.
    var isOfScene: Bool { self == .created || self == .changed || self == .removed }
}

/// Which events one connection asked for.
struct Subscriptions {
    /// For each event, the layers it is asked for; an empty list is all.
    private var wanted: [EventName: [ObjectID]] = [:]
    /// Names of those layers, so that their removal is told too.
    private var names: Set<String> = []

    var isEmpty: Bool { wanted.isEmpty }
    var hasFrame: Bool { wanted[.frame] != nil }
    var hasScene: Bool { wanted.keys.contains { $0.isOfScene } }

    func has(_ event: EventName) -> Bool { wanted[event] != nil }

    /// True when the connection wants this event about the object called `name`.
    func wants(_ event: EventName, about name: String) -> Bool {
        guard let layers = wanted[event] else { return false }
        return layers.isEmpty || names.contains(name)
    }

    /// Reads the words of `subscribe`. Throws for an event or a layer that does not exist, and then changes nothing.
    /// Returns the events that are new.
    mutating func add(_ line: Line, _ scene: Scene) throws(SceneError) -> [EventName] {
        var layer: ObjectID?
        var events: [EventName] = []
        for at in 0..<line.count {
            let word = line[at]
            if word.isPositional {
                guard let event = EventName(rawValue: word.value.string) else { throw Self.unknown(word.value) }
                events.append(event)
            } else if word.key == "layer" {
                guard let place = scene.find(word.value) else { throw UnknownName.object(word.value, in: scene) }
                layer = scene.id(of: place)
                names.insert(scene.name(of: place))
            } else {
                throw UnknownName.argument(word.key, of: .subscribe, ["layer"])
            }
        }
        guard !events.isEmpty else { throw SceneError(.syntax, "subscribe: an event is expected") }
        let fresh = events.filter { wanted[$0] == nil }
        for event in events {
            if let layer {
                // Everything stays everything.
                if let known = wanted[event] {
                    if !known.isEmpty { wanted[event] = known + [layer] }
                } else {
                    wanted[event] = [layer]
                }
            } else {
                wanted[event] = []
            }
        }
        return fresh
    }

    /// Reads the words of `unsubscribe`; none is all.
    mutating func remove(_ line: Line) throws(SceneError) {
        var events: [EventName] = []
        for at in 0..<line.count {
            guard let event = EventName(rawValue: line[at].name.string) else { throw Self.unknown(line[at].name) }
            events.append(event)
        }
        if events.isEmpty { wanted.removeAll() }
        for event in events { wanted[event] = nil }
        if wanted.isEmpty { names.removeAll() }
    }

    private static func unknown(_ word: ByteView) -> SceneError {
        UnknownName.choice(word, "event", EventName.allCases.map(\.rawValue))
    }
}
