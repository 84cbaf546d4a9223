import Expressions
import LineProtocol
import Scene
import Schema

/// Cached numbers of objects that selectors match, valid while the scene is unchanged: a line that reads a count for
/// each of many objects costs one count.
final class MatchCounts {
    private struct Key: Hashable {
        var selector: String
        /// The object named `self` and the instance whose lines are run, when the selector depends on it.
        var actor: Slot?
        var owner: ObjectID?
    }

    private struct Entry {
        var count: Int
        var revision: MatchRevision
    }

    private var entries: [Key: Entry] = [:]
    private static let most = 1024

    /// Throws the errors of `SelectorMatch`; they are not cached.
    func count(
        _ selector: Selector, self actor: Slot?, in scene: Scene, _ work: ComputeBudget
    ) throws(SceneError) -> Int {
        let owner = scene.components.lineOwner
        let key = Key(selector: selector.text, actor: selector.namesSelf ? actor : nil, owner: owner)
        let revision = MatchRevision(of: selector, in: scene)
        if let known = entries[key], known.revision == revision { return known.count }
        let count = try SelectorMatch(selector, self: actor, in: scene, work).count()
        if entries.count >= Self.most { entries.removeAll(keepingCapacity: true) }
        entries[key] = Entry(count: count, revision: revision)
        return count
    }
}

/// Changes when a selector may match other objects.
private struct MatchRevision: Equatable {
    private let objects: UInt64
    private let visible: UInt64

    init(of selector: Selector, in scene: Scene) {
        // Without conditions, only the tree, styles and the limit matter.
        objects = selector.hasConditions ? scene.news.matchRevision : scene.news.structureRevision
        visible = selector.hasConditions ? scene.news.visibleRevision : scene.news.settingsRevision
    }
}
