import Geometry
import LineProtocol
import Reactor
import Scene
import Synchronization

/// The scene of one moment on its way to readers: events that a thread makes, each of which goes as soon as it is made.
final class SceneTelling: WakeHandler {
    private let reactor: Reactor
    private let made = Made()
    private var job: BackgroundJob<Void>?
    private var registration: Registration?
    private let onNews: () -> Void
    /// Events that were made.
    private(set) var events: [[UInt8]] = []
    /// True when they are all.
    private(set) var isWhole = false

    private final class Made: Sendable {
        let events = Mutex<[[UInt8]]>([])
    }

    /// Bytes of lines in one event.
    private static let part = 1 << 20

    /// Calls `onNews` when there are more events, in the loop.
    init(_ moment: Moment, _ reactor: Reactor, onNews: @escaping () -> Void) {
        (self.reactor, self.onNews) = (reactor, onNews)
        let waker = try? Waker()
        registration = try? waker?.attach(to: reactor, self)
        let body = { [made] in
            moment.forEachEvent { event in
                made.events.withLock { $0.append(event) }
                waker?.wake()
            }
        }
        job = try? BackgroundJob(reactor, body, then: { [weak self] in self?.end() })
        guard job == nil else { return }
        body()
        end()
    }

    deinit { if let registration { reactor.remove(registration) } }

    func woken() {
        events += made.events.withLock { list in
            defer { list = [] }
            return list
        }
        onNews()
    }

    private func end() {
        if let registration { reactor.remove(registration) }
        (registration, isWhole) = (nil, true)
        woken()
    }

    /// A scene as it was behind a record; on any thread.
    struct Moment {
        /// Text sent before the events.
        var head: [UInt8]
        var scene: Scene
        var epoch: Int
        var number: Int
        var time: Double
        var wall: Double
        var isManual: Bool

        /// Makes the events, of which the last has the digest.
        func forEachEvent(_ visit: ([UInt8]) -> Void) {
            var part = head
            var dump = SceneDump(shared: scene, at: time)
            dump.write(nil) { line in
                if part.count > SceneTelling.part {
                    visit(event(part))
                    part.removeAll(keepingCapacity: true)
                }
                unsafe part.append(contentsOf: line.buffer)
                part.append(UInt8(ascii: "\n"))
            }
            visit(event(part, digest: SceneDigest.of(scene)))
        }

        private func event(_ lines: [UInt8], digest: String? = nil) -> [UInt8] {
            EventName.journal.line { json in
                json.beginObject()
                json.key("state")
                json.string("scene")
                json.key("epoch")
                json.number(epoch)
                json.key("seq")
                json.number(number)
                json.key("time")
                json.number(time)
                json.key("wall")
                json.number(wall)
                json.key("client")
                json.number(0)
                if isManual {
                    json.key("clock")
                    json.string("manual")
                }
                json.key("more")
                json.bool(digest == nil)
                if let digest {
                    json.key("digest")
                    json.string(text: digest)
                }
                json.key("lines")
                JournalFeed.write(lines[...], to: &json)
                json.endObject()
            }
        }
    }
}
