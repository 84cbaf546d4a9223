import CSystem
import Glibc
import Reactor

/// `scrim-inspect`: serves a page for inspecting a daemon, to this machine only. Started by `scrim inspect`.
@main
enum Program {
    private static let usage = """
        usage: scrim-inspect --socket PATH [--port N] [--token TOKEN] [--docs FOLDER]

        Serves a page for looking into the daemon at PATH, on 127.0.0.1, and prints its address.
        `scrim inspect` starts it with the socket that scrim would use.

          --port N       the port, from 1 to 65535; a free one unless told
          --token TOKEN  the secret in the address, 16 to 128 letters and digits; a new one unless told
          --docs FOLDER  serves the site in FOLDER below docs/ too, whose blocks run in the daemon, and prints its address

        """

    static func main() {
        let reactor: Reactor
        do throws(SystemError) {
            reactor = try Reactor()
            var options = Options()
            try options.read()
            guard let path = options.socket else { fail("--socket PATH is needed\n" + usage, 64) }
            Signals.ignoreBrokenPipes()
            let signals = try Signals([SIGINT, SIGTERM, SIGHUP], reactor, Ending(reactor: reactor))
            unsafe sys_report_crashes("scrim-inspect")
            let inspector = Inspector(path: path, reactor: reactor, documents: options.documents)
            let token = options.token ?? Options.newToken()
            let server = try HTTPServer(port: options.port, Admission(token: token), reactor) { inspector.handle($0) }
            let page = options.documents == nil ? "" : "docs/index.html"
            say("http://127.0.0.1:\(server.port)/\(token)/\(page)\n", STDOUT_FILENO)
            try withExtendedLifetime((server, inspector, signals)) { () throws(SystemError) in try reactor.run() }
        } catch {
            fail("\(error)", 1)
        }
    }

    /// Ends the program normally on a signal.
    private final class Ending: SignalHandler {
        private let reactor: Reactor

        init(reactor: Reactor) { self.reactor = reactor }

        func signalReceived(_ signal: Int32, sender: Int32) { reactor.stop() }
    }

    static func fail(_ message: String, _ status: Int32) -> Never {
        say("scrim-inspect: \(message)\n", STDERR_FILENO)
        exit(status)
    }

    private static func say(_ text: String, _ descriptor: Int32) {
        let bytes = Array(text.utf8)
        _ = unsafe write(descriptor, bytes, bytes.count)
    }

    /// The command line.
    private struct Options {
        var socket: String?
        var port: UInt16 = 0
        var token: String?
        var documents: DocumentFolder?

        mutating func read() throws(SystemError) {
            var words = CommandLine.arguments.dropFirst()
            while let word = words.popFirst() {
                let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                if word == "--help" || word == "-h" {
                    print(usage, terminator: "")
                    exit(0)
                }
                guard ["--socket", "--port", "--token", "--docs"].contains(parts[0]) else {
                    Program.fail("there is no option \(word)\n" + usage, 64)
                }
                guard let value = parts.count == 2 ? parts[1] : words.popFirst() else {
                    Program.fail("\(word) needs a value", 64)
                }
                take(parts[0], value)
            }
        }

        private mutating func take(_ name: String, _ value: String) {
            switch name {
            case "--socket": socket = value
            case "--port":
                guard let number = UInt16(value), number > 0 else {
                    Program.fail("--port takes a number from 1 to 65535", 64)
                }
                port = number
            case "--docs":
                guard let folder = DocumentFolder(value) else {
                    Program.fail("--docs takes the folder of the site, which has an index.html", 64)
                }
                documents = folder
            default:
                guard (16...128).contains(value.utf8.count), value.utf8.allSatisfy(Self.isPlain) else {
                    Program.fail("--token takes 16 to 128 letters and digits", 64)
                }
                token = value
            }
        }

        private static func isPlain(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: false
            }
        }

        /// 128 random bits.
        static func newToken() -> String {
            var bytes = [UInt8](repeating: 0, count: 16)
            guard unsafe sys_random(&bytes, bytes.count) == bytes.count else { Program.fail("no random numbers", 1) }
            return bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }
    }
}
