import CSystem
import Glibc
import Reactor

/// `scrim-link`: one scene on many machines, over an MQTT broker. `scrim link` starts it.
@main
enum Main {
    static let version = "0.1.0"

    /// The name of this machine.
    static let machine: String = {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&name, 255) == 0 else { return "machine" }
        let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let text = String(decoding: bytes, as: UTF8.self).filter { $0 != "/" && $0 != "+" && $0 != "#" }
        return text.isEmpty ? "machine" : text
    }()

    /// The clock on the wall, in seconds since 1970.
    static var wall: Double { Double(Clock.wall) / 1e9 }

    static func main() {
        let options = Options(CommandLine.arguments.dropFirst())
        if options.command != .status, options.socket.isEmpty { Console.fail("--socket PATH is needed", 64) }
        do throws(SystemError) {
            let reactor = try Reactor()
            Signals.ignoreBrokenPipes()
            unsafe sys_report_crashes("scrim-link")
            let (end, running) = start(options, reactor)
            let signals = try Signals([SIGINT, SIGTERM, SIGHUP], reactor, Ending(end))
            try withExtendedLifetime((running, signals)) { () throws(SystemError) in try reactor.run() }
        } catch {
            Console.fail("\(error)", 1)
        }
    }

    /// Begins; how to end in order, and what has to be kept until then.
    private static func start(_ options: Options, _ reactor: Reactor) -> (() -> Void, AnyObject) {
        switch options.command {
        case .publish:
            let publisher = Publisher(options, reactor)
            publisher.start()
            return ({ publisher.end() }, publisher)
        case .follow:
            let follower = Follower(options, reactor)
            follower.start()
            return ({ follower.end() }, follower)
        case .status:
            let overview = Overview(options, reactor)
            overview.start()
            return ({}, overview)
        case .control:
            let controller = Controller(options, reactor)
            controller.start()
            return ({ controller.end() }, controller)
        case .data:
            let reader = TopicReader(options, reactor)
            reader.start()
            return ({ reader.end() }, reader)
        case .promote:
            let promotion = Promotion(options, reactor)
            promotion.start()
            return ({}, promotion)
        }
    }

    private final class Ending: SignalHandler {
        private let end: () -> Void

        init(_ end: @escaping () -> Void) { self.end = end }

        func signalReceived(_ signal: Int32, sender: Int32) {
            end()
            exit(0)
        }
    }
}
