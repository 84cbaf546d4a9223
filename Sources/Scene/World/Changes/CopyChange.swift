import Geometry
import LineProtocol
import Scene
import SceneTables
import Schema

/// `copy`: copies a layer and its descendants.
struct CopyChange: SceneChange {
    private let source: Slot
    private let name: String
    private let parent: Slot

    init(_ words: CopyCommand, of verb: Verb, in world: World, by principal: Principal) throws(SceneError) {
        source = try world.targets.object(words.source)
        guard world.scene.isLayer(source) else {
            throw SceneError(.value, "\"\(world.scene.name(of: source))\" is no layer")
        }
        guard !Scene.isFixed(source) else { throw SceneError(.denied, "\"root\" cannot be copied") }
        let position = world.emptyWords()
        if let parent = words.parent {
            let word = Word(key: ByteView("parent"), value: parent, offset: 0)
            try position.read(word, kind: world.scene.kind(of: source), scene: world.scene)
        }
        guard NameTable.isValid(words.name) else { throw NameTable.refusal(of: words.name) }
        name = words.name.string
        let (given, _) = try position.destination(from: world.scene.rows[Int(source)].parent, world.scene)
        parent = try world.componentVerbs.destination(given)
    }

    func forEachTouch(_ visit: (Touch) throws(SceneError) -> Void, in world: World) throws(SceneError) {
        try visit(.inserts(below: parent))
    }

    func carryOut(in world: World, by principal: Principal) throws(SceneError) -> World.Result {
        world.scene.layout.layOut()
        let made = principal.made.count
        do throws(SceneError) {
            try world.atomically { () throws(SceneError) in
                var copy = try SubtreeCopy(of: source, as: name, by: principal, in: world)
                try copy.make(below: parent, by: principal)
            }
        } catch {
            principal.forget(madeAfter: made)
            throw error
        }
        return .done
    }
}
