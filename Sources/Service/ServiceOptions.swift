package import Geometry
import LineProtocol
package import Scene
package import World

/// The part of the command line that holds while the service runs: it goes before settings that files make.
package struct ServiceOptions {
    /// Name of the instance, and of its configuration file.
    package var name = "main"
    /// The configuration file that was named; nil: the one that is found.
    package var config: String?
    /// The clock stands still until `tick`.
    package var isManual = false
    /// Size of `main`, in points.
    package var size: Size?
    /// Output pixels per point of `main`.
    package var scale: Double?
    /// Frames per second of `main`, at most.
    package var refresh: Double?
    /// Properties of the kind of `main`, as words of a line: `port="5901"`.
    package var outputWords: [String] = []
    /// The state file.
    package var state: String?

    /// Lines of the configuration that were skipped, with their reasons.
    package var problems: [String] = []

    package init() {}

    /// Sets the properties of `main` and `daemon` that the command line names.
    package func apply(to world: World) throws(SceneError) {
        let scene = world.scene
        let pixels = scene.outputs.outputPixels
        if let size { try scene.set(Scene.main, OutputProperty.size.id, .size(size)) }
        if let scale { try scene.set(Scene.main, OutputProperty.scale.id, .number(scale)) }
        try scene.outputs.checkOutputs(since: pixels)
        if let refresh { try scene.set(Scene.main, OutputProperty.refresh.id, .number(refresh)) }
        if let state { try scene.set(Scene.daemon, SettingsProperty.state.id, .string(state)) }
        try applyOutputWords(to: world)
    }
}

extension ServiceOptions {
    /// Sets the properties of `main` that stand behind `--output`. Throws for those that its kind does not have or take.
    package func applyOutputWords(to world: World) throws(SceneError) {
        guard !outputWords.isEmpty else { return }
        try world.atomically { () throws(SceneError) in
            try world.fileVerbs.run(
                Array("set main \(outputWords.joined(separator: " "))".utf8), from: "--output", by: Principal())
        }
    }
}

extension SettingsProperty {
    /// The permissions of the socket's file, as `socketMode` says.
    package static func socketMode(in scene: Scene) -> UInt32 {
        [0o600, 0o660, 0o666][Int(scene.value(Scene.daemon, SettingsProperty.socketMode.id).choice)]
    }
}
