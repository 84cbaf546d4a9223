import Geometry
import LineProtocol
import Scene

/// Pictures that a transaction names.
extension Transaction {
    /// The files that its lines would have shown or read: `path` of an image, and `contents` of a layer, be it a
    /// path or an image that is there. Each once; lines that will fail may add theirs, but for those that `access` denies.
    func files(in scene: Scene, for access: Access) -> [String] {
        var files: [String] = []
        var images: Set<String> = []
        var splitter = WordSplitter()
        func add(_ path: String) {
            if !path.isEmpty, !files.contains(path) { files.append(path) }
        }
        forEachLine { bytes in
            guard let line = try? Line(bytes, &splitter), let verb = Verb(line.verb), line.count > 0 else { return }
            guard verb == .set || verb == .create || verb == .put else { return }
            guard access == .full || Self.isAllowed(line, verb, access, in: scene) else { return }
            let name = line[0].value
            let old = scene.find(name)
            var isImage = old.map { scene.rows[Int($0)].kind == .image } ?? images.contains(name.string)
            if verb != .set, line.count > 1, line[1].value == "image" {
                isImage = true
                images.insert(name.string)
            }
            for at in 1..<max(1, line.count) {
                let word = line[at]
                if isImage, word.key == "path" {
                    add(word.value.string)
                } else if !isImage, word.key == "contents", !images.contains(word.value.string),
                    let value = try? ValueText.contents(word.value, in: scene)
                {
                    add(value.object.flatMap { scene.slot(of: $0) }.map { self.path(of: $0, scene) } ?? value.string)
                }
            }
        }
        return files
    }

    /// False for a line about an object, or below a parent, that is there and not to be changed with `access`.
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

    /// Of an image; nothing of a buffer.
    private func path(of slot: Slot, _ scene: Scene) -> String {
        scene.rows[Int(slot)].kind == .image ? scene.value(slot, ImageProperty.path.id).string : ""
    }
}
