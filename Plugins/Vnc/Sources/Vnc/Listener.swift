import CSystem
import Glibc

/// A listening socket for viewers.
final class Listener {
    let descriptor: Int32
    /// `ADDRESS:PORT`; for port 0, the port chosen by the system.
    let name: String

    /// The reason why listening failed, as one line.
    struct Failure: Error { var message: String }

    /// Listens at a numeric IPv4 or IPv6 address.
    init(address: String, port: Int) throws(Failure) {
        var storage = sockaddr_storage()
        let size = try Self.fill(&storage, address, port)
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(Int32(storage.ss_family), kind, 0)
        guard descriptor >= 0 else { throw Failure(message: "no socket: \(Self.reason)\(Self.hint)") }
        var yes: Int32 = 1
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        let shown = address.contains(":") ? "[\(address)]" : address
        let status = unsafe withUnsafePointer(to: &storage) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(descriptor, $0, size) }
        }
        guard status == 0, listen(descriptor, 8) == 0 else {
            let failure = Failure(message: "cannot listen at \(shown):\(port): \(Self.reason)")
            close(descriptor)
            throw failure
        }
        self.descriptor = descriptor
        name = "\(shown):\(port == 0 ? Self.port(of: descriptor) : port)"
    }

    deinit { close(descriptor) }

    /// The next connection, non-blocking and not inherited; nil when none is waiting.
    func accept() -> Int32? {
        let descriptor = sys_accept(descriptor)
        return descriptor < 0 ? nil : descriptor
    }

    /// True for loopback addresses.
    static func isLoopback(_ address: String) -> Bool { address == "::1" || address.hasPrefix("127.") }

    /// The way out where the unit forbids sockets of the network (`RestrictAddressFamilies=`), which is told as an unknown family.
    private static var hint: String {
        guard errno == EAFNOSUPPORT else { return "" }
        return "; under the unit, `systemctl --user edit scrimd` with [Service], "
            + "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 and PrivateNetwork=no allows it"
    }

    private static var reason: String { unsafe String(cString: strerror(errno)) }

    /// Fills in the address; returns its length.
    private static func fill(
        _ storage: inout sockaddr_storage, _ address: String, _ port: Int
    ) throws(Failure) -> socklen_t {
        // Both begin with family and port; the offset of the address differs.
        let forms = [
            (AF_INET, 4, MemoryLayout<sockaddr_in>.size), (AF_INET6, 8, MemoryLayout<sockaddr_in6>.size),
        ]
        for (family, offset, size) in forms {
            let isRead = unsafe withUnsafeMutableBytes(of: &storage) { bytes in
                guard let start = bytes.baseAddress, unsafe inet_pton(family, address, start + offset) == 1 else {
                    return false
                }
                unsafe bytes.storeBytes(of: in_port_t(port).bigEndian, toByteOffset: 2, as: in_port_t.self)
                return true
            }
            if isRead {
                storage.ss_family = sa_family_t(family)
                return socklen_t(size)
            }
        }
        throw Failure(message: "\"\(address)\" is no address of the Internet Protocol")
    }

    private static func port(of descriptor: Int32) -> Int {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let status = unsafe withUnsafeMutablePointer(to: &storage) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(descriptor, $0, &size) }
        }
        // The port follows the family in both.
        return status == 0
            ? unsafe withUnsafeBytes(of: storage) {
                unsafe Int(in_port_t(bigEndian: $0.load(fromByteOffset: 2, as: in_port_t.self)))
            } : 0
    }
}
