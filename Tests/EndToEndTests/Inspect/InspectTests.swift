import Foundation
import Testing

extension RealDaemon {
    /// `scrim inspect`, by its requests and in a browser.
    @Suite struct InspectTests {
        private static let token = "0123456789abcdef0123456789abcdef"

        /// A daemon, or none, and an inspector that looks into it.
        private final class Studio {
            let daemon: Daemon
            let port: Int
            private let process: Process

            init(_ arguments: [String] = [], clock: String = "realtime") throws {
                daemon = try Daemon(arguments, clock: clock)
                process = try daemon.sandbox.start(
                    "scrim-inspect", ["--socket", daemon.sandbox.file("s"), "--token", token], log: "inspect")
                var port: Int?
                for _ in 0..<2000 where port == nil && process.isRunning {
                    usleep(5000)
                    let words = String(decoding: try daemon.sandbox.bytes("inspect.out"), as: UTF8.self)
                    guard words.hasSuffix("/\n") else { continue }
                    port = words.split(separator: ":").last?.split(separator: "/").first.flatMap { Int($0) }
                }
                self.port = try #require(port)
            }

            deinit {
                if process.isRunning { #expect(end() == 0) }
            }

            /// The exit status after the signal that service managers send; -1 when it had to be killed.
            func end() -> Int32 {
                process.terminate()
                for _ in 0..<1000 where process.isRunning { usleep(5000) }
                if process.isRunning { kill(process.processIdentifier, SIGKILL) }
                process.waitUntilExit()
                return process.terminationReason == .exit ? process.terminationStatus : -1
            }

            var isRunning: Bool { process.isRunning }

            func ask(_ method: String, _ route: String, headers: [String] = [], body: String? = nil) throws
                -> PageClient.Response
            {
                try PageClient.ask(port, method, "/\(token)/\(route)", headers: headers, body: body)
            }

            func lines(_ text: String) throws -> [String] {
                let response = try ask("POST", "lines", body: text)
                #expect(response.status == 200, "\(response.text)")
                return response.text.split(separator: "\n").map(String.init)
            }

            struct Picture {
                var head: [String: Any]
                var pixels: [UInt8]
                var generation: Int { head["generation"] as? Int ?? 0 }
                var tiles: [[Int]] { head["tiles"] as? [[Int]] ?? [] }
            }

            func picture(since: Int, output: String = "main") throws -> Picture {
                let body = try ask("GET", "picture?output=\(output)&since=\(since)").body
                let length = body[..<4].reversed().reduce(0) { $0 << 8 | Int($1) }
                let head = try JSONSerialization.jsonObject(with: Data(body[4..<(4 + length)])) as? [String: Any]
                return Picture(head: try #require(head), pixels: Array(body[(4 + length)...]))
            }

            /// A stream of events, after its head.
            func events() throws -> PageClient {
                let client = try PageClient(port: port)
                try client.send("GET /\(token)/events HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
                #expect(try client.read(until: "\r\n\r\n").contains("text/event-stream"))
                return client
            }

            /// Kilobytes that the inspector holds.
            func memory() throws -> Int {
                let text = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
                let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
                return line.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0
            }
        }

        @Test func onlyTheAddressIsLetIn() throws {
            let studio = try Studio()
            let port = studio.port
            func status(_ path: String, host: String? = nil, _ headers: String..., method: String = "GET") throws -> Int
            {
                try PageClient.ask(port, method, path, headers: headers, host: host).status
            }
            let page = "/\(Self.token)/"
            #expect(try status(page) == 200)
            #expect(try status(page, host: "localhost:\(port)") == 200)
            #expect(try status(page, host: "LocalHost") == 200)
            for path in [
                "/", "/\(Self.token.dropLast())/", "/\(Self.token)0/", "//\(Self.token)/",
                "/\(Self.token.uppercased())/", "/page.js",
            ] {
                #expect(try status(path) == 403, "\(path)")
            }
            #expect(try status("/\(Self.token)") == 404)
            #expect(try status(page + "other") == 404)
            for host in [
                "evil.example", "evil.example:\(port)", "127.0.0.1.evil.example", "localhost:evil", "localhost:",
                "[::1]:\(port)", "",
            ] {
                #expect(try status(page, host: host) == 403, "\(host)")
            }
            #expect(try status(page, "Host: evil.example") == 403)
            #expect(try status(page, "Origin: http://127.0.0.1:\(port)") == 200)
            for origin in [
                "http://evil.example", "null", "https://127.0.0.1:\(port)", "http://127.0.0.1",
                "http://localhost:\(port)",
            ] {
                #expect(try status(page, "Origin: \(origin)") == 403, "\(origin)")
            }
            #expect(try status(page + "lines") == 405)
            #expect(try status(page, method: "DELETE") == 405)
            let head = try studio.ask("GET", "page.js").head
            for header in [
                "Content-Security-Policy: default-src 'none'", "no-store", "nosniff", "no-referrer",
                "frame-ancestors 'none'",
            ] {
                #expect(head.contains(header), "\(header)")
            }
            // What is refused reaches nobody.
            let before = try studio.daemon.link().ask("list")
            let refused = try PageClient.ask(
                port, "POST", page + "lines", headers: ["Origin: http://evil.example"], body: "create bad layer")
            #expect(refused.status == 403)
            #expect(try studio.daemon.link().ask("list") == before)
        }

        @Test func linesAreAnsweredAndTakenBack() throws {
            let studio = try Studio()
            #expect(
                try studio.lines("create a layer\n@t get a opacity\nset a opacity=2") == [
                    "ok", #"@t ok {"opacity":1}"#, "error value opacity: \"2\" is out of range: 0…1",
                ])
            #expect(try studio.lines("set a opacity=0.5") == ["ok"])
            // Another page takes back what this one did; another client's changes stay.
            #expect(try studio.daemon.link().ask("set a zPosition=3") == "ok")
            #expect(
                try studio.lines("undo\nget a opacity zPosition") == [
                    #"ok {"count":1}"#, #"ok {"opacity":1,"zPosition":3}"#,
                ])
            #expect(try studio.lines("redo\nget a opacity") == [#"ok {"count":1}"#, #"ok {"opacity":0.5}"#])
            // A transaction that is left open ends with its request.
            #expect(try studio.lines("begin\nset a opacity=0.1") == ["ok", "ok"])
            #expect(try studio.lines("get a opacity") == [#"ok {"opacity":0.5}"#])
            #expect(try studio.lines("") == [])
            for line in [
                "wait 100", "session replies=none", "@x subscribe changed", "get a\n  unsubscribe",
                "\"session\" access=read", "@x 'session' access=read", "subs\"cribe\" changed", "\"w\\u{61}it\" 5",
            ] {
                #expect(try studio.ask("POST", "lines", body: line).status == 400, "\(line)")
            }
            #expect(try studio.lines("get a zPosition") == [#"ok {"zPosition":3}"#])
        }

        @Test func requestsAreBounded() throws {
            let studio = try Studio()
            let limit = 256 << 10
            let line = "get root\n"
            let comment = "#" + String(repeating: "x", count: limit - line.utf8.count - 2) + "\n"
            #expect(try studio.ask("POST", "lines", body: comment + line).status == 200)
            #expect(try studio.ask("POST", "lines", body: comment + line + "\n").status == 413)
            // Somebody who sends without end is cut off.
            let endless = try PageClient(port: studio.port)
            try endless.send(
                "POST /\(Self.token)/lines HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunk = "10000\r\n" + String(repeating: "x", count: 65536) + "\r\n"
            var sent = 0
            while sent < 10_000, (try? endless.send(chunk)) != nil { sent += 1 }
            #expect(sent < 10_000)
            // So are 65 connections, and the page goes on when they have left.
            var many: [PageClient] = []
            for _ in 0..<80 { if let client = try? PageClient(port: studio.port) { many.append(client) } }
            many = []
            #expect(try studio.lines("get root opacity") == [#"ok {"opacity":1}"#])
        }

        @Test func picturesComeAsTilesThatChanged() throws {
            let studio = try Studio(["--size", "100x70"])
            _ = try studio.lines("create a layer frame=0,0,100,70 backgroundColor=#102030\nsync")
            let first = try studio.picture(since: 0)
            #expect(first.head["width"] as? Int == 100 && first.head["height"] as? Int == 70)
            #expect(first.tiles.reduce(0) { $0 + $1[2] * $1[3] } == 7000)
            #expect(first.pixels.count == 28_000 && Array(first.pixels[..<4]) == [0x10, 0x20, 0x30, 0xFF])
            _ = try studio.lines("create b layer frame=70,40,4,4 backgroundColor=#ff0000")
            let second = try studio.picture(since: first.generation)
            #expect(second.generation > first.generation)
            #expect(second.tiles == [[64, 32, 32, 32]])
            #expect(Array(second.pixels[(8 * 32 + 6) * 4..<(8 * 32 + 7) * 4]) == [0xFF, 0, 0, 0xFF])
            // One who saw nothing yet, or the picture of another process, gets all of it; one who has all waits, and gets nothing.
            #expect(try studio.picture(since: 0).pixels.count == 28_000)
            #expect(try studio.picture(since: second.generation + 1_000_000).pixels.count == 28_000)
            let quiet = try studio.picture(since: second.generation)
            #expect(
                quiet.tiles.isEmpty && quiet.generation == second.generation && quiet.head["stats"] is [String: Any])
            _ = try studio.lines("set main size=60x50")
            let smaller = try studio.picture(since: second.generation)
            #expect(smaller.head["width"] as? Int == 60 && smaller.pixels.count == 12_000)
            #expect(
                try studio.picture(since: 0, output: "nobody").head["failure"] as? String
                    == "error unknown-object unknown object \"nobody\"")
            #expect(try studio.ask("GET", "picture?output=a%20b&since=0").status == 400)
        }

        @Test func twoPagesAndOneThatDoesNotRead() throws {
            let studio = try Studio()
            let pages = [try studio.events(), try studio.events()]
            for page in pages { _ = try page.read(until: "data: ok\n\ndata: event created") }
            let lazy = try studio.events()
            _ = try lazy.read(until: "event: here")
            let before = try studio.memory()
            let link = try studio.daemon.link()
            #expect(try link.ask("create a layer") == "ok")
            for page in pages { _ = try page.read(until: #"data: event created {"id":"a","#) }
            // 40 MB of events: who reads gets the last of them, who does not costs nothing here.
            let long = String(repeating: "x", count: 20_000)
            for number in 0..<2000 {
                #expect(try link.ask("set a name=\(number)\(long)") == "ok")
                if number % 100 == 0 { #expect(try link.ask("sync").hasPrefix("ok")) }
            }
            #expect(try link.ask("create last layer") == "ok")
            for page in pages { _ = try page.read(until: #"{"id":"last","#) }
            #expect(try studio.memory() - before < 16_000)
            #expect(try studio.lines("get a opacity") == [#"ok {"opacity":1}"#])
            _ = lazy
        }

        @Test func theDaemonGoesAndComesBack() throws {
            let studio = try Studio()
            let page = try studio.events()
            _ = try page.read(until: "event: here")
            let shown = try studio.picture(since: 0)
            let path = studio.daemon.sandbox.file("s")
            #expect(studio.daemon.end(by: SIGTERM) == 0)
            _ = try page.read(until: "event: gone\ndata:\n\n")
            #expect(try studio.ask("POST", "lines", body: "list").status == 503)
            #expect(try studio.picture(since: shown.generation).head["failure"] as? String == "no daemon answers")
            let next = try studio.daemon.sandbox.start(
                "scrimd", ["--socket", path, "--output", "offscreen", "--size", "40x30"], log: "next")
            defer {
                next.terminate()
                next.waitUntilExit()
            }
            _ = try page.read(until: "event: here")
            _ = try page.read(until: "event output")
            var replies: [String] = []
            for _ in 0..<200 where replies.isEmpty {
                let response = try studio.ask("POST", "lines", body: "get main size")
                if response.status == 200 { replies = [response.text] } else { usleep(50_000) }
            }
            #expect(replies == ["ok {\"size\":[40,30]}\n"])
            var picture = try studio.picture(since: shown.generation)
            for _ in 0..<50 where picture.head["width"] as? Int != 40 {
                picture = try studio.picture(since: shown.generation)
            }
            #expect(picture.head["width"] as? Int == 40 && picture.pixels.count == 4800)
            #expect(studio.isRunning)
        }

        @Test func theToolStartsItAndSaysWhatIsWrong() throws {
            let sandbox = try Sandbox()
            let none = try sandbox.scrim("inspect")
            #expect(none.status == 69 && none.errors.contains("no daemon answers"))
            #expect(try sandbox.run("scrim-inspect", []).status == 64)
            for words in [
                ["--port", "0"], ["--port", "65536"], ["--token", "short"], ["--token", "0123456789abcde/"],
                ["--nothing"],
            ] {
                #expect(try sandbox.run("scrim-inspect", ["--socket", "/none"] + words).status == 64, "\(words)")
            }
            let studio = try Studio()
            let taken = try studio.daemon.sandbox.scrim("inspect", "--port", "\(studio.port)")
            #expect(taken.status == 1 && taken.errors.contains("port \(studio.port)"))
            // With streams that are open.
            let page = try studio.events()
            _ = try page.read(until: "event: here")
            #expect(studio.end() == 0)
        }

        /// The site with a daemon behind it: its files and no others, and blocks that run.
        @Test func documentsRun() throws {
            let sandbox = try Sandbox()
            let words = [Checkout.root + "/docs/generate", "site", "--plain", "--out", sandbox.path]
            #expect(try sandbox.run("python3", words).status == 0)
            let site = sandbox.file("site")
            try "secret".write(toFile: sandbox.file("outside.txt"), atomically: true, encoding: .utf8)
            try FileManager.default.createSymbolicLink(
                atPath: site + "/link.txt", withDestinationPath: sandbox.file("outside.txt"))
            let process = try sandbox.start("scrim", ["inspect", "--docs=" + site], log: "docs")
            defer {
                process.terminate()
                process.waitUntilExit()
            }
            func said() throws -> String { String(decoding: try sandbox.bytes("docs.out"), as: UTF8.self) }
            try waitUntil(tries: 1000) { try said().hasSuffix("/docs/index.html\n") }
            let address = try said().trimmingCharacters(in: .whitespacesAndNewlines)
            let parts = address.split(separator: "/").map(String.init)
            let port = try #require(parts[1].split(separator: ":").last.flatMap { Int($0) })
            func ask(_ method: String, _ path: String, _ body: String? = nil) throws -> PageClient.Response {
                try PageClient.ask(port, method, "/\(parts[2])/\(path)", body: body)
            }
            let first = try ask("GET", "docs/")
            #expect(first.status == 200 && first.text.contains("run.js") && first.head.contains("text/html"))
            #expect(try ask("GET", "docs/docs/tutorial.html").status == 200)
            #expect(try ask("GET", "docs/run.js").head.contains("text/javascript"))
            for path in ["../outside.txt", "%2e%2e/outside.txt", "link.txt", "docs", "none.html", "/etc/hostname"] {
                #expect(try ask("GET", "docs/" + path).status == 404, "\(path)")
            }
            #expect(try ask("POST", "lines", "create a layer\nget a opacity").text == "ok\nok {\"opacity\":1}\n")
            guard let browser = Self.browser else { return }
            let pages = [
                "index", "docs/tutorial", "docs/cookbook", "docs/controls", "docs/plugins", "docs/reference/text",
            ]
            let outcome = try sandbox.run(
                "python3",
                [Checkout.root + "/Tests/Inspector/blocks.py", browser, address] + pages.map { $0 + ".html" })
            #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
        }

        private static let browser = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
            .first { FileManager.default.isExecutableFile(atPath: $0) }

        @Test(.enabled(if: browser != nil, "there is no Chromium here"))
        func aBrowserShowsAndEdits() throws {
            let studio = try Studio(["--size", "320x200"])
            let script = Checkout.root + "/Tests/Inspector/browse.py"
            let outcome = try studio.daemon.sandbox.run(
                "python3", [script, try #require(Self.browser), "http://127.0.0.1:\(studio.port)/\(Self.token)/"])
            #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
        }
    }
}
