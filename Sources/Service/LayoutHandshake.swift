import Geometry
import LineProtocol
import Reactor
import Scene
import Server
import World

/// A client's part in the handshake about layouts: when it was told, and whether its answer is awaited.
struct LayoutListener {
    /// How long a frame waits for its answer, counted from when it was told. Nanoseconds.
    var patience = LayoutListener.usualPatience
    /// The newest event that it has not answered; nil: none.
    private(set) var told: UInt64?
    /// When it was told for the first time since the last frame.
    private var since: Nanoseconds?
    private var strikes = 0
    /// No frame waits for it any more.
    private(set) var isDropped = false

    static let usualPatience: Nanoseconds = 8_000_000
    /// Seconds that a client may ask for.
    static let patienceRange = 0.001...0.1
    /// Answers that may be missing in a row.
    static let mostStrikes = 3

    /// It was told what `serial` is the number of.
    mutating func tell(_ serial: UInt64, now: Nanoseconds) {
        guard !isDropped else { return }
        told = serial
        since = since ?? now
    }

    /// It has answered: all up to `serial`.
    mutating func answer(_ serial: UInt64) {
        guard let told, serial >= told else { return }
        self.told = nil
        strikes = 0
    }

    /// The time until which a frame waits for it; nil when none does. An answer that is late by then counts as missing.
    mutating func end(at now: Nanoseconds) -> Nanoseconds? {
        guard told != nil, let since else { return nil }
        if since + patience > now { return since + patience }
        told = nil
        strikes += 1
        if strikes >= Self.mostStrikes { isDropped = true }
        return nil
    }

    /// A frame was composed: what is told from now on concerns the next one.
    mutating func frameComposed() { if told == nil { since = nil } }

    /// It asks anew.
    mutating func begin() { (told, since, strikes, isDropped) = (nil, nil, 0, false) }
}

/// The handshake about layouts: clients that draw by the size of layers are told of another size before the frame that shows it,
/// and the frame waits for their answers, each for its own time at most.
///
/// They are told at the end of the turn that changed the size, which is early; so a frame waits seldom.
final class LayoutHandshake {
    private let timeline: Timeline
    private let events: EventRouter
    /// Notes of changed bounds; nil while nobody asks for them.
    private var changes: EventCursor?
    /// Number of the last events.
    private var serial: UInt64 = 0
    /// The outputs whose frame waits, as a set of their bits.
    private var waiting: UInt32 = 0
    private var timer: TimerID?

    private var scene: Scene { timeline.scene }
    private var listeners: [ClientSession] { events.clients.listeners(to: .layout) }

    init(_ timeline: Timeline, _ events: EventRouter) {
        self.timeline = timeline
        self.events = events
    }

    // MARK: Telling

    /// Takes up what a client asks for, and gives it the bounds as they are. Throws as `Subscriptions.add` does, and
    /// `denied` for layers that the client may not change: a frame waits for nobody else.
    func check(_ words: WordList, _ client: ClientSession) throws(SceneError) {
        guard let slots = try named(words) else { return }
        let access = client.session.principal.access
        try access.checkWrites()
        for slot in slots { try access.check(slot, in: scene) }
    }

    /// The client has subscribed.
    func begin(_ words: WordList, _ client: ClientSession) {
        guard let slots = try? named(words) else { return }
        if changes == nil { changes = EventCursor(scene) }
        scene.layout.layOut()
        client.layout.begin()
        client.layout.patience = client.subscriptions.layoutPatience
        serial += 1
        for slot in slots { client.afterReply += event(about: slot) }
        client.layout.tell(serial, now: Clock.now)
    }

    /// The layers of a line that subscribes to `layout`; nil for another line.
    private func named(_ words: WordList) throws(SceneError) -> [Slot]? {
        guard words.contains(where: { $0.isPositional && $0.value == "layout" }) else { return nil }
        var slots: [Slot] = []
        for word in words where word.key == "layer" {
            if let slot = scene.find(word.value) {
                slots.append(slot)
            } else {
                slots += try SelectorMatch(word.value, in: scene).slots()
            }
        }
        guard words.contains(where: { $0.key == "layer" }) else {
            throw SceneError(.syntax, "subscribe layout: layer=ID is expected")
        }
        for slot in slots where !scene.isLayer(slot) {
            throw SceneError(.value, "subscribe layout: \"\(scene.name(of: slot))\" is no layer")
        }
        return slots
    }

    private func event(about slot: Slot) -> [UInt8] {
        EventName.layout.line { json in
            json.beginObject()
            json.key("id")
            json.string(text: scene.name(of: slot))
            json.key("bounds")
            json.rect(scene.value(slot, LayerProperty.bounds.id).rect)
            json.key("serial")
            json.number(Double(serial))
            json.endObject()
        }
    }

    /// Tells of bounds that have changed since the last call.
    func tell() {
        guard !listeners.isEmpty else {
            changes = nil
            return
        }
        scene.layout.layOut()
        guard let changes, changes.hasNews else { return }
        var found: [Slot] = []
        var known: Set<Slot> = []
        changes.forEachNew { change in
            guard case .changed(let slot, let id) = change, id == LayerProperty.bounds.id else { return }
            if known.insert(slot).inserted { found.append(slot) }
        }
        serial += 1
        let now = Clock.now
        for slot in found where scene.slot(of: scene.id(of: slot)) != nil && scene.isLayer(slot) {
            let name = scene.name(of: slot)
            let wanting = listeners.filter { $0.subscriptions.wants(.layout, about: name) }
            guard !wanting.isEmpty else { continue }
            let line = event(about: slot)
            for client in wanting {
                client.connection.sendEvent(line, .none)
                client.layout.tell(serial, now: now)
            }
        }
    }

    /// `sync layout [serial=N]`: the client has drawn what it was told.
    func answer(_ words: SyncCommand, _ client: ClientSession) throws(SceneError) {
        guard client.subscriptions.has(.layout) else {
            throw SceneError(.value, "sync layout: subscribe layout layer=ID comes first")
        }
        var answered = serial
        if let told = words.serial {
            let number = told.number
            guard number >= 0, number == number.rounded(), number <= Double(serial) else {
                throw SceneError(.value, "sync layout: no event has the serial \(ValueSyntax.quote(told.word))")
            }
            answered = UInt64(number)
        }
        client.layout.answer(answered)
    }

    // MARK: Waiting

    /// True when an output's frame waits for clients: from then on `isReady` says when it goes on.
    func holds(_ bit: UInt32) -> Bool {
        guard !listeners.isEmpty else { return false }
        tell()
        guard let end = end(at: Clock.now) else { return false }
        waiting |= bit
        if timer == nil { timer = timeline.reactor.setTimer(at: end, self) }
        return true
    }

    /// The outputs whose frames need wait no longer, as a set of their bits.
    func takeReady() -> UInt32 {
        guard waiting != 0 else { return 0 }
        if let end = end(at: Clock.now) {
            if timer == nil { timer = timeline.reactor.setTimer(at: end, self) }
            return 0
        }
        if let timer { timeline.reactor.cancel(timer) }
        timer = nil
        defer { waiting = 0 }
        return waiting
    }

    /// A frame was composed.
    func frameComposed() { for client in listeners { client.layout.frameComposed() } }

    /// The time until which a frame waits; nil when nobody's answer is awaited.
    private func end(at now: Nanoseconds) -> Nanoseconds? {
        var last: Nanoseconds?
        for client in listeners {
            let wasDropped = client.layout.isDropped
            if let end = client.layout.end(at: now) { last = max(last ?? end, end) }
            if client.layout.isDropped, !wasDropped { tellDropped(client) }
        }
        return last
    }

    private func tellDropped(_ client: ClientSession) {
        Log.write(
            .notice, "a client did not answer \(LayoutListener.mostStrikes) layouts in a row: frames do not wait for it"
        )
        let line = EventName.layout.line { json in
            json.beginObject()
            json.key("state")
            json.string("dropped")
            json.endObject()
        }
        client.connection.sendEvent(line, .none)
    }
}

extension LayoutHandshake: TimerHandler {
    /// The end of the turn goes on with the frame.
    func timerFired(_ timer: TimerID, now: Nanoseconds) { self.timer = nil }
}
