package import Geometry
import LineProtocol
package import Scene
package import Schema
package import World

/// Command line options that remain in effect while the service runs: they override settings from files.
package struct ServiceOptions {
    /// Name of the instance and of its configuration file.
    package var name = "main"
    /// The configuration file that was named; nil: search for it.
    package var config: String?
    /// True when only `tick` advances the clock.
    package var isManual = false
    /// Size of `main`, in points.
    package var size: Size?
    /// Output pixels per point of `main`.
    package var scale: Double?
    /// Maximum frames per second of `main`.
    package var refresh: Double?
    /// Properties of `main`'s output kind, as words of a line: `port="5901"`.
    package var outputWords: [String] = []
    /// The state file.
    package var state: String?

    /// Skipped lines of the configuration, with errors.
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
    /// Sets the properties of `main` that follow `--output`. Throws for unknown properties and invalid values.
    package func applyOutputWords(to world: World) throws(SceneError) {
        guard !outputWords.isEmpty else { return }
        try world.atomically { () throws(SceneError) in
            try world.fileVerbs.run(
                Array("set main \(outputWords.joined(separator: " "))".utf8), from: "--output", by: Principal())
        }
    }
}

extension SettingsProperty {
    /// The permissions of the socket file, according to `socketMode`.
    package static func socketMode(in scene: Scene) -> UInt32 {
        [0o600, 0o660, 0o666][Int(scene.value(Scene.daemon, SettingsProperty.socketMode.id).choice)]
    }
}
