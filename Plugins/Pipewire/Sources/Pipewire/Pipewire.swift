import Glibc
import OutputSupport
public import ScrimPluginABI
import ScrimPluginKit
import VideoSource

/// A source of video in PipeWire's graph, as a camera is.
///
///             connected             somebody takes it
///     ┌──────┐ ───────▶ ┌─────────┐ ───────────────▶ ┌───────┐
///     │ gone │          │ waiting │                  │ taken │
///     └──────┘ ◀─────── └─────────┘ ◀─────────────── └───────┘
///         ▲     hangs up             nobody any more     │
///         └────────────────── hangs up ──────────────────┘
private final class Pipewire: ScreenKind {
    /// The sources of events.
    enum EventSource: UInt64 {
        case graph, folder, retry, hunger, echo
    }

    static let name = "pipewire"
    static let help = "a source of video for PipeWire's consumers, as a camera is"
    static let schema = Key.schema

    enum Key: Int, SchemaKey {
        case remote, node, title, alpha, resizes

        var property: Property {
            switch self {
            case .remote:
                Property(
                    "remote", .text(""),
                    help: "PipeWire's socket: a path, or a name in $XDG_RUNTIME_DIR; empty: the usual one")
            case .node: Property("node", .text("scrim"), help: "the source's name, by which consumers ask for it")
            case .title: Property("title", .text("Scrim"), help: "what people read in lists of sources")
            case .alpha:
                Property(
                    "alpha", .boolean(true),
                    help: "consumers may take alpha with the colours, which are premultiplied; false: all is over black"
                )
            case .resizes: Property("resizes", .boolean(false), help: "a consumer may change the size")
            }
        }
    }

    private struct Wishes: Equatable {
        var remote = "", node = "", title = ""
        var hasAlpha = true, resizes = false
    }

    private struct Frames {
        /// The frame that consumers have not taken yet.
        var awaited: UInt64?
        /// True when there was no buffer for a frame.
        var isStarved = false
        /// Frames per second according to the properties, and as reported to the host for a consumer that wants fewer.
        var wanted = 60.0, told: Double?
    }

    private let host: Host
    private let object: UInt64
    private let wakeups: PollSet<EventSource>
    private let socketWatcher: SocketWatcher<EventSource>
    private var source: Source?
    private var wishes = Wishes()
    private var mode: Mode?
    private var frames = Frames()
    /// Milliseconds between repetitions of the last picture for a new consumer.
    private var echoes: [Int] = []
    private var report: ScreenReport

    init(host: Host, object: UInt64) throws(PluginFailure) {
        guard host.knowsScreens else { throw .unsupported }
        guard let wakeups = PollSet<EventSource>(timers: [.retry, .hunger, .echo]) else { throw .failed }
        (self.host, self.object, self.wakeups) = (host, object, wakeups)
        socketWatcher = SocketWatcher(wakeups, folder: .folder, retry: .retry)
        report = ScreenReport(host, object)
    }

    deinit { hangUp() }

    // MARK: The host's calls

    func configure(_ mode: Mode, _ properties: Properties) throws(PluginFailure) {
        let fresh = Wishes(
            remote: properties.string(Key.remote), node: Self.text(properties, .node),
            title: Self.text(properties, .title), hasAlpha: properties.boolean(Key.alpha),
            resizes: properties.boolean(Key.resizes))
        guard mode.width <= 16384, mode.height <= 16384 else {
            host.log(.error, "PipeWire's pictures have 16384 pixels a side at most")
            throw .failed
        }
        let isFirst = self.mode == nil
        if isFirst || fresh.remote != wishes.remote {
            do throws(Source.Fault) {
                let source = try Source(fresh.remote)
                hangUp()
                take(source)
            } catch {
                host.log(.error, "\(Self.socketPath(fresh.remote) ?? "XDG_RUNTIME_DIR is not set"): \(error.message)")
                throw .failed
            }
        }
        if frames.told.map({ abs($0 - mode.refresh) > 0.01 }) ?? true {
            (frames.wanted, frames.told) = (mode.refresh, nil)
        }
        (wishes, self.mode) = (fresh, mode)
        if isFirst { host.watch(object: object, descriptor: wakeups.descriptor) }
        offer()
        settle(again: true)
    }

    func acquire() throws(PluginFailure) -> Buffer {
        guard let source, let mode, let buffer = unsafe source.take(),
            let pixels = unsafe buffer.pixels
        else { throw starve() }
        // Consumers have not switched to the size yet.
        guard unsafe (Int(buffer.width), Int(buffer.height)) == (mode.width, mode.height) else { throw starve() }
        return unsafe Buffer(
            pixels: pixels, stride: Int(buffer.stride), age: Int(buffer.age), id: buffer.id)
    }

    func present(_ frame: Frame, damage: UnsafeBufferPointer<PixelRect>) throws(PluginFailure) {
        guard let source else { throw .failed }
        if unsafe source.show(at: frame.time, damage: damage) {
            frames.awaited = frame.number
        } else {
            host.presented(object: object, frame: frame.number, time: frame.time)
        }
    }

    func shape(_ shape: Shape) {}

    func dispatch() throws(PluginFailure) {
        let ready = wakeups.take()
        if ready.contains(.folder) { socketWatcher.folderChanged() }
        if ready.contains(.retry), source == nil { connect() }
        if ready.contains(.hunger) { feed() }
        if ready.contains(.echo) { echo() }
        guard ready.contains(.graph), let source else { return }
        let news = source.dispatch()
        func tells(_ bit: Int) -> Bool { news & UInt32(bit) != 0 }
        if tells(VIDEO_NEWS_LOST) { return lose(source.fault) }
        if tells(VIDEO_NEWS_STATE) || tells(VIDEO_NEWS_FORMAT) { settle(again: false) }
        if tells(VIDEO_NEWS_DONE) || tells(VIDEO_NEWS_JOINED) { finish() }
        if tells(VIDEO_NEWS_JOINED) {
            echoes = Self.echoes
            echo()
        }
    }

    // MARK: Coming and going

    private func take(_ source: Source) {
        socketWatcher.stop()
        self.source = source
        wakeups.watch(source.descriptor, .graph)
    }

    private func hangUp() {
        if let source { wakeups.forget(source.descriptor) }
        source = nil
        (frames.awaited, frames.isStarved) = (nil, false)
    }

    private func connect() {
        guard let source = try? Source(wishes.remote) else { return socketWatcher.retryLater() }
        take(source)
        offer()
        settle(again: false)
    }

    private func lose(_ reason: String) {
        host.log(.warning, reason)
        hangUp()
        leave(reason)
        let answers = (try? Source(wishes.remote)) != nil
        let folder = Self.socketPath(wishes.remote).flatMap { path in
            path.lastIndex(of: "/").map { String(path[...$0]) }
        }
        socketWatcher.wait(in: folder, hasFailed: answers)
    }

    /// Updates the node's offer. What a consumer has chosen is not offered again while it is in use.
    private func offer() {
        guard let source, let mode else { return }
        let chosen = source.chosen
        var fresh = Source.Offer()
        (fresh.name, fresh.title) = (wishes.node, wishes.title)
        (fresh.width, fresh.height) = (mode.width, mode.height)
        fresh.rate = Int(frames.wanted * 1000)
        (fresh.hasAlpha, fresh.resizes) = (wishes.hasAlpha, wishes.resizes)
        if let offer = source.offer, source.hasConsumers,
            (Int(chosen.width), Int(chosen.height)) == (mode.width, mode.height)
        {
            (fresh.width, fresh.height) = (offer.width, offer.height)
        }
        if !source.make(fresh) { lose("PipeWire takes no source of video") }
    }

    // MARK: What consumers do

    /// Reports to the host whether there are consumers, and what they have chosen.
    private func settle(again: Bool) {
        guard let source, let mode else { return }
        let chosen = source.chosen
        guard source.isRunning || source.hasConsumers else {
            frames.awaited = nil
            offer()
            guard self.source != nil else { return }
            return leave(source.node.map { "nobody takes node \($0)" } ?? "", again: again)
        }
        var fresh = Screen()
        fresh.message = source.node.map { "node \($0)" } ?? ""
        let hasOther = chosen.width > 0 && (Int(chosen.width), Int(chosen.height)) != (mode.width, mode.height)
        if hasOther, wishes.resizes, let offer = source.offer, (offer.width, offer.height) == (mode.width, mode.height)
        {
            fresh.width = max(1, Double(chosen.width) / mode.scale)
            fresh.height = max(1, Double(chosen.height) / mode.scale)
        }
        let rate = Double(chosen.rate) / 1000
        frames.told = rate >= 1 && rate < frames.wanted ? rate : nil
        fresh.refresh = frames.told ?? frames.wanted
        report.tell(fresh, again: again)
        if source.isRunning, !hasOther { feed() }
    }

    private func leave(_ reason: String, again: Bool = false) {
        let refresh = frames.told == nil ? 0 : frames.wanted
        frames.told = nil
        report.leave(reason, refresh: refresh, again: again)
    }

    /// Handles a run of the graph: another frame may follow.
    private func finish() {
        feed()
        guard let frame = frames.awaited else { return }
        frames.awaited = nil
        host.presented(object: object, frame: frame, time: nanoseconds())
    }

    /// PipeWire does not report when a consumer's thread starts to listen; some start late, so the last picture is
    /// repeated after these times.
    private static let echoes = [100, 900]

    /// Shows the last picture once more, and again later, for consumers that may have missed it.
    private func echo() {
        source?.showAgain(at: nanoseconds())
        guard let pause = echoes.first, source?.isRunning == true else { return }
        echoes.removeFirst()
        wakeups.setTimer(.echo, after: pause)
    }

    /// Milliseconds until the next attempt to get a buffer held by consumers.
    private static let pause = 50

    private func starve() -> PluginFailure {
        frames.isStarved = true
        if source?.isRunning == true { wakeups.setTimer(.hunger, after: Self.pause) }
        return .none
    }

    /// Requests the frame that got no buffer.
    private func feed() {
        guard frames.isStarved else { return }
        frames.isStarved = false
        host.presented(object: object, frame: 0, time: 0)
    }

    /// The path of the socket with this name, or of the default one if the name is empty; nil if it cannot exist.
    private static func socketPath(_ remote: String) -> String? {
        let name = remote.isEmpty ? environment("PIPEWIRE_REMOTE") ?? "pipewire-0" : remote
        if name.hasPrefix("/") { return name }
        return (environment("PIPEWIRE_RUNTIME_DIR") ?? environment("XDG_RUNTIME_DIR")).map { "\($0)/\(name)" }
    }

    /// Texts for PipeWire are truncated to 200 characters.
    private static func text(_ properties: Properties, _ key: Key) -> String {
        String(properties.string(key).prefix(200))
    }
}

private let plugin = Plugin(id: "Pipewire", version: "1.0.0", outputs: [Pipewire.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
