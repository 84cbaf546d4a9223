import Glibc
import ScrimPluginKit

/// Messages from viewers' threads to the daemon's.
final class Inbox {
    enum Message {
        /// In pixels.
        case act(Act)
        /// A viewer requests another size, in pixels.
        case resize(width: Int, height: Int)
        /// A viewer copied a text, in UTF-8.
        case copied([UInt8])
        /// A viewer's thread ended.
        case gone
    }

    /// Maximum number of waiting messages; after that, viewers are not read.
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

    /// Adds a message. Waits while there are too many; a move replaces an unread one.
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
            // Only the most recently copied text is kept.
            if case .copied = message { messages.removeAll { if case .copied = $0 { true } else { false } } }
            if case .gone = message {} else if messages.count >= Self.most { return false }
            messages.append(message)
            return true
        }
    }

    /// Takes all messages.
    func take() -> [Message] {
        bell.hush()
        return lock.locked {
            defer { messages.removeAll() }
            return messages
        }
    }

    /// Call when messages will not be read any more.
    func close() { lock.locked { isClosed = true } }
}
