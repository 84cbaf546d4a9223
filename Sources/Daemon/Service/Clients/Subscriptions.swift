import Geometry
import LineProtocol
import Reactor
import Scene
import Schema

/// Event subscriptions of one connection.
struct Subscriptions {
    /// Subscribed object names by event, so that their removal is reported too; empty: all objects.
    private var wanted: [EventName: Set<String>] = [:]

    /// How long a frame waits for this connection's `sync layout`, in nanoseconds.
    private(set) var layoutTimeout = LayoutListener.usualTimeout

    /// Maximum number of names of one connection, counted for each event.
    static let mostNames = 65_536
    /// Maximum number of names of all connections.
    static let mostNamesOfAll = 1_048_576

    /// Number of subscribed names, counted for each event.
    var nameCount: Int { wanted.values.reduce(0) { $0 + $1.count } }

    /// The record of the journal that was heard last; nil: none.
    private(set) var journal: (epoch: Int, number: Int)?
    /// Pictures of each buffer a second that come with the journal; nil: as usual.
    private(set) var pictures: Double?

    /// The rate of `frame` events.
    var frames = FramePace()

    var isEmpty: Bool { wanted.isEmpty }
    var hasFrame: Bool { wanted[.frame] != nil }
    var hasScene: Bool { wanted.keys.contains { $0.isOfScene } }

    func has(_ event: EventName) -> Bool { wanted[event] != nil }

    /// True when the connection wants this event about the object called `name`.
    func wants(_ event: EventName, about name: String) -> Bool {
        guard let names = wanted[event] else { return false }
        return names.isEmpty || names.contains(name)
    }

    /// True when the connection has subscribed to this event for this object by name.
    func names(_ event: EventName, _ name: String) -> Bool { wanted[event]?.contains(name) ?? false }

    /// True when the connection receives events about the object called `name`.
    func follows(_ name: String) -> Bool {
        wants(.created, about: name) || wants(.changed, about: name) || wants(.removed, about: name)
    }

    /// True when it may receive events about objects that `other` does not cover.
    func followsMore(than other: Subscriptions) -> Bool {
        [EventName.created, .changed, .removed].contains { wanted[$0] != nil && wanted[$0] != other.wanted[$0] }
    }

    /// Adds the words of `subscribe`. Throws, without changes, for an unknown event or layer. Returns the new events.
    /// `others`: number of names of other connections.
    mutating func add(_ words: WordList, _ scene: Scene, others: Int = 0) throws(SceneError) -> [EventName] {
        var names: Set<String> = []
        var isSelection = false
        var timeout: Nanoseconds?
        var pace: FramePace?
        var from: (epoch: Int, number: Int)?
        var events: [EventName] = []
        for word in words {
            if word.isPositional {
                guard let event = EventName(rawValue: word.value.string) else { throw Self.unknown(word.value) }
                events.append(event)
            } else if word.key == "layer" {
                if let slot = scene.find(word.value) {
                    names.insert(scene.name(of: slot))
                } else {
                    guard SelectorMatch.isSelector(word.value, in: scene) else {
                        throw UnknownName.object(word.value, in: scene)
                    }
                    // Objects that match now.
                    isSelection = true
                    for slot in try SelectorMatch(word.value, in: scene).slots() { names.insert(scene.name(of: slot)) }
                }
            } else if word.key == "deadline" {
                timeout = try Self.timeout(word)
            } else if word.key == "from" {
                from = try Self.position(word)
            } else if word.key == "rate" {
                pace = try FramePace(word)
            } else {
                throw UnknownName.argument(word.key, of: .subscribe, ["layer", "deadline", "rate", "from"])
            }
        }
        guard timeout == nil || events.contains(.layout) else {
            throw SceneError(.value, "subscribe: deadline= is for the event layout")
        }
        guard pace == nil || events.contains(.frame) || events.contains(.journal) else {
            throw SceneError(.value, "subscribe: rate= is for the events frame and journal")
        }
        guard from == nil || events.contains(.journal) else {
            throw SceneError(.value, "subscribe: from= is for the event journal")
        }
        (journal, pictures) = (from, events.contains(.journal) ? pace?.rate : nil)
        guard !events.isEmpty else { throw SceneError(.syntax, "subscribe: an event is expected") }
        let fresh = events.filter { wanted[$0] == nil }
        // No matches: subscribe to none, not to all.
        if isSelection, names.isEmpty { return [] }
        var all = wanted
        for event in events {
            // A subscription to all objects remains.
            if names.isEmpty || all[event]?.isEmpty == true {
                all[event] = []
            } else {
                all[event, default: []].formUnion(names)
            }
        }
        // Includes names of removed objects.
        let count = all.values.reduce(0) { $0 + $1.count }
        guard others + count <= Self.mostNamesOfAll else {
            throw SceneError(
                .limit,
                "subscribe: all clients ask for more than \(Self.mostNamesOfAll) names of objects; without layer= the event is told of all"
            )
        }
        guard count <= Self.mostNames else {
            throw SceneError(
                .limit,
                "subscribe: more than \(Self.mostNames) names of objects; without layer= the event is told of all")
        }
        wanted = all
        if events.contains(.frame) { frames = pace ?? FramePace() }
        if events.contains(.layout) { layoutTimeout = timeout ?? LayoutListener.usualTimeout }
        return fresh
    }

    /// Removes the words of `unsubscribe`; no word means all. Throws, without changes, for an unknown event.
    mutating func remove(_ words: WordList) throws(SceneError) {
        var events: [EventName] = []
        for word in words {
            guard word.isPositional else { throw UnknownName.argument(word.key, of: .unsubscribe, []) }
            guard let event = EventName(rawValue: word.value.string) else { throw Self.unknown(word.value) }
            events.append(event)
        }
        if events.isEmpty { wanted.removeAll() }
        for event in events { wanted[event] = nil }
    }

    /// `EPOCH:SEQ`
    private static func position(_ word: Word) throws(SceneError) -> (epoch: Int, number: Int) {
        let parts = word.value.string.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let epoch = Int(parts[0]), let number = Int(parts[1]), epoch >= 0, number >= 0 else {
            throw SceneError(.value, "from: \(ValueSyntax.quote(word.value)) is no EPOCH:SEQ")
        }
        return (epoch, number)
    }

    private static func timeout(_ word: Word) throws(SceneError) -> Nanoseconds {
        let seconds: Double
        do throws(ValueSyntax) { seconds = try Quantity.time(word.value) } catch {
            throw SceneError(.value, "deadline: \(error.message)")
        }
        guard LayoutListener.timeoutRange.contains(seconds) else {
            throw SceneError(.value, "deadline: \(ValueSyntax.quote(word.value)) is out of range: 1ms…100ms")
        }
        return Nanoseconds(clampingSeconds: seconds)
    }

    private static func unknown(_ word: ByteView) -> SceneError {
        UnknownName.choice(word, "event", EventName.allCases.map(\.rawValue))
    }
}
