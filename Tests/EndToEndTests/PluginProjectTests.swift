import Foundation
import TestSupport
import Testing

extension RealDaemon {
    /// `scrim plugin new`: each kind in each language whose compiler is there is built, checked, loaded, and seen to do something.
    @Suite struct PluginProjectTests {
        /// A plugin's folder alone does not make `swift build` build it.
        @Test func everyPackageIsBuilt() throws {
            let folder = Checkout.root + "/Plugins"
            let packages = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
                FileManager.default.fileExists(atPath: "\(folder)/\($0)/Package.swift")
            }
            #expect(packages.sorted() == Places.extraPlugins)
            let manifest = try Checkout.text("Package.swift")
            let needs = try Checkout.text(".ci/packages")
            for name in packages {
                #expect(manifest.contains("\"\(name)\","), "\(name)")
                guard try Checkout.text("Plugins/\(name)/Package.swift").contains(".systemLibrary(") else { continue }
                #expect(needs.contains("\nbuild-\(name.lowercased())\t"), "\(name) is not in .ci/packages")
            }
        }

        /// A file of each format is decoded by a test.
        @Test func everyDecoderIsTried() throws {
            let tests = Places.files("Tests/ContentsTests/*.swift") + Places.files("Tests/EndToEndTests/Video/*.swift")
            let words = try tests.map(Checkout.text).joined()
            var decoders = 0
            for manifest in Places.files("Plugins/*/*.scrimplugin") {
                for line in try Checkout.text(manifest).split(separator: "\n") where line.hasPrefix("decoder ") {
                    let fields = line.split(separator: " ")
                    let isTried = fields[3].split(separator: ",").contains {
                        words.contains(".\($0)\"") || words.contains("\"\($0)\"")
                    }
                    #expect(isTried, "\(fields[1])")
                    decoders += 1
                }
            }
            #expect(decoders > 10)
        }

        @Test(.enabled(if: Tool.isThere("cc"), "there is no cc")) func inC() throws { try tryTemplates("c") }

        @Test(.enabled(if: Tool.isThere("cargo"), "there is no cargo")) func inRust() throws {
            try tryTemplates("rust")
        }

        @Test(.enabled(if: Tool.isThere("cmake"), "there is no cmake")) func byCMake() throws {
            try tryTemplates("cmake", passes: 1)
        }

        @Test(.enabled(if: Tool.isThere("meson"), "there is no meson")) func byMeson() throws {
            try tryTemplates("meson", passes: 1)
        }

        @Test func whatIsWrongIsTold() throws {
            let sandbox = try Sandbox()
            for words in [
                ["plugin", "new"], ["plugin", "new", "a", "b"], ["plugin", "new", "1a"], ["plugin", "new", "a-b"],
                ["plugin", "new", String(repeating: "a", count: 65)], ["plugin", "new", "a", "--kind", "cat"],
                ["plugin", "new", "a", "--lang", "cobol"], ["plugin", "new", "a", "--size", "3"],
            ] {
                #expect(try sandbox.run("scrim", words).status == 64, "\(words)")
            }
            // Nothing is installed above the build's folder.
            let outcome = try sandbox.run("scrim", ["plugin", "new", "a"])
            #expect(outcome.status == 1 && outcome.errors.contains("make install-dev"), "\(outcome.errors)")
            // What is there is left alone.
            let install = ["-C", Checkout.root, "install-dev", "SETUP=no", "DESTDIR=", "PREFIX=" + sandbox.file("sdk")]
            #expect(try sandbox.run("make", install).status == 0)
            let prefix = ["SCRIM_PREFIX": sandbox.file("sdk")]
            let name = String(repeating: "a", count: 64)
            #expect(try sandbox.run("scrim", ["plugin", "new", name], set: prefix).status == 0)
            let again = try sandbox.run("scrim", ["plugin", "new", name, "--lang", "rust"], set: prefix)
            #expect(again.status == 1 && again.errors.contains("File exists"), "\(again.errors)")
        }

        /// A check has the caller's environment, and shows what the plugin logs, each line once.
        @Test(.enabled(if: Tool.isThere("cc"), "there is no cc")) func checksShowTheLog() throws {
            let sandbox = try Sandbox()
            let template = try Checkout.text("packaging/templates/layer-c/NAME.c")
            let logging = """
                #include <stdlib.h>
                #include <string.h>
                static void tell(const scrim_host *host) {
                    const char *word = getenv("PROBE_WORD");
                    if (word) host->log(host, SCRIM_LOG_NOTICE, (scrim_string){word, strlen(word)});
                }

                static scrim_status draw(
                """
            let source = template.replacing("@NAME@", with: "Probe").replacing("@name@", with: "probe")
                .replacing("static scrim_status draw(", with: logging)
                .replacing("    (void)instance;\n", with: "    (void)instance;\n    tell(host);\n")
            let manifest = try Checkout.text("packaging/templates/layer/NAME.scrimplugin")
            let words = manifest.replacing("@NAME@", with: "Probe").replacing("@name@", with: "probe")
            let path = try sandbox.write(words, to: "Probe.scrimplugin")
            let include = "-I" + Checkout.root + "/Sources/ScrimPluginABI/include"
            let build = [
                "-shared", "-fPIC", include, try sandbox.write(source, to: "probe.c"), "-o",
                sandbox.file("libProbe.so"),
            ]
            let built = try sandbox.run("cc", build)
            #expect(built.status == 0, "\(built.errors)")
            let outcome = try sandbox.run(
                "scrim-plugin-check", [path], set: ["PROBE_WORD": "a word of the environment"])
            #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
            // In each of the four checks that draw.
            #expect(outcome.errors.components(separatedBy: "log: a word of the environment\n").count == 5)
        }

        /// The C contract only grows.
        @Test func theContractIsKept() throws {
            let outcome = try Sandbox().run(Checkout.root + "/.ci/contract", [], set: ["PATH": Tool.path])
            #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
        }
    }

    /// The same in Swift, apart: its compiler takes most of the time.
    @Suite struct PluginProjectInSwiftTests {
        @Test(.enabled(if: Tool.isThere("swift"), "there is no swift")) func inSwift() throws {
            try tryTemplates("swift")
        }
    }
}

/// Runs `packaging/try-templates`, whose last line says how many things passed.
private func tryTemplates(_ language: String, passes: Int = 5) throws {
    let sandbox = try Sandbox()
    let words = ["600", Checkout.root + "/packaging/try-templates", "--programs", Checkout.programs, language]
    let environment = ["PATH": Tool.path, "HOME": NSHomeDirectory()]
    let process = try sandbox.start("timeout", words, log: "templates", set: environment)
    process.waitUntilExit()
    let output = String(decoding: try sandbox.bytes("templates.out"), as: UTF8.self)
    let errors = String(decoding: try sandbox.bytes("templates.err"), as: UTF8.self)
    #expect(process.terminationStatus == 0, "\(output)\(errors)")
    #expect(output.contains("\(passes) passed, 0 failed, 0 skipped"), "\(output)")
}
