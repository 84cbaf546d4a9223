import Geometry
import LineProtocol
import Scene
import SceneTables
import Schema

/// Pictures and films that a transaction names.
extension Transaction {
    /// The files that the transaction's lines would show or read: `path` of images, `contents` of layers (a path or an
    /// existing image), and videos that the lines create, change or show. No duplicates. Lines that will fail may be
    /// included, except those that `access` denies.
    func contents(in scene: Scene, for access: Access) -> AwaitedContents {
        var reader = NeedsReader(scene: scene)
        var splitter = WordSplitter()
        forEachLine { bytes in
            guard let line = try? Line(bytes, &splitter), let verb = Verb(line.verb), line.count > 0 else { return }
            guard verb == .set || verb == .create || verb == .put else { return }
            guard access == .full || Self.isAllowed(line, verb, access, in: scene) else { return }
            reader.read(line, makes: verb != .set)
        }
        return reader.needs
    }

    /// False for a line about an existing object, or below an existing parent, that `access` does not allow to change.
    private static func isAllowed(_ line: Line, _ verb: Verb, _ access: Access, in scene: Scene) -> Bool {
        if let known = scene.find(line[0].value) { return may(access, known, scene) }
        guard verb != .set else { return true }
        guard let at = (0..<line.count).last(where: { line[$0].key == "parent" }) else {
            return may(access, Scene.root, scene)
        }
        return scene.find(line[at].value).map { may(access, $0, scene) } ?? true
    }

    private static func may(_ access: Access, _ slot: Slot, _ scene: Scene) -> Bool {
        do throws(SceneError) { try access.check(slot, in: scene) } catch { return false }
        return true
    }
}

/// Collects the files that lines need.
private struct NeedsReader {
    let scene: Scene
    private(set) var needs = AwaitedContents()
    private var files: Set<String> = []
    private var films: [String: Int] = [:]
    /// Images and videos that the lines create.
    private var made: [String: KindID] = [:]

    init(scene: Scene) { self.scene = scene }

    mutating func read(_ line: Line, makes: Bool) {
        let name = line[0].value
        let old = scene.find(name)
        var kind = old.map { scene.rows[Int($0)].kind } ?? made[name.string]
        if makes, line.count > 1 {
            if line[1].value == "image" { kind = .image }
            if line[1].value == "video" { kind = .video }
            if kind == .image || kind == .video { made[name.string] = kind }
        }
        if kind == .video { return readVideo(line, name.string, old) }
        for at in 1..<max(1, line.count) {
            let word = line[at]
            if kind == .image {
                if word.key == "path" { add(word.value.string) }
            } else if word.key == "contents", made[word.value.string] == nil,
                let value = try? ValueText.contents(word.value, in: scene)
            {
                addContents(value)
            }
        }
    }

    private mutating func readVideo(_ line: Line, _ name: String, _ old: Slot?) {
        let index = film(name)
        for at in 1..<max(1, line.count) {
            let word = line[at]
            if word.key == "time" {
                if let time = try? Quantity.time(word.value), time >= 0 { needs.films[index].time = time }
            } else if word.key == "loop" {
                if let isLooping = try? Quantity.boolean(word.value) { needs.films[index].isLooping = isLooping }
            } else if word.key == "path" {
                let path = word.value.string
                let isOwn = old.map { scene.value($0, VideoProperty.path.id).string == path } ?? false
                needs.films[index].path = isOwn ? "" : path
            }
        }
    }

    private mutating func addContents(_ value: Value) {
        guard let slot = value.object.flatMap({ scene.slot(of: $0) }) else { return add(value.string) }
        switch scene.rows[Int(slot)].kind {
        case .image: add(scene.value(slot, ImageProperty.path.id).string)
        case .video: _ = film(scene.name(of: slot))
        default: break
        }
    }

    private mutating func add(_ path: String) {
        if !path.isEmpty, files.insert(path).inserted { needs.files.append(path) }
    }

    private mutating func film(_ name: String) -> Int {
        if let known = films[name] { return known }
        films[name] = needs.films.count
        needs.films.append(AwaitedFilm(name))
        return needs.films.count - 1
    }
}
