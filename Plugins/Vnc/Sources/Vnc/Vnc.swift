import Glibc
import OutputSupport
public import ScrimPluginABI
import ScrimPluginKit

/// An output shown to remote viewers by the remote framebuffer protocol (RFC 6143).
///
/// Frames are always painted, into a picture from which viewers' threads copy.
private final class Vnc: ScreenKind {
    /// The sources of events.
    enum EventSource: UInt64 {
        case inbox, listener
    }

    static let name = "vnc"
    static let help = "a picture that VNC viewers show"
    static let schema = Key.schema

    enum Key: Int, SchemaKey {
        case address, port, password, passwordFile, viewers, resizes, title, tls, certificate, key
        case cursor, clipboard, bell

        var property: Property {
            var property = form
            property.isSecret = self == .password || self == .key
            return property
        }

        private var form: Property {
            switch self {
            case .address:
                Property(
                    "address", .text("127.0.0.1"),
                    help: "where viewers connect, as numbers; others than those of this machine want a password")
            case .port:
                Property("port", .integer(5900), range: 0...65535, help: "where viewers connect; 0: any free one")
            case .password:
                Property(
                    "password", .text(""),
                    help: "asked of viewers; the protocol looks at its first 8 bytes. Empty: none")
            case .passwordFile:
                Property(
                    "passwordFile", .text(""), help: "a file whose first line is the password, read as viewers connect")
            case .viewers:
                Property("viewers", .integer(8), range: 1...16, help: "at one time; further ones are turned away")
            case .resizes: Property("resizes", .boolean(false), help: "viewers may change the size")
            case .title: Property("title", .text("Scrim"), help: "told to viewers")
            case .tls:
                Property(
                    "tls", .choice(["auto", "off", "optional", "required"], 0),
                    help: "whether viewers encrypt (VeNCrypt, X.509); auto: required where there is a certificate")
            case .certificate:
                Property(
                    "certificate", .text(""),
                    help: "a file with the server's certificate for TLS, PEM; read again when it has changed")
            case .cursor:
                Property(
                    "cursor", .choice(CursorNames.all, Int(CursorNames.usual)),
                    help: "the pointer's look over the output, as in CSS")
            case .clipboard:
                Property(
                    "clipboard", .text(""),
                    help:
                        "the text that the output has put into viewers' clipboards; empty again when one of them copies"
                )
            case .bell:
                Property(
                    "bell", .integer(0), range: 0...1_000_000_000,
                    help: "viewers' bells ring when it grows, ten times a second at most")
            case .key: Property("key", .text(""), help: "a file with the certificate's key; empty: the same file")
            }
        }
    }

    private let host: Host
    private let object: UInt64
    private let inbox: Inbox
    private let wakeups: PollSet<EventSource>
    private var wishes = Wishes()
    private var listener: Listener?
    private var viewers: [Viewer] = []
    /// Connections that wait until a viewer being disconnected is gone.
    private var waiting: [Int32] = []
    private var picture: Picture?
    private var mode: Mode?
    private var clipboard = Clipboard()
    private var bell = BellCounter()
    private var isPainting = false
    private var hasFrame = false

    private struct Clipboard {
        /// The text for viewers; empty for none.
        var own: [UInt8] = []
        /// The text last copied by a viewer.
        var copied: [UInt8] = []
        /// True when a text field receives the keys.
        var isWanted = false
    }

    /// The TLS settings, and the loaded files.
    private struct Encryption {
        enum Mode: UInt32 {
            case auto, off, optional, required
        }

        var mode = Mode.auto
        var path = ""
        var keyPath = ""
        var certificate: Certificate?

        var isOn: Bool { mode != .off && !(mode == .auto && path.isEmpty) }

        /// Reloads the files if they changed. After an error there is no certificate.
        mutating func refresh() throws(Certificate.Failure) {
            if !isOn || certificate?.isCurrent(path: path, keyPath: keyPath) == false { certificate = nil }
            guard isOn, certificate == nil else { return }
            if path.isEmpty { throw Certificate.Failure(message: "tls wants a certificate") }
            certificate = try Certificate(path: path, keyPath: keyPath)
        }
    }

    private struct Wishes {
        var address = ""
        var port = 0
        var passwordFile = ""
        var most = 8
        var encryption = Encryption()
        var terms = Viewer.Terms(title: "", password: "", resizes: false)
    }

    init(host: Host, object: UInt64) throws(PluginFailure) {
        guard host.knowsScreens else { throw .unsupported }
        guard let wakeups = PollSet<EventSource>(), let inbox = Inbox() else { throw .failed }
        (self.host, self.object, self.inbox, self.wakeups) = (host, object, inbox, wakeups)
        wakeups.watch(inbox.bell.descriptor, .inbox)
    }

    deinit {
        inbox.close()
        if isPainting { picture?.lock.unlock() }
        for viewer in viewers { viewer.end() }
        for connection in waiting { close(connection) }
    }

    // MARK: The host's calls

    func configure(_ mode: Mode, _ properties: Properties) throws(PluginFailure) {
        var fresh = Wishes()
        fresh.address = properties.string(Key.address)
        fresh.port = Int(properties.number(Key.port))
        fresh.passwordFile = properties.string(Key.passwordFile)
        fresh.most = Int(properties.number(Key.viewers))
        fresh.terms.title = String(properties.string(Key.title).prefix(200))
        fresh.terms.password = properties.string(Key.password)
        fresh.terms.resizes = properties.boolean(Key.resizes)
        fresh.terms.cursor = properties.choice(Key.cursor)
        fresh.encryption = wishes.encryption
        fresh.encryption.mode = Encryption.Mode(rawValue: properties.choice(Key.tls)) ?? .required
        fresh.encryption.path = properties.string(Key.certificate)
        let keyPath = properties.string(Key.key)
        fresh.encryption.keyPath = keyPath.isEmpty ? fresh.encryption.path : keyPath
        if fresh.encryption.path != wishes.encryption.path || fresh.encryption.keyPath != wishes.encryption.keyPath {
            fresh.encryption.certificate = nil
        }
        do throws(Certificate.Failure) { try fresh.encryption.refresh() } catch {
            // An error must not lead to unencrypted connections.
            wishes.encryption = fresh.encryption
            host.log(.error, error.message)
            throw .failed
        }
        if !Listener.isLoopback(fresh.address), fresh.terms.password.isEmpty, fresh.passwordFile.isEmpty {
            host.log(.error, "the address \(fresh.address), which other machines reach, wants a password")
            throw .failed
        }
        var picture = self.picture
        if picture?.width != mode.width || picture?.height != mode.height {
            picture = Picture(width: mode.width, height: mode.height)
        }
        guard let picture else { throw .noMemory }
        try listen(fresh)
        let isFirst = self.mode == nil
        if fresh.terms.cursor != wishes.terms.cursor { for viewer in viewers { viewer.point(fresh.terms.cursor) } }
        (wishes, self.mode) = (fresh, mode)
        if picture !== self.picture {
            self.picture = picture
            hasFrame = false
            for viewer in viewers { viewer.resize(picture) }
        }
        if isFirst { host.watch(object: object, descriptor: wakeups.descriptor) }
        offer(Array(properties.string(Key.clipboard).utf8))
        if bell.rings(properties.number(Key.bell)) { for viewer in viewers { viewer.ring() } }
        tell()
    }

    func acquire() throws(PluginFailure) -> Buffer {
        guard let picture else { throw .failed }
        if !isPainting { picture.lock.lock() }
        isPainting = true
        return unsafe Buffer(
            pixels: UnsafeMutableRawPointer(picture.pixels), stride: picture.stride, age: hasFrame ? 1 : 0)
    }

    func present(_ frame: Frame, damage: UnsafeBufferPointer<PixelRect>) throws(PluginFailure) {
        guard let picture, isPainting else { throw .failed }
        isPainting = false
        hasFrame = true
        picture.lock.unlock()
        if !damage.isEmpty {
            for viewer in viewers { unsafe viewer.show(damage) }
        }
        host.presented(object: object, frame: frame.number, time: frame.time)
    }

    func shape(_ shape: Shape) {}

    func textInput(_ input: TextInput?) { clipboard.isWanted = input != nil }

    func dispatch() throws(PluginFailure) {
        for message in inbox.take() {
            switch message {
            case .act(var act):
                let scale = mode?.scale ?? 1
                (act.x, act.y) = (act.x / scale, act.y / scale)
                if !pastes(act) { host.input(object: object, act) }
            case .copied(let text):
                clipboard.copied = text
                guard !clipboard.own.isEmpty else { continue }
                clipboard.own = []
                host.setText(object: object, Key.clipboard, "")
            case .resize(let width, let height): resize(width, height)
            case .gone: viewers.removeAll(where: \.isGone)
            }
        }
        let known = waiting
        waiting = []
        for connection in known { welcome(connection) }
        while let connection = listener?.accept() { welcome(connection) }
    }

    // MARK: The clipboard

    /// Sends a text to the viewers' clipboards, unless they have it.
    private func offer(_ text: [UInt8]) {
        guard text != clipboard.own else { return }
        clipboard.own = text
        guard !text.isEmpty else { return }
        clipboard.copied = []
        for viewer in viewers { viewer.offer(text) }
    }

    /// True when a key was handled as pasting.
    private func pastes(_ act: Act) -> Bool {
        let text = clipboard.own.isEmpty ? clipboard.copied : clipboard.own
        guard clipboard.isWanted, !text.isEmpty, Pasting.isWanted(by: act) else { return false }
        for act in Pasting.acts(typing: text) { host.input(object: object, act) }
        return true
    }

    // MARK: Viewers

    /// Listens at the address in `fresh` if it changed. After an error it keeps listening at the old one.
    private func listen(_ fresh: Wishes) throws(PluginFailure) {
        if listener != nil, fresh.address == wishes.address, fresh.port == wishes.port { return }
        do throws(Listener.Failure) {
            let listener = try Listener(address: fresh.address, port: fresh.port)
            self.listener = listener
            wakeups.watch(listener.descriptor, .listener)
        } catch {
            host.log(.error, error.message)
            throw .failed
        }
    }

    private func welcome(_ connection: Int32) {
        guard let picture else { return }
        var terms = wishes.terms
        if !wishes.passwordFile.isEmpty { terms.password = Self.firstLine(of: wishes.passwordFile) ?? "" }
        do throws(Certificate.Failure) { try wishes.encryption.refresh() } catch {
            host.log(.warning, error.message)
            close(connection)
            return
        }
        terms.certificate = wishes.encryption.certificate
        terms.mustEncrypt = wishes.encryption.mode != .optional
        // A missing password file does not mean that there is no password.
        let isOpen = wishes.passwordFile.isEmpty || !terms.password.isEmpty
        if isOpen, viewers.count >= wishes.most, makeRoom() {
            waiting.append(connection)
            return
        }
        guard isOpen, viewers.count < wishes.most, let viewer = Viewer(connection, terms, picture, inbox) else {
            host.log(.warning, isOpen ? "too many viewers" : "no password in \(wishes.passwordFile)")
            if !isOpen || viewers.count >= wishes.most { close(connection) }
            return
        }
        if !clipboard.own.isEmpty { viewer.offer(clipboard.own) }
        viewers.append(viewer)
    }

    /// Disconnects the oldest connection that has not finished the handshake, to make room: of those that wait for room,
    /// when all viewers without a handshake are ending. True when there will be room soon.
    private func makeRoom() -> Bool {
        let leaving = viewers.count { $0.isEnding }
        if waiting.count < leaving { return true }
        if let viewer = viewers.first(where: { !$0.isEnding && !$0.isIntroduced }) {
            viewer.end()
        } else {
            guard !waiting.isEmpty else { return false }
            close(waiting.removeFirst())
        }
        return true
    }

    private static func firstLine(of path: String) -> String? {
        guard let file = unsafe fopen(path, "re") else { return nil }
        defer { unsafe fclose(file) }
        var bytes = [CChar](repeating: 0, count: 256)
        guard unsafe fgets(&bytes, Int32(bytes.count), file) != nil else { return nil }
        let line = bytes.prefix { $0 != 0 && $0 != 10 && $0 != 13 }.map { UInt8(bitPattern: $0) }
        return String(decoding: line, as: UTF8.self)
    }

    /// Handles a viewer's request for a size, in pixels.
    private func resize(_ width: Int, _ height: Int) {
        guard let mode else { return }
        var screen = Screen()
        screen.width = max(1, min(16384, Double(width) / mode.scale))
        screen.height = max(1, min(16384, Double(height) / mode.scale))
        screen.message = message
        host.screen(object: object, screen)
    }

    /// The address for viewers.
    private var message: String { "vnc://\(listener?.name ?? "")" }

    private func tell() {
        var screen = Screen()
        screen.message = message
        host.screen(object: object, screen)
    }
}

private let plugin = Plugin(id: "Vnc", version: "1.0.0", outputs: [Vnc.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
