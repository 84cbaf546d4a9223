import Foundation
import TestSupport
import Testing

extension RealDaemon {
    /// The clients of other languages: generated files, and their own tests, for the languages whose tools are there.
    @Suite struct ClientTests {
        @Test(.enabled(if: Places.hasAllPlugins, "the clients know all plugins")) func generatedFilesAreUpToDate()
            throws
        {
            let outcome = try Sandbox().run(
                "python3", [Checkout.root + "/clients/generate", "--check", "--programs", Checkout.programs])
            #expect(outcome.status == 0, "\(outcome.errors)")
        }

        @Test func python() throws { try tryClient("python") }

        @Test(.enabled(if: Tool.isThere("node"), "there is no node")) func typescript() throws {
            try tryClient("typescript")
        }

        @Test(.enabled(if: Tool.isThere("go"), "there is no go")) func go() throws { try tryClient("go") }

        @Test(.enabled(if: Tool.isThere("cargo"), "there is no cargo")) func rust() throws { try tryClient("rust") }

        /// Runs `clients/test`, whose last line says how many things passed.
        private func tryClient(_ language: String) throws {
            let sandbox = try Sandbox()
            let words = [Checkout.root + "/clients/test", "--programs", Checkout.programs, language]
            // Compilers are found as the user finds them.
            let environment = ["PATH": Tool.path, "HOME": NSHomeDirectory(), "GOCACHE": sandbox.file("go-cache")]
            let process = try sandbox.start("timeout", ["400"] + words, log: "clients", set: environment)
            process.waitUntilExit()
            let output = String(decoding: try sandbox.bytes("clients.out"), as: UTF8.self)
            let errors = String(decoding: try sandbox.bytes("clients.err"), as: UTF8.self)
            #expect(process.terminationStatus == 0, "\(output)\(errors)")
            #expect(output.contains(" passed, 0 failed"))
        }
    }
}

/// Programs of other languages, as `PATH` has them.
enum Tool {
    static let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

    static func isThere(_ name: String) -> Bool {
        path.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }
}
