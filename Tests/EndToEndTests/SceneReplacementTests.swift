import Foundation
import TestSupport
import Testing

extension RealDaemon {
    /// Scenes of the examples and of the conformance kit, each replaced by others with `load replace=true`, with `undo` and `redo` between.
    ///
    /// After each step the picture and the dump are those of the scene loaded alone by a daemon of its own. By themselves few scenes
    /// are taken, picked by a seed; `SCRIM_REPLACEMENTS=N` takes N (0 is all), `SCRIM_SEED=N` others.
    @Suite struct SceneReplacementTests {
        /// Lines that a file loads.
        struct Scene {
            var name: String
            var lines: [String]
            /// Of the repository: files are found in it.
            var folder: String
        }

        /// A scene as a daemon of its own shows it.
        struct Reference {
            var name: String
            var file: String
            var dump: String
            var picture: Data
        }

        /// Lines that no file of a scene holds, whose effect stays when the scene is replaced, or goes by the world outside.
        static let left = [
            "clock", "dump", "tick", "get ", "list", "subscribe", "clear", "quit", "set daemon", "set main size",
            "set main scale",
        ]

        static func isLeft(_ line: String) -> Bool {
            let words = line.split(separator: " ")
            return line.allSatisfy(\.isWhitespace) || left.contains(where: line.hasPrefix) || line.contains("source=")
                || words.first == "create" && words.count > 2
                    && ["offscreen", "wayland", "x11", "vnc", "drm", "pipewire"].contains(words[2])
        }

        static func scenes() throws -> [Scene] {
            var found: [Scene] = []
            for folder in ["examples", "Tests/Conformance/pictures"] {
                let all = FileManager.default.enumerator(atPath: Checkout.root + "/" + folder)?.compactMap {
                    $0 as? String
                }
                for path in (all ?? []).filter({ $0.hasSuffix(".scrim") }).sorted() {
                    let text = try Checkout.text(folder + "/" + path).replacing(
                        "$ASSETS", with: Checkout.root + "/Tests/Conformance/pictures/assets")
                    let lines = text.split(separator: "\n").map(String.init)
                    found.append(Scene(name: path, lines: lines, folder: (folder + "/" + path).parent))
                }
            }
            for path in try Checkout.files("Tests/Conformance/transcripts", ending: ".txt") {
                var lines: [String] = []
                var name = ""
                for line in try Checkout.text(path).split(separator: "\n").map(String.init) + ["= "] {
                    if line.hasPrefix("= ") {
                        if !lines.isEmpty { found.append(Scene(name: name, lines: lines, folder: "examples")) }
                        lines = []
                        name = "\(path.dropFirst("Tests/Conformance/transcripts/".count)) \(line)"
                    } else if line.hasPrefix("+ ") || line.hasPrefix("> ") {
                        lines.append(String(line.dropFirst(2)))
                    }
                }
            }
            return found.map {
                Scene(name: $0.name, lines: $0.lines.filter { !isLeft($0) }, folder: $0.folder)
            }
        }

        private func number(_ name: String, or usual: Int) -> Int {
            ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
        }

        /// A daemon whose working directory has the files that the examples name.
        private func daemon() throws -> Daemon {
            let daemon = try Daemon()
            for folder in ["pictures", "fonts"] {
                try FileManager.default.createSymbolicLink(
                    atPath: daemon.sandbox.file(folder), withDestinationPath: Checkout.root + "/examples/" + folder)
            }
            return daemon
        }

        private func picture(_ link: Link, _ file: String) throws -> Data {
            let reply = try link.ask("snapshot path=\(file) format=rgba")
            guard reply.hasPrefix("ok") else { throw Wrong(words: reply) }
            defer { try? FileManager.default.removeItem(atPath: file) }
            return try Data(contentsOf: URL(filePath: file))
        }

        struct Wrong: Error { var words: String }

        /// The scene as it is loaded alone, without the lines that are refused; nil when nothing of it is left.
        private func reference(_ scene: Scene, _ number: Int, in sandbox: Sandbox) throws -> Reference? {
            // Beside the files that it uses.
            let folder = sandbox.file("\(number)")
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for name in try FileManager.default.contentsOfDirectory(atPath: Checkout.root + "/" + scene.folder) {
                try FileManager.default.createSymbolicLink(
                    atPath: folder + "/" + name, withDestinationPath: Checkout.root + "/" + scene.folder + "/" + name)
            }
            let file = folder + "/scene of this test"
            var lines = scene.lines
            for _ in 0..<50 where !lines.isEmpty {
                try (lines.joined(separator: "\n") + "\n").write(toFile: file, atomically: false, encoding: .utf8)
                let daemon = try daemon()
                let link = try daemon.link()
                let reply = try link.ask("load path='\(file)' replace=true")
                if reply.hasPrefix("ok") {
                    let picture = try picture(link, daemon.sandbox.file("picture"))
                    return Reference(name: scene.name, file: file, dump: try link.ask("dump"), picture: picture)
                }
                let place = reply.components(separatedBy: file + ":").dropFirst().last?.split(separator: ":").first
                guard let number = place.flatMap({ Int($0) }), lines.indices.contains(number - 1) else { return nil }
                lines.remove(at: number - 1)
            }
            return nil
        }

        @Test func anySceneReplacesAnyOther() throws {
            var dice = Dice(UInt64(number("SCRIM_SEED", or: 1)))
            var scenes = try Self.scenes()
            #expect(scenes.count > 300)
            let count = number("SCRIM_REPLACEMENTS", or: 20)
            if count > 0 { scenes = Array(scenes.shuffled(using: &dice).prefix(count)) }
            let sandbox = try Sandbox()
            var references: [Reference] = []
            for (number, scene) in scenes.enumerated() {
                if let one = try reference(scene, number, in: sandbox) { references.append(one) }
            }
            var daemon = try daemon()
            var link = try daemon.link()
            func fault(_ wanted: Reference) throws -> String? {
                let picture = try picture(link, daemon.sandbox.file("picture"))
                let dump = try link.ask("dump")
                guard dump == wanted.dump else {
                    let (here, there) = (Self.lines(dump), Self.lines(wanted.dump))
                    return
                        "the dump has \(here.filter { !there.contains($0) }) for \(there.filter { !here.contains($0) })"
                }
                return picture == wanted.picture ? nil : "another picture"
            }
            func step(_ line: String, to wanted: Reference) throws -> String? {
                let reply = try link.ask(line)
                return reply.hasPrefix("ok") ? try fault(wanted) : reply
            }
            var before: Reference?
            for _ in 0..<references.count * 12 {
                let next = dice.pick(references)
                var fault: String?
                do {
                    fault = try step("load path='\(next.file)' replace=true", to: next)
                    // What changes nothing is no step of the history.
                    if fault == nil, let before, before.dump != next.dump, dice.upTo(3) == 0 {
                        fault = try step("undo", to: before).map { "undo: \($0)" }
                        if fault == nil { fault = try step("redo", to: next).map { "redo: \($0)" } }
                    }
                } catch {
                    fault = "\(error) \((try? daemon.lastWords()) ?? "")"
                }
                if let fault {
                    Issue.record("\(next.name) in place of \(before?.name ?? "nothing"): \(fault)")
                    daemon = try self.daemon()
                    link = try daemon.link()
                }
                before = fault == nil ? next : nil
            }
        }

        private static func lines(_ dump: String) -> [String] {
            (ReplyForm.json(String(dump.dropFirst(3))) as? [String]) ?? [dump]
        }
    }
}

extension String {
    /// The folder of a path.
    fileprivate var parent: String { split(separator: "/").dropLast().joined(separator: "/") }
}
