import Glibc
import ScrimPluginKit

/// Messages of viewers' threads to the daemon's.
final class Inbox {
    enum Message {
        /// In pixels.
        case act(Act)
        /// A viewer wants another size, in pixels.
        case resize(width: Int, height: Int)
        /// A viewer has a text in its clipboard, UTF-8.
        case copied([UInt8])
        /// A viewer's thread has ended.
        case gone
    }

    /// Messages that may wait: a viewer that does more is not listened to meanwhile.
    private static let most = 1024

    let bell: Bell
    private let lock = Lock()
    private var messages: [Message] = []
    private var isClosed = false

    /// Nil when the system has no descriptors left.
    init?() {
        guard let bell = Bell() else { return nil }
        self.bell = bell
    }

    /// Adds a message. Waits while there are too many; a move takes the place of one that was not heard yet.
    func put(_ message: Message) {
        while !tryPut(message) { usleep(2000) }
        bell.ring()
    }

    private func tryPut(_ message: Message) -> Bool {
        lock.locked {
            if isClosed { return true }
            if case .act(let act) = message, act.kind == .move, case .act(let last)? = messages.last,
                last.kind == .move
            {
                messages[messages.count - 1] = message
                return true
            }
            // One text at most: the last that was copied.
            if case .copied = message { messages.removeAll { if case .copied = $0 { true } else { false } } }
            if case .gone = message {} else if messages.count >= Self.most { return false }
            messages.append(message)
            return true
        }
    }

    /// All messages, once.
    func take() -> [Message] {
        bell.hush()
        return lock.locked {
            defer { messages.removeAll() }
            return messages
        }
    }

    /// Nobody listens any more.
    func close() { lock.locked { isClosed = true } }
}
