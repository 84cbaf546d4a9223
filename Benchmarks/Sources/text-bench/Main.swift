import Compositor
import Frame
import Geometry
@unsafe @preconcurrency import Glibc
import Pixels
import PluginHost
import RivalText
import Scene
import Schema

/// 200 lines of 60 characters at 16 pixels, drawn again and drawn new: Scrim's plugin and painter against Pango with cairo, one
/// after the other, processor time of one thread.
///
///     text-bench [FOLDER WITH libText.so]
@main enum Main {
    static let width: Int32 = 640
    static let height: Int32 = 3840
    static let frames = 120

    static func main() throws {
        let folder = CommandLine.arguments.dropFirst().first ?? ".build/release"
        let ours = try TextStage(folder)
        let rival = unsafe rival_text_make(width, height, "DejaVu Sans", text(0))
        defer { unsafe rival_text_free(rival) }
        print("| ms a frame | Scrim | Pango and cairo | × |\n|---|--:|--:|--:|")
        for isNew in [false, true] {
            var times: (ours: [Double], rival: [Double]) = ([], [])
            for frame in 1...frames {
                let words = text(isNew ? frame : 0)
                times.ours.append(
                    try measured {
                        if isNew { try ours.set(words) }
                        try ours.frame(frame)
                    })
                times.rival.append(
                    measured {
                        if isNew { unsafe rival_text_set(rival, words) }
                        unsafe rival_text_frame(rival)
                    })
            }
            let (a, b) = (median(times.ours), median(times.rival))
            print("| \(isNew ? "new text" : "same text") | \(rounded(a)) | \(rounded(b)) | \(rounded(b / a)) |")
        }
    }

    /// 200 lines of 60 characters, another one for each number.
    static func text(_ number: Int) -> String {
        let letters = Array("the quick brown fox jumps over the lazy dog AND Runs Away, 0123456789; it is late. ")
        var seed = UInt64(number) &* 0x9E37_79B9 &+ 1
        var text = ""
        for _ in 0..<200 {
            for _ in 0..<60 {
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text.append(letters[Int(seed >> 33) % letters.count])
            }
            text.append("\n")
        }
        return text
    }

    private static func measured(_ body: () throws -> Void) rethrows -> Double {
        func now() -> Double {
            var t = timespec()
            unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t)
            return Double(t.tv_sec) * 1e3 + Double(t.tv_nsec) / 1e6
        }
        let start = now()
        try body()
        return now() - start
    }

    private static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }
    private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}

/// A scene with one text, and the plugin as the daemon has it.
private final class TextStage: DrawingSource, FilterSource {
    private let scene: Scene
    private let compositor: Compositor
    private let plugins: PluginHost
    private let slot: Slot

    init(_ folder: String) throws {
        let kinds = KindRegistry()
        let output = kinds.add(Kind(name: "offscreen", family: .output, help: "", properties: OutputProperty.schema))
        scene = Scene(kinds: kinds, output: output)
        plugins = PluginHost(registry: kinds) { 0 }
        plugins.discover(in: ["Plugins"], libraries: [folder])
        compositor = Compositor(output: try MemoryOutput(width: Int(Main.width), height: Int(Main.height)))
        compositor.threads = 1
        let size = Size(Double(Main.width), Double(Main.height))
        try scene.set(Scene.main, OutputProperty.size.id, .size(size))
        try scene.set(Scene.root, LayerProperty.backgroundColor.id, .color(.white))
        guard let kind = try kinds.find("text") else { throw SceneError(.unknownKind, "no text plugin in \(folder)") }
        slot = try scene.objects.create("text", kind)
        scene.services.measurer = plugins.drawings
        compositor.source = self
        try set("font", "DejaVu Sans")
        try set("string", Main.text(0))
        try set("fontSize", .number(16))
        try set("foregroundColor", .color(.black))
        try scene.set(slot, LayerProperty.frame.id, .rect(Rect(0, 0, size.width, size.height)))
        try frame(0)
    }

    func drawing(of slot: Slot, at time: Double, in view: SceneView) -> Drawing? {
        plugins.drawings.drawing(of: slot, at: time, in: view)
    }

    /// The scene has no filters.
    func filter(_ function: FilterFunction, map: Affine) -> (any PixelFilter)? { nil }

    private func set(_ name: String, _ value: Value) throws {
        guard let id = scene.kind(of: slot).property(named: name) else { return }
        try scene.set(slot, id, value)
    }

    private func set(_ name: String, _ text: String) throws { try set(name, .string(text)) }

    func set(_ text: String) throws { try set("string", text) }

    /// Composites the whole output.
    func frame(_ number: Int) throws {
        try scene.set(Scene.main, OutputProperty.backgroundColor.id, .color(Color(UInt8(number & 1), 0, 0)))
        compositor.update(scene)
        _ = compositor.renderFrame(scene, time: Double(number) / 60)
    }
}
