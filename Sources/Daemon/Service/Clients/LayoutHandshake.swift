import Geometry
import LineProtocol
import Reactor
import Scene
import SceneTables
import Schema
import Server
import World

/// A client's state in the layout handshake: when it was notified, and whether its answer is pending.
struct LayoutListener {
    /// How long a frame waits for its answer, from the notification. Nanoseconds.
    var timeout = LayoutListener.usualTimeout
    /// The newest unanswered event; nil: none.
    private(set) var told: UInt64?
    /// Time of its first notification since the last frame.
    private var since: Nanoseconds?
    private var strikes = 0
    /// True when frames no longer wait for it.
    private(set) var isDropped = false

    static let usualTimeout: Nanoseconds = 8_000_000
    /// Range of the timeout that a client may set, in seconds.
    static let timeoutRange = 0.001...0.1
    /// Maximum number of consecutive missing answers.
    static let mostStrikes = 3

    /// Records a notification with the number `serial`.
    mutating func tell(_ serial: UInt64, now: Nanoseconds) {
        guard !isDropped else { return }
        told = serial
        since = since ?? now
    }

    /// Records an answer to all notifications up to `serial`.
    mutating func answer(_ serial: UInt64) {
        guard let told, serial >= told else { return }
        self.told = nil
        strikes = 0
    }

    /// Time until which a frame waits for it; nil: frames do not wait. A late answer counts as missing.
    mutating func end(at now: Nanoseconds) -> Nanoseconds? {
        guard told != nil, let since else { return nil }
        if since + timeout > now { return since + timeout }
        told = nil
        strikes += 1
        if strikes >= Self.mostStrikes { isDropped = true }
        return nil
    }

    /// Call when a frame was composed: later notifications belong to the next one.
    mutating func frameComposed() { if told == nil { since = nil } }

    /// Resets the state for a new subscription.
    mutating func begin() { (told, since, strikes, isDropped) = (nil, nil, 0, false) }
}

/// Layout handshake: clients that draw by the size of layers are notified of a new size before the frame that shows it,
/// and the frame waits for their answers, for each client up to its own timeout.
///
/// Clients are notified at the end of the turn that changed the size, so a frame rarely has to wait.
final class LayoutHandshake {
    private let timeline: Timeline
    private let events: EventRouter
    /// Queue of changed bounds; nil while no client listens.
    private var changes: EventCursor?
    /// Number of the last notification.
    private var serial: UInt64 = 0
    /// Bits of the outputs whose frame waits.
    private var waiting: UInt32 = 0
    private var timer: TimerID?

    private var scene: Scene { timeline.scene }
    private var listeners: [ClientSession] { events.clients.listeners(to: .layout) }

    init(_ timeline: Timeline, _ events: EventRouter) {
        self.timeline = timeline
        self.events = events
    }

    // MARK: Telling

    /// Checks a client's subscription. Throws like `Subscriptions.add`, and `denied` for layers that the client may not
    /// change: frames wait for nobody else.
    func check(_ words: WordList, _ client: ClientSession) throws(SceneError) {
        guard let slots = try named(words) else { return }
        let access = client.session.principal.access
        try access.checkWrites()
        for slot in slots { try access.check(slot, in: scene) }
    }

    /// Call after the client has subscribed: sends it the present bounds.
    func begin(_ words: WordList, _ client: ClientSession) {
        guard let slots = try? named(words) else { return }
        if changes == nil { changes = EventCursor(scene) }
        scene.layout.layOut()
        client.layout.begin()
        client.layout.timeout = client.subscriptions.layoutTimeout
        serial += 1
        for slot in slots { client.afterReply += event(about: slot) }
        client.layout.tell(serial, now: Clock.now)
    }

    /// The layers of a line that subscribes to `layout`; nil for other lines.
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

    /// Sends the bounds that have changed since the last call.
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

    /// `sync layout [serial=N]`: the client has drawn for the notification.
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

    /// True when no client draws by layouts, and no frame waits.
    var isIdle: Bool { listeners.isEmpty && waiting == 0 }

    /// True when an output's frame waits for clients: `takeReady` then tells when it continues.
    func holds(_ bit: UInt32) -> Bool {
        guard !listeners.isEmpty else { return false }
        tell()
        guard let end = end(at: Clock.now) else { return false }
        waiting |= bit
        if timer == nil { timer = timeline.reactor.setTimer(at: end, self) }
        return true
    }

    /// Bits of the outputs whose frames need not wait any longer.
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

    /// Call when a frame was composed.
    func frameComposed() { for client in listeners { client.layout.frameComposed() } }

    /// Time until which a frame waits; nil when no answer is pending.
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
    /// The end of the turn continues the frame.
    func timerFired(_ timer: TimerID, now: Nanoseconds) { self.timer = nil }
}
