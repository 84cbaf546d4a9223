import Expressions
import Geometry
import LineProtocol
import Scene

/// Which objects of a scene a selector matches.
struct SelectorMatch {
    private let selector: Selector
    private let scene: Scene

    init(_ selector: Selector, _ scene: Scene) {
        self.selector = selector
        self.scene = scene
    }

    /// The number of objects that match. `actor` is what `self` names. Throws `unknown-object` for sublayers of nobody, `limit`
    /// beyond the scene's.
    func count(self actor: Slot?) throws(SceneError) -> Int {
        var found: Set<Slot> = []
        for alternative in selector.alternatives {
            var failure: SceneError?
            switch alternative.scope {
            case .id(let id): if let slot = self.slot(id, actor) { add(slot, alternative, &found) }
            case .layers: forEachLayer { add($0, alternative, &found) }
            case .pattern(let pattern):
                forEachLayer { slot in
                    let fits = ByteView.with(scene.name(of: slot)) { name in
                        ByteView.with(pattern) { Selector.matches(name, $0) }
                    }
                    if fits { add(slot, alternative, &found) }
                }
            case .objects:
                forEachLayer { add($0, alternative, &found) }
                scene.forEachChild(Scene.shelf) { if !Scene.isFixed($0) { add($0, alternative, &found) } }
            case .sublayers(let id):
                guard let top = self.slot(id, actor) else { failure = unknown(id); break }
                scene.forEachChild(top) { add($0, alternative, &found) }
            case .descendants(let id):
                guard let top = self.slot(id, actor) else { failure = unknown(id); break }
                scene.forEachBelow(top) { if $0 != top { add($0, alternative, &found) } }
            }
            if let failure { throw failure }
        }
        return found.count
    }

    private func unknown(_ id: String) -> SceneError { ByteView.with(id) { UnknownName.object($0, in: scene) } }

    private func slot(_ id: String, _ actor: Slot?) -> Slot? { id == "self" ? actor : scene.find(id) }

    private func add(_ slot: Slot, _ alternative: Selector.Alternative, _ found: inout Set<Slot>) {
        // No style is in force: there are none yet.
        guard alternative.styles.isEmpty, alternative.conditions.allSatisfy({ holds($0, slot) }) else { return }
        found.insert(slot)
    }

    /// True when what the key names has the value's text.
    private func holds(_ condition: Selector.Condition, _ slot: Slot) -> Bool {
        let kind = scene.kind(of: slot)
        if condition.key == "kind" { return kind.name == condition.value }
        if condition.key.hasPrefix("user.") {
            return (scene.user(slot, String(condition.key.dropFirst(5))) ?? "") == condition.value
        }
        guard let path = ByteView.with(condition.key, { PropertyPath($0, of: kind) }) else { return false }
        var out = ByteWriter()
        ValueText.write(path.read(scene.value(slot, path.id)), path.property(of: kind), in: scene, to: &out)
        return ByteView.with(condition.value) { out.bytes == $0 }
    }

    /// Every layer but `root`, detached ones too.
    private func forEachLayer(_ body: (Slot) -> Void) {
        scene.forEachBelow(Scene.root) { if $0 != Scene.root { body($0) } }
        scene.forEachChild(Scene.limbo) { top in
            if top != Scene.root { scene.forEachBelow(top, body) }
        }
    }
}
