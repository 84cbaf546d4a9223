import Foundation
import Testing

extension RealDaemon {
    /// Who comes in at the output `vnc`, and by TLS.
    @Suite struct VncSecurityTests {
        /// A daemon with an output `remote` and a certificate.
        private struct Studio {
            let daemon: Daemon
            let link: Link
            let port = RemoteViewer.freePort()
            var authority: String { daemon.sandbox.file("cert.pem") }

            init(_ properties: String = "certificate=CERT key=KEY", size: String = "160x90") throws {
                daemon = try Daemon(["--size", size], clock: "realtime")
                link = try daemon.link()
                try makeCertificate("cert.pem", "key.pem")
                for line in [
                    "create disc layer frame=20,10,60,60 cornerRadius=30 backgroundColor=#fa0",
                    "create remote vnc port=\(port) size=\(size) backgroundColor=#123456 \(filled(properties))", "sync",
                ] { #expect(try link.ask(line).hasPrefix("ok"), "\(line)") }
            }

            func filled(_ properties: String) -> String {
                properties.replacing("CERT", with: daemon.sandbox.file("cert.pem"))
                    .replacing("KEY", with: daemon.sandbox.file("key.pem"))
            }

            func makeCertificate(_ name: String, _ key: String) throws {
                let box = daemon.sandbox
                let done = try box.run(
                    "openssl",
                    [
                        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
                        "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout",
                        box.file(key), "-out", box.file(name),
                    ])
                #expect(done.status == 0, "\(done.errors)")
            }

            func snapshot() throws -> [UInt8] {
                let path = daemon.sandbox.file("shot.rgba")
                #expect(try link.ask("snapshot output=remote format=rgba path=\(path)").hasPrefix("ok"))
                let bytes = [UInt8](try daemon.sandbox.bytes("shot.rgba"))
                return stride(from: 0, to: bytes.count, by: 4).flatMap { bytes[$0..<$0 + 3] }
            }

            func viewer(authority: String? = nil, password: String? = nil) throws -> RemoteViewer {
                let viewer = try RemoteViewer(port: port)
                try viewer.begin(
                    authority: authority,
                    password.map { password in { try Challenge.response($0, password, daemon.sandbox) } })
                return viewer
            }

            /// Waits until there are as few threads and descriptors as that.
            func settles(_ wanted: (threads: Int, files: Int)) throws -> Bool {
                for _ in 0..<1500 {
                    let now = try load()
                    if now.threads <= wanted.threads, now.files <= wanted.files { return true }
                    usleep(10_000)
                }
                return false
            }

            func load() throws -> (threads: Int, files: Int) {
                func count(_ folder: String) throws -> Int {
                    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.id)/\(folder)").count
                }
                return (try count("task"), try count("fd"))
            }
        }

        @Test func anotherScreensTypesAreNotForThisOne() throws {
            let studio = try Studio("password=sesame")
            let port = RemoteViewer.freePort()
            #expect(try studio.link.ask("create open vnc port=\(port)").hasPrefix("ok"))
            let stranger = try RemoteViewer(port: studio.port)
            _ = try stranger.bytes(12)
            try stranger.send(Array("RFB 003.008\n".utf8))
            #expect(try stranger.bytes(2) == [1, 2])
            // Another viewer may choose to come in without a password, elsewhere.
            let guest = try RemoteViewer(port: port)
            try guest.begin()
            try stranger.send([1])
            #expect(try stranger.bytes(4) == [0, 0, 0, 1])
            #expect(stranger.isClosed())
            // Nor is encryption, where there is no certificate.
            let other = try RemoteViewer(port: studio.port)
            #expect(throws: RemoteViewer.Failure(words: "security types [2]")) {
                try other.begin(authority: studio.authority)
            }
        }

        @Test func encryptedViewersSeeTheSnapshot() throws {
            let studio = try Studio()
            #expect(throws: RemoteViewer.Failure(words: "security types [19]")) { try studio.viewer() }
            let viewers = try (0..<2).map { _ in try studio.viewer(authority: studio.authority) }
            for viewer in viewers { #expect(try viewer.colors(until: studio.snapshot()) == studio.snapshot()) }
            try viewers[0].ask(onlyChanges: true)
            #expect(try studio.link.ask("create spot layer frame=100,40,10,10 backgroundColor=#fff").hasPrefix("ok"))
            #expect(try viewers[0].update() == [[100, 40, 10, 10]])
            // More than the buffers on the way hold.
            #expect(try studio.link.ask("set remote size=1500x1000").hasPrefix("ok"))
            #expect(try studio.link.ask("sync").hasPrefix("ok"))
            let wanted = try studio.snapshot()
            for viewer in viewers { #expect(try viewer.colors(until: wanted) == wanted) }
        }

        @Test func passwordsAreAskedWithin() throws {
            let studio = try Studio("certificate=CERT key=KEY password=sesame tls=required")
            #expect(throws: RemoteViewer.Failure(words: "types within VeNCrypt [261, 262]")) {
                try studio.viewer(authority: studio.authority)
            }
            #expect(throws: RemoteViewer.Failure(words: "password check failed!")) {
                try studio.viewer(authority: studio.authority, password: "simsalab")
            }
            let viewer = try studio.viewer(authority: studio.authority, password: "sesame")
            #expect(try viewer.colors(until: studio.snapshot()) == studio.snapshot())
            // Those of before, once plain ones may come, too.
            #expect(try studio.link.ask("set remote tls=optional").hasPrefix("ok"))
            let plain = try studio.viewer(password: "sesame")
            #expect(try plain.colors(until: studio.snapshot()) == studio.snapshot())
            #expect(try studio.link.ask("set remote tls=off").hasPrefix("ok"))
            #expect(throws: RemoteViewer.Failure(words: "security types [2]")) {
                try studio.viewer(authority: studio.authority, password: "sesame")
            }
        }

        @Test func longPasswordsCountWhole() throws {
            let studio = try Studio("certificate=CERT key=KEY password=\"open sesame, please\"")
            for (password, isRight) in [
                ("open sesame, please", true), ("open sesame, pleasf", false), ("open ses", false), ("", false),
                ("open sesame, please!", false),
            ] {
                let viewer = try RemoteViewer(port: studio.port)
                do {
                    try viewer.begin(authority: studio.authority, password: Array(password.utf8))
                    #expect(isRight, "\(password)")
                } catch {
                    let failure = error as? RemoteViewer.Failure
                    #expect(!isRight && failure?.words == "password check failed!", "\(password): \(error)")
                }
            }
            let long = try RemoteViewer(port: studio.port)
            #expect(throws: RemoteViewer.Failure(words: "closed")) {
                try long.begin(authority: studio.authority, password: [UInt8](repeating: 97, count: 1025))
            }
        }

        @Test func certificatesAreReadAsViewersConnect() throws {
            let studio = try Studio()
            _ = try studio.viewer(authority: studio.authority)
            try studio.makeCertificate("next.pem", "key.pem")
            let box = studio.daemon.sandbox
            // A key that does not fit lets nobody in.
            #expect(throws: RemoteViewer.Failure.self) { try studio.viewer(authority: studio.authority) }
            try FileManager.default.copyItem(atPath: studio.authority, toPath: box.file("old.pem"))
            try FileManager.default.removeItem(atPath: studio.authority)
            #expect(throws: RemoteViewer.Failure.self) { try studio.viewer(authority: box.file("old.pem")) }
            try FileManager.default.copyItem(atPath: box.file("next.pem"), toPath: studio.authority)
            _ = try studio.viewer(authority: studio.authority)
            #expect(throws: RemoteViewer.Failure.self) { try studio.viewer(authority: box.file("old.pem")) }
        }

        @Test func whatIsNoCertificateIsTold() throws {
            let studio = try Studio()
            let box = studio.daemon.sandbox
            try Data("nonsense".utf8).write(to: URL(filePath: box.file("nonsense.pem")))
            try Data(count: 1 << 20 + 1).write(to: URL(filePath: box.file("long.pem")))
            try studio.makeCertificate("other.pem", "otherkey.pem")
            for (properties, reason) in [
                ("tls=required", "tls wants a certificate"), ("tls=optional", "tls wants a certificate"),
                ("certificate=/nowhere", "No such file"), ("certificate=/dev/zero", "no file of at most 1 MiB"),
                ("certificate=\(box.file("long.pem"))", "no file of at most 1 MiB"),
                ("certificate=\(box.file("nonsense.pem"))", "no certificate in"),
                ("certificate=CERT", "no certificate in"),
                ("certificate=CERT key=\(box.file("otherkey.pem"))", "no certificate in"),
            ] {
                let line = studio.filled(properties)
                let reply = try studio.link.ask("create second vnc port=0 \(line)")
                #expect(reply.hasPrefix("error io ") && reply.contains(reason), "\(line): \(reply)")
                // Set later it is refused, and the one before stays.
                let filled = line.hasPrefix("tls") ? "certificate=\"\" \(line)" : line
                let change = try studio.link.ask("set remote key=\"\" \(filled)")
                #expect(change.hasPrefix("error io ") && change.contains(reason), "\(line): \(change)")
                #expect(try studio.link.ask("get remote key") == #"ok {"key":"set"}"#)
                #expect(try studio.link.ask("dump remote secrets=true").contains("key.pem"))
                _ = try studio.viewer(authority: studio.authority)
            }
            // Both in one file.
            let both = try box.bytes("cert.pem") + box.bytes("key.pem")
            try both.write(to: URL(filePath: box.file("both.pem")))
            #expect(try studio.link.ask("create third vnc port=0 certificate=\(box.file("both.pem"))").hasPrefix("ok"))
        }

        /// What its plugin cannot take over fails the line, and all of a transaction.
        @Test func whatCannotBeIsTheReply() throws {
            let studio = try Studio()
            func ask(_ line: String) throws -> String { try studio.link.ask(line) }
            #expect(try ask("create other vnc port=0").hasPrefix("ok"))
            for lines in [
                ["set other port=\(studio.port)"],
                ["begin", "create box layer", "set other port=\(studio.port) title=New", "commit"],
            ] {
                let replies = try lines.map(ask)
                #expect(
                    replies.last?.hasPrefix("error") == true
                        && replies.last?.contains("Address already in use") == true, "\(replies)")
                #expect(try ask("get other port title") == #"ok {"port":0,"title":"Scrim"}"#)
            }
            #expect(try ask("get box frame").hasPrefix("error unknown-object"))
            #expect(try ask("undo").hasPrefix("ok"), "the line before them")
            #expect(try ask("get other port").hasPrefix("error"))
            // Many in a short time follow with the next frame.
            for number in 0..<500 { #expect(try ask("set remote title=T\(number)") == "ok") }
            #expect(try ask("sync").hasPrefix("ok"))
            _ = try studio.viewer(authority: studio.authority)
        }

        @Test func oldVersionsAreHeard() throws {
            let studio = try Studio("certificate=CERT key=KEY tls=optional")
            let third = try RemoteViewer(port: studio.port)
            _ = try third.bytes(12)
            try third.send(Array("RFB 003.003\n".utf8))
            #expect(try third.bytes(4) == [0, 0, 0, 1])
            try third.send([1])
            #expect(try third.bytes(4) == [0, 160, 0, 90])
            let seventh = try RemoteViewer(port: studio.port)
            _ = try seventh.bytes(12)
            try seventh.send(Array("RFB 003.007\n".utf8))
            #expect(try seventh.bytes(3) == [2, 19, 1])
            try seventh.send([1], [1])
            #expect(try seventh.bytes(4) == [0, 160, 0, 90])
            #expect(try studio.link.ask("set remote tls=required").hasPrefix("ok"))
            let late = try RemoteViewer(port: studio.port)
            _ = try late.bytes(12)
            try late.send(Array("RFB 003.003\n".utf8))
            #expect(try late.bytes(4) == [0, 0, 0, 0])
            for words in ["RFB 004.008\n", "RFB 003.0x8\n", "GET / HTTP/1", "RFB 003.008 "] {
                let stranger = try RemoteViewer(port: studio.port)
                _ = try? stranger.bytes(12)
                try stranger.send(Array(words.utf8))
                #expect(stranger.isClosed(), "\(words)")
            }
        }

        /// Bytes of a viewer as far as it can say them without being heard, cut at each offset; then nonsense.
        @Test func connectionsThatEndLeaveNothing() throws {
            let studio = try Studio("certificate=CERT key=KEY viewers=16")
            _ = try studio.viewer(authority: studio.authority)
            usleep(300_000)
            let before = try studio.load()
            let whole = Array("RFB 003.008\n".utf8) + [19, 0, 2, 0, 0, 1, 4] + Self.hello
            for length in 0...whole.count {
                let viewer = try RemoteViewer(port: studio.port)
                // Where there are too many it is closed at once.
                try? viewer.send(Array(whole[..<length]))
            }
            #expect(try studio.settles(before))
            for seed in 0..<100 {
                let viewer = try RemoteViewer(port: studio.port)
                var random = Shuffler(UInt64(seed))
                let noise = (0..<300).map { _ in UInt8.random(in: 0...255, using: &random) }
                try? viewer.send(Array(whole[..<19]) + noise)
            }
            #expect(try studio.settles(before))
            #expect(try studio.link.ask("sync").hasPrefix("ok"))
            let viewer = try studio.viewer(authority: studio.authority)
            #expect(try viewer.colors(until: studio.snapshot()) == studio.snapshot())
            // Cut while it is sent more than it reads.
            for _ in 0..<20 {
                let idle = try studio.viewer(authority: studio.authority)
                try idle.ask(onlyChanges: false)
            }
            #expect(try viewer.colors(until: studio.snapshot()) == studio.snapshot())
        }

        /// A handshake's first record: its head, and a body that is too short for it.
        private static let hello: [UInt8] = [22, 3, 1, 0, 60, 1, 0, 0, 56, 3, 3] + (0..<40).map { $0 }

        @Test func whoStopsInTheHandshakeGoes() throws {
            let studio = try Studio()
            let viewer = try RemoteViewer(port: studio.port)
            try viewer.send(Array("RFB 003.008\n".utf8) + [19, 0, 2, 0, 0, 1, 4], Self.hello)
            let begin = Date()
            // Nobody waits for it meanwhile.
            #expect(try studio.link.ask("sync").hasPrefix("ok"))
            _ = try studio.viewer(authority: studio.authority)
            // Ten seconds, and those that closing is waited for.
            #expect(viewer.isClosed() || viewer.isClosed())
            #expect(Date().timeIntervalSince(begin) > 8)
        }

        @Test func aSlowViewerHoldsUpNobody() throws {
            let studio = try Studio(size: "1500x1000")
            let slow = try studio.viewer(authority: studio.authority)
            try slow.ask(onlyChanges: false)
            try slow.ask(onlyChanges: false)
            let viewer = try studio.viewer(authority: studio.authority)
            for at in 0..<5 {
                #expect(try studio.link.ask("set disc position=\(100 + at * 50),200").hasPrefix("ok"))
                #expect(try studio.link.ask("sync").hasPrefix("ok"))
                #expect(try viewer.colors(until: studio.snapshot()) == studio.snapshot())
            }
            #expect(try studio.link.ask("remove remote").hasPrefix("ok"))
            #expect(viewer.isClosed())
            #expect(try studio.link.ask("sync").hasPrefix("ok"))
        }

        @Test func nothingRunsWithoutDamage() throws {
            let studio = try Studio()
            let viewer = try studio.viewer(authority: studio.authority)
            _ = try viewer.colors(until: studio.snapshot())
            try viewer.ask(onlyChanges: true)
            sleep(1)
            let before = try studio.daemon.threadWaits()
            sleep(2)
            #expect(try studio.daemon.threadWaits() == before)
        }
    }
}

/// Numbers that look random, always the same ones.
private struct Shuffler: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}

/// How the protocol proves that somebody knows a password.
enum Challenge {
    /// The challenge enciphered by the password, the bits of each of its bytes from the other side.
    static func response(_ challenge: [UInt8], _ password: String, _ box: Sandbox) throws -> [UInt8] {
        let key = (Array(password.utf8) + [UInt8](repeating: 0, count: 8)).prefix(8).map { byte in
            (0..<8).reduce(UInt8(0)) { $0 | (byte >> $1 & 1) << (7 - $1) }
        }
        let hex = key.map { String(format: "%02x", $0) }.joined()
        try Data(challenge).write(to: URL(filePath: box.file("challenge")))
        let done = try box.run(
            "openssl",
            [
                "enc", "-des-ecb", "-provider", "legacy", "-provider", "default", "-nopad", "-K", hex, "-in",
                box.file("challenge"),
            ])
        return [UInt8](done.output)
    }
}

extension Daemon {
    /// Times that threads of the daemon have begun to wait.
    func threadWaits() throws -> Int {
        let tasks = "/proc/\(id)/task"
        return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
            let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
            return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
        }
    }
}
