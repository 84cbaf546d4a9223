import Geometry
import Glibc
import PluginHost
import Scene
import Schema

/// Tests an output with various sizes, properties and frames.
struct OutputCheck {
    private let bench: Bench
    private let kind: KindID

    init(_ bench: Bench, _ kind: KindID) throws(Fault) {
        (self.bench, self.kind) = (bench, kind)
        guard bench.scene.kind(of: Scene.main).name == bench.registry[kind].name else {
            throw .skip("only the plugin's first output kind can be tried")
        }
    }

    private func make() throws(Fault) -> PluginOutput {
        do throws(SceneError) {
            return try bench.host.makeOutput(in: bench.scene)
        } catch {
            throw Fault(error.message)
        }
    }

    private func configure(_ output: PluginOutput, _ width: Int, _ height: Int) throws(Fault) {
        try bench.attempt { () throws(SceneError) in
            try output.configure(.init(width: width, height: height, scale: 1, refresh: 60), in: bench.scene)
        }
    }

    /// Every frame fills its buffer with its number; a later buffer must contain the number that corresponds to its
    /// age.
    func frames() throws(Fault) {
        var random = Random(seed: 3)
        let output = try make()
        var frame: UInt64 = 0
        for (width, height) in [(1, 1), (640, 480), (333, 7), (333, 7), (16_000, 1), (64, 64)] {
            for number in OutputProperty.allCases.count..<bench.registry[kind].properties.count {
                let property = bench.registry[kind].properties[number]
                try bench.set(Scene.main, PropertyID(UInt16(number)), random.value(of: property))
            }
            try configure(output, width, height)
            for _ in 0..<5 {
                try bench.attempt { () throws(SceneError) in
                    // An output without a screen has no buffers.
                    guard let buffer = try output.acquire() else { return }
                    frame += 1
                    if buffer.age > 0 {
                        guard buffer.age < frame, holds(buffer, frame - UInt64(buffer.age)) else {
                            throw SceneError(.value, "a buffer of age \(buffer.age) does not hold that frame")
                        }
                    }
                    fill(buffer, frame)
                    let whole = PixelRect(0, 0, Int32(width), Int32(height))
                    try output.present(buffer, damage: [whole], frame: frame, time: frame)
                }
            }
        }
        try bench.checkStrikes()
    }

    /// Writes to every byte that the host may write.
    private func fill(_ buffer: PluginOutput.Buffer, _ frame: UInt64) {
        let byte = Int32(truncatingIfNeeded: frame % 251)
        for row in 0..<buffer.height {
            unsafe memset(buffer.pixels + row * buffer.stride, byte, buffer.width * 4)
        }
    }

    private func holds(_ buffer: PluginOutput.Buffer, _ frame: UInt64) -> Bool {
        let byte = UInt8(truncatingIfNeeded: frame % 251)
        for row in 0..<buffer.height {
            let bytes = unsafe UnsafeRawBufferPointer(
                start: buffer.pixels + row * buffer.stride, count: buffer.width * 4)
            guard unsafe bytes.allSatisfy({ $0 == byte }) else { return false }
        }
        return true
    }

    func order() throws(Fault) {
        do {
            let output = try make()
            guard output.refusesAcquire() else { throw Fault("acquire before configure gives SCRIM_OK") }
        }
        // Created and destroyed without a frame; configured and destroyed while a buffer is in use.
        _ = try make()
        let output = try make()
        try configure(output, 8, 8)
        try bench.attempt { () throws(SceneError) in _ = try output.acquire() }
        try bench.checkStrikes()
    }
}
