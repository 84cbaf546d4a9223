import Foundation
import Testing

/// The files that are installed beside the programs.
@Suite struct UnitFileTests {
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze")))
    func systemdUnderstandsTheUnits() throws {
        let sandbox = try Sandbox()
        let service = try Checkout.text("systemd/scrimd.service")
        let line = "ExecStart=%h/.local/bin/scrimd"
        #expect(service.contains(line + "\n"))
        _ = try sandbox.write(service.replacing(line, with: "ExecStart=/bin/true"), to: "scrimd.service")
        _ = try sandbox.write(Checkout.text("systemd/scrimd.socket"), to: "scrimd.socket")
        let units = ["scrimd.service", "scrimd.socket"].map(sandbox.file)
        let outcome = try sandbox.run("systemd-analyze", ["verify", "--user"] + units)
        // An unknown key is only said, with status 0.
        #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.text.isEmpty, "\(outcome.errors)")
    }

    @Test func makeListsItsTargets() throws {
        let outcome = try Sandbox().run("make", ["-C", Checkout.root, "--no-print-directory"])
        let targets = outcome.text.split(separator: "\n").compactMap { $0.split(separator: " ").dropFirst().first }
        let wanted = ["setup", "build", "run", "test", "conformance", "lint", "golden-update", "install", "uninstall"]
        #expect(Set(wanted.map { $0[...] }).isSubset(of: targets))
    }
}

extension RealDaemon {
    /// `config/scrimd.scrim` shows every setting with its default.
    @Suite struct ConfigurationTests {
        /// The lines that stand behind a `# `.
        private func lines() throws -> [String] {
            let text = try Checkout.text("config/scrimd.scrim")
            #expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix("#") })
            return text.split(separator: "\n").filter { $0.hasPrefix("# set daemon ") }.map { String($0.dropFirst(2)) }
        }

        @Test func theDaemonTakesItAsItIsAndUncommented() throws {
            let sandbox = try Sandbox()
            let uncommented = try sandbox.write(lines().joined(separator: "\n") + "\n", to: "all.scrim")
            for file in [Checkout.root + "/config/scrimd.scrim", uncommented] {
                let outcome = try sandbox.run("scrimd", ["--check", "--output", "offscreen", "--config", file])
                #expect(outcome.status == 0, "\(file): \(outcome.errors)")
            }
            let daemon = try Daemon(["--config", uncommented])
            let reply = try daemon.link().ask("get daemon")
            let set = ReplyForm.json(String(reply.dropFirst(3))) as? [String: Any]
            // Without names, `get` tells what differs from the defaults.
            let names = try lines().compactMap {
                $0.split { $0 == " " || $0 == "=" }.dropFirst(2).first.map(String.init)
            }
            for name in names { #expect(set?[name] == nil, "\(name) is not the default") }
        }

        @Test func everySettingIsThere() throws {
            let daemon = try Daemon()
            let reply = try daemon.link().ask("describe settings")
            let description = ReplyForm.json(String(reply.dropFirst(3))) as? [String: Any]
            let properties: Any? = description?["properties"] ?? description.map { $0 as Any }
            var names = (properties as? [String: Any]).map { Array($0.keys) } ?? []
            names += (properties as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
            #expect(names.contains("limit.line"))
            let shown = try lines()
            for name in names where name.contains(".") || !["kind", "id", "help"].contains(name) {
                #expect(shown.contains { $0.hasPrefix("set daemon \(name)=") }, "\(name) is not in config/scrimd.scrim")
            }
            for line in shown { #expect(try daemon.link().ask(line) == "ok", "\(line)") }
        }
    }
}
