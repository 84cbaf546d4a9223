package import Expressions
package import Geometry
package import Scene
import SceneTables
package import Schema

/// The objects of a scene that match a selector.
package struct SelectorMatch {
    private let selector: Selector
    private let scene: Scene
    private let limit: Int
    /// Patterns do not match bindings.
    private let binding: KindID?
    /// The object named `self`, except in a component's lines: the layer that reacts, or the object whose property is
    /// set.
    private let actor: Slot?
    private let work: ComputeBudget

    package init(
        _ selector: Selector, self actor: Slot? = nil, in scene: Scene, _ work: ComputeBudget = ComputeBudget()
    ) {
        self.selector = selector
        self.scene = scene
        self.actor = actor
        self.work = work
        limit = Int(scene.value(Scene.daemon, SettingsProperty.limitSelection.id).number)
        binding = scene.kinds.loaded("binding")
    }

    /// Parses a word. Throws `syntax`, and `limit` above `Selector.mostTerms`.
    package init(
        _ word: ByteView, self actor: Slot? = nil, in scene: Scene, _ work: ComputeBudget = ComputeBudget()
    ) throws(SceneError) {
        do throws(SelectorSyntax) {
            let selector = try Selector(word, partsAllowed: scene.components.lineOwner != nil)
            self.init(selector, self: actor, in: scene, work)
        } catch {
            throw SceneError(error.isBeyondLimit ? .limit : .syntax, error.message)
        }
    }

    /// True for a word that selects several objects. In a component's lines `.part` is one object.
    package static func isSelector(_ word: ByteView, in scene: Scene) -> Bool {
        let isPart = scene.components.lineOwner != nil && word.count > 1 && word[0] == UInt8(ascii: ".")
        return Selector.isSelector(isPart ? word[1..<word.count] : word)
    }

    /// The matching objects, each once: in tree order, back to front, then others by creation. Throws `unknown-object`
    /// for sublayers of an unknown object, `limit` above `limit.selection`.
    package func slots() throws(SceneError) -> [Slot] {
        let found = try find()
        guard selector.alternatives.count > 1, found.list.count > 1 else { return found.list }
        var ordered: [Slot] = []
        scene.tree.forEachObject { if found.known.contains($0) { ordered.append($0) } }
        return ordered
    }

    /// The number of objects that match.
    package func count() throws(SceneError) -> Int { try find().list.count }

    /// The matching objects, each once.
    private func find() throws(SceneError) -> Found {
        let outer = work.enter()
        defer { work.leave(outer, isFree: false) }
        var found = Found(room: ComputeBudget.objectsOfOperation * ComputeBudget.mostOperations)
        for alternative in selector.alternatives {
            let before = found.looks
            try match(alternative, &found)
            do throws(ExpressionError) {
                try work.spend((found.looks - before) / ComputeBudget.objectsOfOperation)
            } catch {
                throw SceneError(.limit, error.message)
            }
        }
        guard found.list.count <= limit else {
            throw SceneError(.limit, "more than \(limit) objects match; set daemon limit.selection=N for more")
        }
        return found
    }

    private struct Found {
        var list: [Slot] = []
        var known: Set<Slot> = []
        /// Number of tests, one for each object and pattern, style or condition; at most `room`.
        var looks = 0
        var room: Int
    }

    private func match(_ alternative: Selector.Alternative, _ found: inout Found) throws(SceneError) {
        // Each style is looked up once.
        guard let styles = styles(alternative.styles) else { return }
        switch alternative.scope {
        case .id(let id): if let slot = slot(id) { add(slot, alternative, styles, &found) }
        case .layers: forEachLayer { add($0, alternative, styles, &found) }
        case .pattern(let pattern):
            forEachLayer { slot in
                found.looks += 1
                guard found.looks <= found.room else { return }
                let fits = ByteView.with(scene.name(of: slot)) { name in
                    ByteView.with(pattern) { Selector.matches(name, $0) }
                }
                if fits { add(slot, alternative, styles, &found) }
            }
        case .objects:
            forEachLayer { add($0, alternative, styles, &found) }
            scene.tree.forEachChild(Scene.objectRoot) { slot in
                if !Scene.isFixed(slot), !scene.components.isPart(slot), scene.rows[Int(slot)].kind != binding {
                    add(slot, alternative, styles, &found)
                }
            }
        case .sublayers(let id):
            let top = try top(id)
            scene.tree.forEachChild(top) { if isOpen($0, from: top) { add($0, alternative, styles, &found) } }
        case .descendants(let id):
            let top = try top(id)
            scene.tree.forEachBelow(top) {
                if $0 != top, isOpen($0, from: top) { add($0, alternative, styles, &found) }
            }
        }
    }

    private func slot(_ id: String) -> Slot? {
        if let slot = scene.find(id) { return slot }
        return id == "self" ? actor : nil
    }

    private func top(_ id: String) throws(SceneError) -> Slot {
        guard let slot = slot(id) else { throw ByteView.with(id) { UnknownName.object($0, in: scene) } }
        return slot
    }

    /// True for objects that are not parts, and for parts of the instance whose lines contain `self/*` or `self/**`.
    private func isOpen(_ slot: Slot, from top: Slot) -> Bool {
        guard let owner = scene.components.owner(of: slot) else { return true }
        return owner == top && scene.components.lineOwner == scene.id(of: top)
    }

    private func add(_ slot: Slot, _ alternative: Selector.Alternative, _ styles: [ObjectID], _ found: inout Found) {
        // A condition writes a value and compares it.
        found.looks += 1 + ComputeBudget.objectsOfOperation * alternative.conditions.count
        guard found.looks <= found.room, found.list.count <= limit, !scene.dormancy.isDormant(slot),
            !found.known.contains(slot),
            hasStyles(styles, slot), alternative.conditions.allSatisfy({ holds($0, slot) })
        else { return }
        // A single alternative visits each object once.
        if selector.alternatives.count > 1 { found.known.insert(slot) }
        found.list.append(slot)
    }

    /// The objects with these names; nil when one does not exist, so that no layer has it as a style.
    private func styles(_ names: [String]) -> [ObjectID]? {
        var ids: [ObjectID] = []
        for name in names {
            guard let slot = scene.find(name) else { return nil }
            ids.append(scene.id(of: slot))
        }
        return ids
    }

    /// True when the layer has all of these styles.
    private func hasStyles(_ styles: [ObjectID], _ slot: Slot) -> Bool {
        if styles.isEmpty { return true }
        guard scene.isLayer(slot), case .objects(let ids) = scene.value(slot, LayerProperty.style.id) else {
            return false
        }
        return styles.allSatisfy(ids.contains)
    }

    /// True when the property named by the key has the value's text.
    private func holds(_ condition: Selector.Condition, _ slot: Slot) -> Bool {
        let kind = scene.kind(of: slot)
        if condition.key == "kind" { return kind.name == condition.value }
        if condition.key.hasPrefix("user.") {
            return (scene.objects.user(slot, String(condition.key.dropFirst(5))) ?? "") == condition.value
        }
        guard let path = ByteView.with(condition.key, { PropertyPath($0, of: kind) }) else { return false }
        var out = ByteWriter()
        ValueText.write(path.read(scene.value(slot, path.id)), path.property(of: kind), in: scene, to: &out)
        return ByteView.with(condition.value) { out.bytes == $0 }
    }

    /// Every layer except `root` and parts, including detached ones.
    private func forEachLayer(_ body: (Slot) -> Void) {
        scene.tree.forEachBelow(Scene.root) { if $0 != Scene.root, !scene.components.isPart($0) { body($0) } }
        scene.tree.forEachChild(Scene.detachedRoot) { top in
            if top != Scene.root { scene.tree.forEachBelow(top) { if !scene.components.isPart($0) { body($0) } } }
        }
    }

    /// Throws `unknown-property` for a key that no kind has, for a selector without matches.
    package static func checkKeys(of words: WordList, except known: (Word) -> Bool = { _ in false }, in scene: Scene)
        throws(SceneError)
    {
        for word in words where !word.isPositional && !known(word) {
            let key = word.key
            if isKnown(key, in: scene) { continue }
            // Includes kinds that have not been used yet.
            for name in scene.kinds.promised { _ = try? scene.kinds.find(name) }
            guard isKnown(key, in: scene) else { throw UnknownName.property(key, of: scene.kinds[.layer]) }
        }
    }

    private static func isKnown(_ key: ByteView, in scene: Scene) -> Bool {
        if key.count > 5, key[0..<5] == "user." { return true }
        if key == "parent" || key == "index" || key == "above" || key == "below" { return true }
        return scene.kinds.kinds.contains { PropertyPath(key, of: $0) != nil }
    }
}
