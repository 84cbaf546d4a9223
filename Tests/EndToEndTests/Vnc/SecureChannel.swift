import CGnutls
import Glibc

/// The client's side of TLS over a socket that is already connected, with a server called localhost.
@safe
final class SecureChannel {
    private var session: gnutls_session_t?
    private var credentials: gnutls_certificate_credentials_t?

    /// `authority`: a file with the certificate that vouches for the server's.
    init(_ descriptor: Int32, _ authority: String) throws {
        unsafe gnutls_certificate_allocate_credentials(&credentials)
        unsafe gnutls_certificate_set_x509_trust_file(credentials, authority, GNUTLS_X509_FMT_PEM)
        unsafe gnutls_init(&session, UInt32(GNUTLS_CLIENT.rawValue))
        unsafe gnutls_set_default_priority(session)
        unsafe gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials))
        unsafe gnutls_session_set_verify_cert(session, "localhost", 0)
        unsafe gnutls_transport_set_int2(session, descriptor, descriptor)
        unsafe gnutls_handshake_set_timeout(session, 10_000)
        unsafe gnutls_record_set_timeout(session, 10_000)
        let status = unsafe gnutls_handshake(session)
        guard status == 0 else {
            throw RemoteViewer.Failure(words: unsafe "handshake: \(String(cString: gnutls_strerror(status)))")
        }
    }

    deinit {
        unsafe gnutls_deinit(session)
        unsafe gnutls_certificate_free_credentials(credentials)
    }

    func send(_ bytes: [UInt8]) throws {
        let count = unsafe gnutls_record_send(session, bytes, bytes.count)
        guard count == bytes.count else { throw RemoteViewer.Failure(words: "closed") }
    }

    /// Some bytes, as many at most.
    func bytes(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = unsafe gnutls_record_recv(session, &bytes, count)
        guard got > 0 else {
            throw RemoteViewer.Failure(words: got == Int(GNUTLS_E_TIMEDOUT) ? "silence" : "closed")
        }
        return Array(bytes[..<got])
    }
}
