import Compositor
import Geometry
import Glibc
import Scene
import Testing

/// Measures, asserts nothing: run with SCRIM_BENCHMARK=1 in a release build.
@Suite struct MoverBenchmark {
    private func now() -> UInt64 {
        var t = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &t)
        return UInt64(t.tv_sec) * 1_000_000_000 + UInt64(t.tv_nsec)
    }

    @Test(arguments: [100, 1000, 10_000, 100_000, 1_000_000]) func moverOverMany(_ count: Int) throws {
        guard unsafe getenv("SCRIM_BENCHMARK") != nil else { return }
        let stage = try Stage(1920, 1080)
        var dice = Dice(state: 1)
        for i in 0..<count {
            let n = try stage.add(
                "n\(i)",
                Rect(
                    Double(Int.random(in: 0..<1896, using: &dice)), Double(Int.random(in: 0..<1056, using: &dice)), 24,
                    24),
                Color(UInt8(i & 255), UInt8(i >> 8 & 255), 90))
            try stage.set(n, .cornerRadius, .number(6))
        }
        let mover = try stage.add("mover", Rect(0, 0, 100, 100), Color(255, 0, 0, 128))
        let t0 = now()
        stage.frame()
        let first = now() - t0
        let frames = 4000
        var times: [UInt64] = []
        for i in 0..<frames {
            let x = 100 + Double((i * 7) % 1700)
            let y = 60 + Double((i * 5) % 900)
            try stage.set(mover, .position, .point(Point(x, y)))
            let start = now()
            stage.frame()
            times.append(now() - start)
        }
        times.sort()
        print(
            "N \(count): first \(first / 1000) µs, p50 \(times[frames / 2] / 1000) µs, p99 \(times[frames - 40] / 1000) µs"
        )
    }
}
