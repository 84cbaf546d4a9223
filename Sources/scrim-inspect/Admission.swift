/// Which requests are let in: those of a page of ours, in a browser that went to our own address.
///
/// A page of another site can make a browser send requests here, and by an address of its own that resolves to this machine it
/// could read the answers (DNS rebinding). Its `Host` and `Origin` tell; the token keeps out everybody else.
struct Admission {
    /// Part of every path.
    let token: String

    /// The headers of a request.
    struct Head {
        var path: String
        /// Every `Host` of the request.
        var hosts: [String]
        var origin: String?
    }

    enum Answer: Equatable {
        /// The path behind the token.
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

    /// Any port: a tunnel has one of its own at its other end.
    private static func isLoopback(_ host: String) -> Bool {
        let parts = host.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts[0] == "127.0.0.1" || parts[0].lowercased() == "localhost" else { return false }
        return parts.count == 1 || (!parts[1].isEmpty && parts[1].allSatisfy { $0.isASCII && $0.isNumber })
    }

    /// In a time that says nothing of how far they are equal.
    private static func areEqual(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> Bool {
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
