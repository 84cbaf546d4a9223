import Foundation
import Testing

extension RealDaemon {
    /// `scrim bench latency`: every line's pixel is seen, and what is told of the times fits together.
    @Suite struct BenchTests {
        private struct Told: Decodable {
            var lines: Int
            var cards: Int
            var p50: Double
            var p90: Double
            var p99: Double
            var max: Double
            var histogram: [[Double?]]
        }

        @Test func theTimesFitTogether() throws {
            let sandbox = try Sandbox()
            let words = ["bench", "latency", "--count", "8", "--cards", "2", "--size", "320x200", "--json"]
            let outcome = try sandbox.run("scrim", words)
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            let told = try JSONDecoder().decode(Told.self, from: Data(outcome.text.utf8))
            #expect(told.lines == 8 && told.cards == 2)
            #expect(told.p50 > 0 && told.p50 <= told.p90 && told.p90 <= told.p99 && told.p99 <= told.max)
            #expect(told.histogram.reduce(0) { $0 + ($1[1] ?? 0) } == 8)
            // The last bar has no upper bound.
            #expect(told.histogram.last?.first == .some(nil))
        }

        @Test func aWindowNeedsACompositor() throws {
            let outcome = try Sandbox().run("scrim", ["bench", "latency", "--wayland"], set: ["WAYLAND_DISPLAY": ""])
            #expect(outcome.status != 0 && outcome.errors.contains("WAYLAND_DISPLAY is not set"), "\(outcome.errors)")
        }

        @Test func onATerminalItIsAHistogram() throws {
            let sandbox = try Sandbox()
            let outcome = try sandbox.run("scrim", ["bench", "latency", "--count", "3"])
            let lines = outcome.text.split(separator: "\n")
            #expect(lines.first == "line to pixel: 3 lines, 1280x720, 0 moving layers, 0 busy processes")
            #expect(lines.dropFirst().first?.hasPrefix("p50 ") == true)
            #expect(lines.dropFirst(2).contains { $0.contains("▇") })
        }
    }
}
