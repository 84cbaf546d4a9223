import Scene

/// Bytes of the text that connections keep in the daemon without an object: open transactions and definitions, checkpoints. Each connection
/// is bounded by `limit.clientBytes`, and all together by so many times that.
final class ClientTexts {
    static let mostClients = 8
    fileprivate(set) var bytes = 0

    /// Throws `limit` when there is no room for more, `limit` being that of one connection.
    func checkRoom(for more: Int, limit: Int) throws(SceneError) {
        let most = limit * Self.mostClients
        guard bytes + more <= most else {
            throw SceneError(
                .limit,
                "the transactions, definitions and checkpoints of all clients hold \(bytes) bytes, and limit.clientBytes allows \(most)"
            )
        }
    }
}

/// The part of one connection.
struct ClientText {
    private var texts: ClientTexts?
    private var bytes = 0

    /// Brings the sum of all up to date: the connection has so many bytes now.
    mutating func note(_ now: Int, in texts: ClientTexts? = nil) {
        if let texts { self.texts = texts }
        guard now != bytes, let all = self.texts else { return }
        all.bytes += now - bytes
        bytes = now
    }

    /// Throws `limit`; of a connection that keeps nothing yet `note` has told where it counts.
    func checkRoom(for more: Int, limit: Int) throws(SceneError) { try texts?.checkRoom(for: more, limit: limit) }
}
