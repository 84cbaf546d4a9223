import Animation
import Geometry
import LineProtocol
import PluginHost
import Scene
import Schema
import TestSupport
import Testing
import World

/// A scene with the plugin Dynamics, to which lines are said and which goes on by hand; what libraries load is one at a time.
@Suite(.serialized) struct DynamicsTests {}

extension PluginBehaviors: LayerMover {}

final class Stage {
    private final class NoFiles: SceneFiles {
        func read(_ path: String) throws(SceneError) -> [UInt8] { throw SceneError(.io, "no files here") }
        func write(_ path: String, _ bytes: [UInt8]) throws(SceneError) { throw SceneError(.io, "no files here") }
    }

    let registry = KindRegistry()
    let host: PluginHost
    let scene: Scene
    let world: World
    let behaviors: PluginBehaviors
    private(set) var events: [PluginEvent] = []
    private(set) var contacts: [String] = []
    private let principal = Principal()
    private(set) var time = 0.0

    init(_ lines: String = "") throws {
        host = PluginHost(registry: registry) { 0 }
        scene = .forTests(registry)
        world = World(scene: scene, files: NoFiles())
        behaviors = host.makeBehaviors(scene)
        world.mover = behaviors
        host.onEvent = { [weak self] in self?.events.append($0) }
        scene.services.arranger = host.layouts
        host.discover(in: ["\(Places.checkout)/Plugins"], libraries: [Places.products])
        try scene.set(Scene.main, OutputProperty.size.id, .size(Size(400, 300)))
        try run(lines)
    }

    /// Runs lines, separated by LF or `;`, as one change, and takes them up.
    func run(_ lines: String) throws {
        let text = lines.split(whereSeparator: { $0 == "\n" || $0 == ";" }).joined(separator: "\n")
        try world.atomically { () throws(SceneError) in
            try world.fileVerbs.run(Array(text.utf8), from: "", by: principal)
        }
        world.settle()
    }

    /// The code of the error of a line.
    func error(_ line: String) -> ErrorCode? {
        do { try run(line) } catch let error as SceneError { return error.code } catch { return .internal }
        return nil
    }

    /// Goes on by so many seconds, in steps of a frame rate.
    func go(_ seconds: Double, rate: Double = 60, _ each: (Double) throws -> Void = { _ in }) throws {
        let start = time
        let frames = (seconds * rate).rounded()
        for frame in stride(from: 1, through: frames, by: 1) {
            time = start + frame / rate
            world.advance(to: time)
            take()
            try each(time - start)
        }
    }

    private func take() {
        contacts += behaviors.takeContacts().map { contact in
            let names = [
                scene.name(of: contact.behavior), scene.name(of: contact.first),
                contact.second.map { scene.name(of: $0) } ?? contact.boundary,
            ]
            return names.joined(separator: " ") + (contact.began ? " began" : " ended")
        }
    }

    func value(_ name: String, _ property: String) throws -> Value {
        let slot = try #require(scene.find(name))
        let path = try #require(scene.kind(of: slot).path(animated: property))
        return path.read(scene.value(slot, path.id))
    }

    func position(_ name: String) throws -> Point { try value(name, "position").point }
    func x(_ name: String) throws -> Double { try position(name).x }
    func y(_ name: String) throws -> Double { try position(name).y }
    func angle(_ name: String) throws -> Double { try value(name, "transform.rotation.z").number }

    /// All that decides what is seen, to the bit.
    func state(_ names: String...) throws -> [UInt64] {
        try names.flatMap { name in
            let (p, t) = (try position(name), try value(name, "transform").transform)
            return [p.x, p.y, t.m11, t.m12, t.m21, t.m22].map(\.bitPattern)
        }
    }

    func dump() -> [String] {
        var lines: [String] = []
        var dump = SceneDump(scene, at: 0)
        dump.write(nil) { lines.append($0.string) }
        return lines
    }
}
