import CGnutls
import Glibc

/// A server's certificate with its key, shared by the threads of viewers. Immutable.
@safe
final class Certificate: @unchecked Sendable {
    /// Maximum size of a file, in bytes.
    private static let longest = 1 << 20

    let credentials: gnutls_certificate_credentials_t
    private let files: [FileIdentity]

    /// The reason why it cannot be loaded, as one line.
    struct Failure: Error { var message: String }

    /// Reads PEM files: the certificate with its chain, and its key.
    init(path: String, keyPath: String) throws(Failure) {
        let (certificate, first) = try Self.read(path)
        let (key, second) = try Self.read(keyPath)
        files = [first, second]
        var fresh: gnutls_certificate_credentials_t?
        guard unsafe gnutls_certificate_allocate_credentials(&fresh) == 0, let credentials = unsafe fresh else {
            throw Failure(message: "no memory for the certificate")
        }
        unsafe self.credentials = unsafe credentials
        let status = unsafe certificate.withUnsafeBytes { certificate in
            unsafe key.withUnsafeBytes { key in
                var certificate = unsafe Self.datum(certificate)
                var key = unsafe Self.datum(key)
                return unsafe gnutls_certificate_set_x509_key_mem2(
                    credentials, &certificate, &key, GNUTLS_X509_FMT_PEM, nil, 0)
            }
        }
        guard status >= 0 else {
            let reason = unsafe String(cString: gnutls_strerror(status))
            throw Failure(message: "no certificate in \(path) with its key in \(keyPath): \(reason)")
        }
    }

    deinit { unsafe gnutls_certificate_free_credentials(credentials) }

    /// True while the files at these paths have not changed.
    func isCurrent(path: String, keyPath: String) -> Bool {
        files == [path, keyPath].map { FileIdentity(path: $0) }
    }

    private static func datum(_ bytes: UnsafeRawBufferPointer) -> gnutls_datum_t {
        unsafe gnutls_datum_t(
            data: UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress),
            size: UInt32(bytes.count))
    }

    private static func read(_ path: String) throws(Failure) -> (bytes: [UInt8], identity: FileIdentity) {
        func failure() -> Failure { Failure(message: "\(path): \(unsafe String(cString: strerror(errno)))") }
        // Opening a pipe without a writer must not block.
        let file = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw failure() }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { throw failure() }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= longest else {
            throw Failure(message: "\(path) is no file of at most 1 MiB")
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = unsafe Glibc.read(file, &bytes, bytes.count)
        guard count >= 0 else { throw failure() }
        return (Array(bytes[..<count]), FileIdentity(status))
    }
}

/// Detects whether a file was replaced or changed.
private struct FileIdentity: Equatable {
    private var device: UInt64 = 0
    private var number: UInt64 = 0
    private var size: Int64 = 0
    private var seconds: Int64 = 0
    private var nanoseconds: Int64 = 0

    init(_ status: stat) {
        (device, number, size) = (UInt64(status.st_dev), UInt64(status.st_ino), Int64(status.st_size))
        // The time of the last change of any kind, including renaming another file over it.
        (seconds, nanoseconds) = (Int64(status.st_ctim.tv_sec), Int64(status.st_ctim.tv_nsec))
    }

    /// All zero when there is no file.
    init(path: String) {
        var status = stat()
        if unsafe stat(path, &status) != 0 { status = stat() }
        self.init(status)
    }
}
