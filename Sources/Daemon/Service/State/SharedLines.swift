import Geometry
import LineProtocol
import Scene
import Schema
import World

extension World {
    /// True for a line about an object that stays on its machine: an output, `daemon`, or one whose id begins with `local.`.
    func isLocal(_ line: ByteView) -> Bool {
        var splitter = WordSplitter()
        guard (try? splitter.split(line)) != nil, case let words = splitter.words, words.count > 1,
            let verb = Verb(words[0].value), verb.target == .scene
        else { return false }
        if verb == .every || verb == .after || verb == .copy {
            let name: StaticString = verb == .copy ? "as" : "name"
            return words.contains { $0.key == ByteView(name) && SharedScene.isLocal($0.value) }
        }
        guard words[1].isPositional else { return false }
        if SharedScene.isLocal(words[1].value) { return true }
        if verb == .create || verb == .put {
            guard words.count > 2, words[2].isPositional, let kind = scene.kinds.loaded(words[2].value) else {
                return false
            }
            return scene.kinds[kind].family == .output
        }
        return scene.find(words[1].value).map { scene.shared.isLocal($0) } ?? false
    }

    /// True for a line about an output.
    func isAboutOutput(_ line: ByteView) -> Bool {
        var splitter = WordSplitter()
        guard (try? splitter.split(line)) != nil, splitter.words.count > 1 else { return false }
        return scene.find(splitter.words[1].value).map { scene.outputs.isOutput($0) } ?? false
    }
}
