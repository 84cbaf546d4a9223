import Schema

/// Size in bytes of the text that the daemon stores for connections outside of objects: open transactions and
/// definitions, checkpoints. Limited per connection by `limit.clientBytes`, and in total by `mostClients` times that.
final class ClientTexts {
    static let mostClients = 8
    fileprivate(set) var bytes = 0

    /// Throws `limit` when there is no room for more. `limit` is the limit of one connection.
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

/// The share of one connection.
struct ClientText {
    private var texts: ClientTexts?
    private var bytes = 0

    /// Updates the total: the connection now stores `now` bytes.
    mutating func note(_ now: Int, in texts: ClientTexts? = nil) {
        if let texts { self.texts = texts }
        guard now != bytes, let all = self.texts else { return }
        all.bytes += now - bytes
        bytes = now
    }

    /// Throws `limit`. Checks nothing before the first `note` with `texts`.
    func checkRoom(for more: Int, limit: Int) throws(SceneError) { try texts?.checkRoom(for: more, limit: limit) }
}
