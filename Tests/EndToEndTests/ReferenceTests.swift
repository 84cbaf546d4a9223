import Foundation
import TestSupport
import Testing

extension RealDaemon {
    /// The pages of reference are what the generator makes of this daemon.
    @Suite struct ReferenceTests {
        @Test(.enabled(if: Places.hasAllPlugins, "the pages tell of all plugins")) func pagesAreUpToDate() throws {
            let outcome = try Sandbox().run(
                "python3", [Checkout.root + "/docs/generate", "--check", "--programs", Checkout.programs])
            #expect(outcome.status == 0, "\(outcome.errors)")
        }

        @Test func manualPagesAndTheSiteAreMade() throws {
            let sandbox = try Sandbox()
            let words = ["man", "site", "--out", sandbox.path, "--programs", Checkout.programs]
            let outcome = try sandbox.run("python3", [Checkout.root + "/docs/generate"] + words)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let pages = try FileManager.default.contentsOfDirectory(atPath: sandbox.file("man")).sorted()
            #expect(
                pages == [
                    "scrim-objects.7", "scrim-plugins.7", "scrim-protocol.7", "scrim.1", "scrim.config.5", "scrimd.1",
                ])
            let objects = try String(contentsOfFile: sandbox.file("man/scrim-objects.7"), encoding: .utf8)
            #expect(objects.contains("\n.SS cornerRadius\n"))
            // What the search finds is there.
            let search = try String(contentsOfFile: sandbox.file("site/search.js"), encoding: .utf8)
            for match in search.matches(of: /"u":"([^"#]+)(?:#([^"]+))?"/) {
                let page = try String(contentsOfFile: sandbox.file("site/\(match.output.1)"), encoding: .utf8)
                if let anchor = match.output.2 { #expect(page.contains("id=\"\(anchor)\""), "\(match.output.0)") }
            }
        }

        /// Each property of each kind, each verb, event, error and filter stands on a page.
        @Test func everythingIsOnAPage() throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            func members(_ line: String, _ key: String? = nil) throws -> [String: Any] {
                let reply = ReplyForm.json(String(try link.ask(line).dropFirst(3))) as? [String: Any]
                return key.map { reply?[$0] as? [String: Any] ?? [:] } ?? reply ?? [:]
            }
            let layer = Set(try members("describe layer", "properties").keys)
            let kinds = try #require(try members("describe")["kinds"] as? [String])
            for kind in kinds {
                let page = try Checkout.text("docs/reference/\(kind).md")
                let all = try members("describe \(kind)", "properties").keys
                let isLayer = kind != "layer" && all.contains("sublayerTransform")
                for name in all where !isLayer || !layer.contains(name) {
                    #expect(page.contains("\n### \(name)\n"), "\(kind).\(name)")
                }
            }
            for (topic, file) in [
                ("verbs", "verbs"), ("events", "events"), ("errors", "errors"), ("filters", "filters"),
            ] {
                let page = try Checkout.text("docs/reference/\(file).md")
                for name in try members("describe \(topic)").keys {
                    #expect(page.contains("\n## \(name)\n"), "\(name)")
                }
            }
        }

        /// Links between documents lead somewhere.
        @Test func linksLeadSomewhere() throws {
            let files = DocumentTests.files + (try Checkout.files("docs/design", ending: ".md"))
            for file in files {
                let text = try Checkout.text(file)
                for match in text.matches(of: /\]\(([^)#\s:]+)(#[^)]*)?\)/) {
                    let folder = file.split(separator: "/").dropLast().joined(separator: "/")
                    let path = Checkout.root + "/" + folder + "/" + match.output.1
                    #expect(FileManager.default.fileExists(atPath: path), "\(file): \(match.output.1)")
                }
            }
        }
    }
}
