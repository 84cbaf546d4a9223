/// Decides which requests are accepted: those of the inspector's own pages, loaded from its own address.
///
/// A page of another site can make a browser send requests here, and could read the answers through a host name that
/// resolves to this machine (DNS rebinding). `Host` and `Origin` reveal that; the token keeps out everybody else.
struct Admission {
    /// Part of every path.
    let token: String

    /// The headers of a request.
    struct Head {
        var path: String
        /// All `Host` headers.
        var hosts: [String]
        var origin: String?
    }

    enum Answer: Equatable {
        /// The path after the token.
        case route(String)
        case refused(status: UInt32, message: String)
    }

    func admit(_ head: Head) -> Answer {
        guard head.hosts.count == 1, Self.isLoopback(head.hosts[0]) else {
            return .refused(status: 403, message: "only for 127.0.0.1 and localhost\n")
        }
        if let origin = head.origin, origin != "http://" + head.hosts[0] {
            return .refused(status: 403, message: "not for pages of others\n")
        }
        let parts = head.path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
        // "/TOKEN/route": the first part is empty.
        guard parts.count == 2, parts[0].isEmpty else { return .refused(status: 403, message: Self.hint) }
        let rest = parts[1].split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
        guard Self.areEqual(rest[0], token.utf8) else { return .refused(status: 403, message: Self.hint) }
        guard rest.count == 2 else { return .route("none") }
        return .route(String(decoding: rest[1], as: UTF8.self))
    }

    private static let hint = "use the whole address that `scrim inspect` printed\n"

    /// Any port is accepted: a tunnel has its own port at the other end.
    private static func isLoopback(_ host: String) -> Bool {
        let parts = host.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts[0] == "127.0.0.1" || parts[0].lowercased() == "localhost" else { return false }
        return parts.count == 1 || (!parts[1].isEmpty && parts[1].allSatisfy { $0.isASCII && $0.isNumber })
    }

    /// Comparison in constant time.
    private static func areEqual(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> Bool {
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
