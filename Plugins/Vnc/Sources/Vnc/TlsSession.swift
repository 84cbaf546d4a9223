import CGnutls
import Glibc

/// The server side of TLS over a non-blocking socket. Not thread-safe.
@safe
final class TlsSession {
    enum Progress {
        case done, waits, failed
    }

    /// Maximum number of warnings and refused renegotiations that are ignored.
    private static let mostOddities = 100

    private let session: gnutls_session_t
    private var oddities = 0
    /// Must live as long as the session.
    private let certificate: Certificate

    init?(_ descriptor: Int32, _ certificate: Certificate) {
        var fresh: gnutls_session_t?
        let flags = UInt32(GNUTLS_SERVER.rawValue | GNUTLS_NONBLOCK.rawValue | GNUTLS_NO_SIGNAL.rawValue)
        guard unsafe gnutls_init(&fresh, flags) == 0, let session = unsafe fresh else { return nil }
        self.certificate = certificate
        unsafe self.session = unsafe session
        // The system's policy, but at least TLS 1.2.
        let isSet =
            unsafe gnutls_set_default_priority_append(session, "-VERS-TLS1.1:-VERS-TLS1.0", nil, 0) == 0
            && gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(certificate.credentials))
                == 0
        unsafe gnutls_transport_set_int2(session, descriptor, descriptor)
        if !isSet { return nil }
    }

    deinit { unsafe gnutls_deinit(session) }

    /// True when the session waits for writing instead of reading.
    var wantsToWrite: Bool { unsafe gnutls_record_get_direction(session) == 1 }

    func handshake() -> Progress {
        var status = unsafe gnutls_handshake(session)
        while isOdd(Int(status)) { status = unsafe gnutls_handshake(session) }
        if status == 0 { return .done }
        if status == GNUTLS_E_AGAIN || status == GNUTLS_E_INTERRUPTED { return .waits }
        unsafe gnutls_alert_send_appropriate(session, status)
        return .failed
    }

    /// The number of bytes received; 0 at the end, negative for an error, nil when none are available yet.
    func receive(_ bytes: UnsafeMutableRawBufferPointer) -> Int? {
        var count = unsafe gnutls_record_recv(session, bytes.baseAddress, bytes.count)
        // The session may have buffered bytes that the socket does not report.
        while isOdd(count) { count = unsafe gnutls_record_recv(session, bytes.baseAddress, bytes.count) }
        return answer(count)
    }

    /// The number of bytes sent; nil when sending would block: then repeat with the same bytes.
    func send(_ bytes: UnsafeRawBufferPointer) -> Int? {
        unsafe answer(gnutls_record_send(session, bytes.baseAddress, bytes.count))
    }

    private func answer(_ status: Int) -> Int? {
        status == Int(GNUTLS_E_AGAIN) || status == Int(GNUTLS_E_INTERRUPTED) ? nil : max(-1, status)
    }

    /// True for a result that is neither an error nor data.
    private func isOdd(_ status: Int) -> Bool {
        guard status < 0, status != Int(GNUTLS_E_AGAIN), status != Int(GNUTLS_E_INTERRUPTED),
            gnutls_error_is_fatal(Int32(status)) == 0
        else { return false }
        oddities += 1
        return oddities <= Self.mostOddities
    }

    /// Sends the closing message, if possible without blocking.
    func end() { _ = unsafe gnutls_bye(session, GNUTLS_SHUT_WR) }
}
