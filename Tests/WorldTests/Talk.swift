import Geometry
import LineProtocol
import Scene
import Schema
import TestSupport
import World

/// A scene with connections and no daemon: lines go in, replies come out.
final class Talk {
    let scene: Scene
    let world: World
    let files = MemoryFiles()
    private var sessions: [Int: Session] = [:]
    /// Verbs that only a daemon can answer.
    private(set) var requests: [Verb] = []

    init(arranger: (any LayerArranger)? = nil) {
        scene = .forTests([
            .layer("shape", [], [Property("path", .path, .none, effect: .content, help: "")]),
            Kind(
                name: "flock", family: .other, help: "",
                properties: [Property("items", .objects, .objects([]), effect: .none, help: "")]),
            .layer("columns", .arrangesSublayers),
            Kind(
                name: "screen", family: .output, help: "",
                properties: OutputProperty.schema + [
                    Property("port", .integer, .number(5900), effect: .output, help: ""),
                    Property("password", .string, .string(""), effect: .output, traits: .isSecret, help: ""),
                ]),
            .layer(
                "label", [], [Property("font", .string, .string(""), effect: .content, traits: .isChecked, help: "")]),
        ])
        scene.services.arranger = arranger
        world = World(scene: scene, files: files)
    }

    func session(_ number: Int = 1) -> Session {
        if let session = sessions[number] { return session }
        let session = Session()
        sessions[number] = session
        return session
    }

    /// The reply to one line, without its LF; empty when there is none.
    func send(_ line: String, on number: Int = 1) -> String { send(Array(line.utf8), on: number) }

    func send(_ line: [UInt8], on number: Int = 1) -> String {
        var out = ByteWriter()
        unsafe line.withUnsafeBufferPointer { bytes in
            let request = unsafe session(number).handle(ByteView(bytes), world, &out)
            if let request { requests.append(request.verb) }
        }
        return String(out.string.dropLast())
    }

    /// The lines that make the scene again.
    func dump() -> [String] {
        world.updateBindings()
        var lines: [String] = []
        var dump = SceneDump(scene, at: world.time)
        dump.write(nil) { lines.append($0.string) }
        return lines
    }
}

final class MemoryFiles: SceneFiles {
    var texts: [String: String] = [:]

    func read(_ path: String) throws(SceneError) -> [UInt8] {
        guard let text = texts[path] else { throw SceneError(.io, "\(path): no such file") }
        return Array(text.utf8)
    }

    func write(_ path: String, _ bytes: [UInt8]) throws(SceneError) {
        texts[path] = String(decoding: bytes, as: UTF8.self)
    }
}
