import InspectorPage
import Reactor

/// Answers the requests of the pages, by route.
final class Inspector {
    /// Maximum number of outputs whose picture is kept, and for how long after the last request.
    private static let feedLimit = 4
    private static let feedAge: Nanoseconds = 30_000_000_000
    /// Maximum number of event streams: each is a connection to the daemon.
    private static let streamLimit = 16
    private static let events =
        "created changed removed animation content output plugin transaction reaction binding timer"

    private let path: String
    private let reactor: Reactor
    private let documents: DocumentFolder?
    private let commands: CommandQueue
    private var feeds: [String: PictureFeed] = [:]
    private var streams: [EventStream.Counter] = []

    init(path: String, reactor: Reactor, documents: DocumentFolder? = nil) {
        self.path = path
        self.documents = documents
        self.reactor = reactor
        commands = CommandQueue(path: path, reactor: reactor)
        commands.start()
    }

    func handle(_ exchange: Exchange) {
        switch (exchange.method, exchange.route) {
        case ("GET", ""): unsafe exchange.respond(Self.file(page_html, "text/html; charset=utf-8"))
        case ("GET", "page.css"): unsafe exchange.respond(Self.file(page_css, "text/css; charset=utf-8"))
        case ("GET", "page.js"): unsafe exchange.respond(Self.file(page_js, "text/javascript; charset=utf-8"))
        case ("GET", "events"): follow(exchange)
        case ("GET", "picture"): picture(exchange)
        case ("POST", "lines"): commands.run(exchange)
        case (_, "lines"), (_, "picture"), (_, "events"), (_, ""), (_, "page.css"), (_, "page.js"):
            exchange.respond(Answer(status: 405, "not with \(exchange.method)\n"))
        default:
            guard exchange.method == "GET", exchange.route.hasPrefix("docs/"), let documents else {
                return exchange.respond(Answer(status: 404, "there is no such page\n"))
            }
            exchange.respond(documents.answer(String(exchange.route.dropFirst(5))))
        }
    }

    private static func file(_ file: page_file, _ type: String) -> Answer {
        Answer(unsafe Array(UnsafeRawBufferPointer(start: file.bytes, count: file.size)), type: type)
    }

    private func follow(_ exchange: Exchange) {
        streams.removeAll { $0.stream == nil }
        guard streams.count < Self.streamLimit else {
            return exchange.respond(Answer(status: 503, "at most \(Self.streamLimit) streams of events\n"))
        }
        let stream = EventStream(path: path, reactor: reactor, events: Self.events, exchange)
        streams.append(EventStream.Counter(stream: stream))
        exchange.respond(with: stream)
        stream.start()
    }

    private func picture(_ exchange: Exchange) {
        let output = exchange.query("output") ?? "main"
        guard !output.isEmpty, output.utf8.count <= 128, output.utf8.allSatisfy(Self.isOfID) else {
            return exchange.respond(Answer(status: 400, "output= takes an id\n"))
        }
        let feed: PictureFeed
        if let kept = feeds[output] {
            feed = kept
        } else {
            dropFeeds()
            guard feeds.count < Self.feedLimit else {
                return exchange.respond(Answer(status: 503, "at most \(Self.feedLimit) outputs at a time\n"))
            }
            do throws(SystemError) {
                feed = try PictureFeed(path: path, output: output, reactor: reactor)
            } catch {
                return exchange.respond(Answer(status: 500, "\(error)\n"))
            }
            feeds[output] = feed
            feed.start()
        }
        feed.add(exchange, since: exchange.query("since").flatMap { Int($0) } ?? 0)
    }

    private static func isOfID(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private func dropFeeds() {
        for (output, feed) in feeds where Clock.now - feed.lastUse > Self.feedAge {
            feed.close()
            feeds[output] = nil
        }
    }
}
