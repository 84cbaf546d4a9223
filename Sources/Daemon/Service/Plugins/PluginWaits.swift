import Geometry
import LineProtocol
import PluginHost
import Server
import World

/// Lines that need a plugin whose process is starting: each is handled again afterwards. Later lines of its client
/// wait; other clients do not.
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

    /// Holds a line that failed for lack of a plugin.
    func take(_ bytes: ByteView, _ client: ClientSession) {
        var splitter = WordSplitter()
        guard let line = try? Line(bytes, &splitter) else { return }
        let wait = Wait(client, unsafe Array(bytes.buffer))
        client.hold(.work(wait), HeldReply(line.tag, client.session))
        waiting.append(wait)
    }

    /// Call when a plugin was loaded or has failed to load: all lines are retried.
    func goOn() {
        let lines = waiting
        waiting = []
        for wait in lines where !wait.isAbandoned {
            wait.client.release(by: { onLine?(wait.client.connection, wait.line) })
        }
    }
}
