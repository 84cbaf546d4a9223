import Geometry
import LineProtocol
import PluginHost
import Server
import World

/// Lines that need a plugin whose process is being started: each is handled again when that is done. Its client's later lines wait; nobody
/// else does.
final class PluginWaits {
    /// Handles a line again.
    var onLine: ((Connection, [UInt8]) -> Void)?
    private var waiting: [Wait] = []

    private final class Wait: HeldWork {
        let client: ClientSession
        let line: [UInt8]
        private(set) var isAbandoned = false

        init(_ client: ClientSession, _ line: [UInt8]) { (self.client, self.line) = (client, line) }

        func abandon() { isAbandoned = true }
    }

    /// Has a line wait that was refused.
    func take(_ bytes: ByteView, _ client: ClientSession) {
        var splitter = WordSplitter()
        guard let line = try? Line(bytes, &splitter) else { return }
        let wait = Wait(client, unsafe Array(bytes.buffer))
        client.hold(.work(wait), HeldReply(line.tag, client.session))
        waiting.append(wait)
    }

    /// A plugin is there, or is not to be had: all try again.
    func goOn() {
        let lines = waiting
        waiting = []
        for wait in lines where !wait.isAbandoned {
            wait.client.release(by: { onLine?(wait.client.connection, wait.line) })
        }
    }
}
