import CGnutls
import CVnc
import Glibc

/// The handshake of a connection, from the viewer's version to the check of its password (RFC 6143, 7.1, and VeNCrypt).
///
/// The library's own handshake keeps the security types for all screens in one list, so a viewer of a screen with a
/// password could choose what another screen had offered meanwhile.
struct Introduction {
    /// Security types, and VeNCrypt's subtypes.
    private enum Security: Int {
        case none = 1
        case password = 2
        case encrypted = 19
        case encryptedNone = 260
        case encryptedPassword = 261
        case encryptedName = 262
    }

    /// Maximum length of a name or a password, in bytes.
    private static let longest = 1024

    private let wire: Wire
    private let terms: Viewer.Terms
    /// The minor version in use: 3, 7 or 8.
    private(set) var version = 3

    init(_ wire: Wire, _ terms: Viewer.Terms) { (self.wire, self.terms) = (wire, terms) }

    /// Runs the handshake. `isRight` checks the response to a challenge.
    mutating func run(_ isRight: (_ challenge: [UInt8], _ response: [UInt8]) -> Bool) throws(Wire.Failure) {
        version = try readVersion()
        let plain: Security? =
            terms.certificate != nil && terms.mustEncrypt ? nil : terms.password.isEmpty ? Security.none : .password
        switch try choose(plain) {
        case .none: if version >= 8 { try wire.writeNumber(0) }
        case .password: try challenge(isRight)
        default:
            switch try encrypt() {
            case .encryptedPassword: try challenge(isRight)
            case .encryptedName: try hearPassword()
            default: try wire.writeNumber(0)
            }
        }
    }

    private func readVersion() throws(Wire.Failure) -> Int {
        try wire.write(Array("RFB 003.008\n".utf8))
        let line = try wire.read(12)
        let digits = line[8..<11]
        guard line.starts(with: Array("RFB 003.".utf8)), line[11] == 10, digits.allSatisfy({ (48...57).contains($0) })
        else { throw Wire.Failure() }
        let minor = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
        return minor >= 8 ? 8 : minor == 7 ? 7 : 3
    }

    /// Offers `plain`, unless nil, and encryption if there is a certificate.
    private func choose(_ plain: Security?) throws(Wire.Failure) -> Security {
        if version == 3 {
            guard let plain else {
                try wire.writeNumber(0)
                throw refusal("encryption is required, which needs a viewer of version 3.7 or later")
            }
            try wire.writeNumber(plain.rawValue)
            return plain
        }
        let offers = (terms.certificate == nil ? [] : [Security.encrypted]) + (plain.map { [$0] } ?? [])
        try wire.write([UInt8(offers.count)] + offers.map { UInt8($0.rawValue) })
        let choice = try wire.readNumber(1)
        guard let security = offers.first(where: { $0.rawValue == choice }) else {
            if version >= 8 { try wire.writeNumber(1) }
            throw refusal("this security type was not offered", isTold: version >= 8)
        }
        return security
    }

    /// VeNCrypt 0.2 up to the end of the TLS handshake.
    private func encrypt() throws(Wire.Failure) -> Security {
        guard let certificate = terms.certificate else { throw Wire.Failure() }
        try wire.write([0, 2])
        guard try wire.read(2) == [0, 2] else {
            try wire.write([1])
            throw Wire.Failure()
        }
        try wire.write([0])
        // Viewers take the first type that they know; those with a user name request that one.
        let offers: [Security] = terms.password.isEmpty ? [.encryptedNone] : [.encryptedPassword, .encryptedName]
        try wire.write([UInt8(offers.count)])
        for offer in offers { try wire.writeNumber(offer.rawValue) }
        let choice = try wire.readNumber(4)
        guard let security = offers.first(where: { $0.rawValue == choice }) else {
            try wire.write([0])
            throw Wire.Failure()
        }
        try wire.write([1])
        try wire.secure(by: certificate)
        return security
    }

    private func challenge(_ isRight: ([UInt8], [UInt8]) -> Bool) throws(Wire.Failure) {
        var challenge = [UInt8](repeating: 0, count: 16)
        guard unsafe gnutls_rnd(GNUTLS_RND_NONCE, &challenge, challenge.count) == 0 else { throw Wire.Failure() }
        try wire.write(challenge)
        try answer(isRight(challenge, try wire.read(challenge.count)))
    }

    /// Reads a name, which is ignored, and a password, of which each byte counts.
    private func hearPassword() throws(Wire.Failure) {
        let lengths = (try wire.readNumber(4), try wire.readNumber(4))
        guard lengths.0 <= Self.longest, lengths.1 <= Self.longest else { throw Wire.Failure() }
        _ = try wire.read(lengths.0)
        let (said, wanted) = (try wire.read(lengths.1), Array(terms.password.utf8))
        // Compared in constant time.
        let difference = zip(said, wanted).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
        try answer(difference == 0 && said.count == wanted.count)
    }

    private func answer(_ isRight: Bool) throws(Wire.Failure) {
        guard isRight else {
            // Slows down guessing.
            sleep(1)
            try wire.writeNumber(1)
            throw refusal("password check failed!", isTold: version >= 8)
        }
        try wire.writeNumber(0)
    }

    /// Refuses the viewer, and tells it the reason.
    private func refusal(_ reason: String, isTold: Bool = true) -> Wire.Failure {
        let bytes = Array(reason.utf8)
        guard isTold else { return Wire.Failure() }
        do throws(Wire.Failure) {
            try wire.writeNumber(bytes.count)
            try wire.write(bytes)
        } catch { return error }
        return Wire.Failure()
    }
}
