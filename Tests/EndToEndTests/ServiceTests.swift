import Foundation
import TestSupport
import Testing

/// The files that are installed beside the programs.
@Suite struct UnitFileTests {
    private static let units = [
        "scrimd.service", "scrimd.socket", "scrimd@.service", "scrimd@.socket", "scrim-link-follow@.service",
        "scrim-link-publish@.service", "scrim-serve@.service",
    ]

    @Test func systemdUnderstandsTheUnits() throws {
        let sandbox = try Sandbox()
        #expect(try Set(Checkout.files("systemd", ending: "")) == Set(Self.units.map { "systemd/" + $0 }))
        for unit in Self.units {
            let text = try Checkout.text("systemd/" + unit)
            let program = unit.hasPrefix("scrim-") ? "scrim" : "scrimd"
            #expect(text.contains("ExecStart=%h/.local/bin/\(program) ") == unit.hasSuffix(".service"))
            // A program that is there, whatever has been installed.
            let there = text.split(separator: "\n", omittingEmptySubsequences: false).map {
                $0.hasPrefix("ExecStart=") ? "ExecStart=/bin/true" : $0
            }
            _ = try sandbox.write(there.joined(separator: "\n"), to: unit)
        }
        let names = Self.units.map { sandbox.file($0.replacing("@.", with: "@some.")) }
        for (unit, name) in zip(Self.units, names) where unit.contains("@") {
            try FileManager.default.copyItem(atPath: sandbox.file(unit), toPath: name)
        }
        let outcome = try sandbox.run("systemd-analyze", ["verify", "--user"] + names)
        // An unknown key is only said, with status 0.
        #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.text.isEmpty, "\(outcome.errors)")
        let security = ["security", "--user", "--offline=true", "--no-pager", "--threshold=51", names[0], names[2]]
        #expect(try sandbox.run("systemd-analyze", security).status == 0)
    }

    /// An instance is what the service is, under a name of its own.
    @Test(arguments: ["service", "socket"]) func instancesAreLikeTheService(kind: String) throws {
        let names = [("scrimd@%i", "scrimd"), (" (%i)", ""), (" --name %i", ""), ("/%i.", "/main.")]
        let instance = try names.reduce(Checkout.text("systemd/scrimd@." + kind)) { $0.replacing($1.0, with: $1.1) }
        #expect(try instance == Checkout.text("systemd/scrimd." + kind))
    }

    /// Activation, readiness, restarts with the scene, the watchdog, reloading, instances: `Fixtures/service.sh` says which.
    @Test(.enabled(if: getuid() == 0, "a manager in namespaces of its own is root's business"))
    func aServiceManagerRunsIt() throws {
        let sandbox = try Sandbox()
        let fixtures = Checkout.root + "/Tests/Fixtures/"
        let outcome = try sandbox.run(
            "bash",
            [
                fixtures + "user-manager.sh", sandbox.path, "bash", fixtures + "service.sh",
                Checkout.root, Checkout.programs,
            ])
        #expect(outcome.status == 0, "\(outcome.errors.suffix(2000))")
    }

    /// What is built stands in for the release.
    @Test func whatIsInstalledIsThereAndGoes() throws {
        let sandbox = try Sandbox()
        func make(_ target: String) throws -> Set<String> {
            let outcome = try sandbox.run(
                "make",
                [
                    "-C", Checkout.root, "-o", "build", target, "SETUP=no", "RELEASE=" + Checkout.programs,
                    "DESTDIR=" + sandbox.file("root"),
                    "PREFIX=/usr", "XDG_CONFIG_HOME=/etc", "WITH=" + (Places.hasAllPlugins ? "all" : "none"),
                ])
            #expect(outcome.status == 0, "\(outcome.errors)")
            let paths = try FileManager.default.subpathsOfDirectory(atPath: sandbox.file("root"))
            return Set(paths.filter { !FileManager.default.isDirectory(sandbox.file("root/" + $0)) })
        }
        let installed = try make("install")
        let programs = ["scrimd", "scrim", "scrim-decoder", "scrim-plugin-check"].map { "usr/bin/" + $0 }
        let units = Self.units.map { "usr/share/systemd/user/" + $0 }
        let desktop = ["usr/share/applications/scrim.desktop", "usr/share/icons/hicolor/scalable/apps/scrim.svg"]
        #expect(installed.isSuperset(of: programs + units + desktop + ["usr/lib/scrim/plugins/libWayland.so"]))
        let unit = try String(decoding: sandbox.bytes("root/usr/share/systemd/user/scrimd@.service"), as: UTF8.self)
        #expect(unit.contains("ExecStart=/usr/bin/scrimd --name %i "))
        let entry = try String(decoding: sandbox.bytes("root/" + desktop[0]), as: UTF8.self).split(separator: "\n")
        // What windows say that they are: `describe wayland`'s default.
        #expect(entry.contains("StartupWMClass=scrim") && entry.contains("Icon=scrim"))
        // Nothing of the toolchain that built it: libraries are found relative to the file that needs them.
        let elves = installed.filter { $0.contains("/bin/") || $0.hasSuffix(".so") }.map { sandbox.file("root/" + $0) }
        let dynamic = try sandbox.run("readelf", ["-d"] + elves).text
        let paths = dynamic.matches(of: /R(?:UN)?PATH\).*\[(.*)\]/).flatMap { $0.output.1.split(separator: ":") }
        #expect(!paths.isEmpty && paths.allSatisfy { $0 == "$ORIGIN" || $0.hasPrefix("$ORIGIN/..") }, "\(Set(paths))")
        let found = try sandbox.run("ldd", elves).text.matches(of: /=> (.*\/libswift.*) \(/).map { String($0.output.1) }
        #expect(!found.isEmpty && found.allSatisfy { $0.hasPrefix(sandbox.file("root/")) }, "\(Set(found))")
        #expect(try make("uninstall") == ["etc/scrim/scrimd.scrim"])
    }

    /// `make run` as it is typed, with what it prints pasted into a shell.
    @Test func theDemonstrationDoesWhatItSays() throws {
        let sandbox = try Sandbox()
        let variables = [
            "RELEASE=" + Checkout.programs, "DEMO=" + sandbox.file("demo.sock"), "OUT=" + sandbox.file("out"),
        ]
        // The daemon that stays must not hold the descriptor by which Foundation learns that `make` has ended.
        let closing = #"for fd in /proc/$$/fd/*; do fd=${fd##*/}; [ $fd -le 2 ] || eval "exec $fd>&-"; done; exec "$@""#
        let outcome = try sandbox.run(
            "bash",
            ["-c", closing, "run", "make", "-C", Checkout.root, "--no-print-directory", "-o", "build", "run"]
                + variables)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try sandbox.bytes("out/cards.png").count > 10_000)
        let commands = outcome.text.matches(of: /(?m)(?:export|scrim [a-z]).*$/).map { String($0.output) }
        #expect(commands.count == 3)
        for (number, command) in commands.enumerated().dropFirst() {
            let pasted = try sandbox.run("sh", ["-euc", commands[0] + "\n" + command])
            #expect(pasted.status == 0, "\(number): \(command): \(pasted.errors)")
        }
    }

    @Test func makeListsItsTargets() throws {
        let outcome = try Sandbox().run("make", ["-C", Checkout.root, "--no-print-directory"])
        let targets = outcome.text.split(separator: "\n").compactMap { $0.split(separator: " ").dropFirst().first }
        let wanted = ["setup", "build", "run", "test", "conformance", "lint", "bare", "install", "uninstall"]
        #expect(Set(wanted.map { $0[...] }).isSubset(of: targets))
    }
}

extension FileManager {
    fileprivate func isDirectory(_ path: String) -> Bool {
        (try? attributesOfItem(atPath: path))?[.type] as? FileAttributeType == .typeDirectory
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
            // What is only read is set nowhere.
            let settable = (properties as? [String: [String: Any]])?.filter { $0.value["readOnly"] as? Bool != true }
            var names = settable.map { Array($0.keys) } ?? []
            names += (properties as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
            #expect(names.contains("limit.line"))
            let shown = try lines()
            for name in names where name.contains(".") || !["kind", "id", "help"].contains(name) {
                #expect(shown.contains { $0.hasPrefix("set daemon \(name)=") }, "\(name) is not in config/scrimd.scrim")
            }
            // What clients may not set is the configuration's alone.
            for line in shown {
                let isDenied = line.hasPrefix("set daemon sourcePaths=")
                #expect(try daemon.link().ask(line).hasPrefix(isDenied ? "error denied" : "ok"), "\(line)")
            }
        }
    }
}
