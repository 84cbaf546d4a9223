import Geometry
package import Scene
import SceneTables
package import Schema

/// Makes paths and positions follow the shown positions of other layers: evaluates the scene's `follow` objects.
///
///     advance()   reads follows that were created or changed, and evaluates those whose layers were moved
///
/// The values it sets are ordinary values. A follow affected by a value just set is evaluated again, until all are up to
/// date. A cycle is refused when it is created (`check`); one that arises later by moving layers is cut off.
package final class Follower {
    private struct Follow {
        var object: ObjectID
        var layer: ObjectID
        /// True when it sets the layer's path, false for its position.
        var isPath: Bool
        var template: FollowTemplate
        /// The subtree whose layers it may change; nil for all.
        var scope: ObjectID?
    }

    private let scene: Scene
    /// Its cursor in the scene's changes, and the buffer for them.
    private let cursor: ChangeCursor
    private var changes: [FollowChange] = []
    private var follows: [Slot: [Follow]] = [:]
    /// By the slot of a layer, the follows that depend on its position.
    private var dependents: [Slot: Set<Slot>] = [:]
    private var stale: [Slot] = []
    private var text = ByteWriter()

    package init(_ scene: Scene) {
        self.scene = scene
        cursor = scene.changes.follows.open()
    }

    deinit { scene.changes.follows.close(cursor) }

    /// True when the scene has changes that were not read.
    package var isStale: Bool { scene.news.hasFollowChanges(for: cursor) }

    /// True while there are follows that it has read.
    package var hasFollows: Bool { !follows.isEmpty }

    /// Reads changes, and evaluates the follows that they concern. Not allowed within a transaction.
    package func advance() {
        takeChanges()
        // In the worst case each round settles one of a chain; more rounds than follows mean a cycle.
        var left = follows.count * 4 + 4
        while let slot = stale.first, left > 0 {
            stale.removeFirst()
            left -= 1
            for follow in follows[slot] ?? [] { evaluate(follow) }
            takeChanges()
        }
        stale.removeAll(keepingCapacity: true)
    }

    private func takeChanges() {
        scene.changes.follows.take(cursor, into: &changes)
        // By layer; true when its position in the tree changed.
        var moved: [Slot: Bool] = [:]
        for change in changes {
            switch change {
            case .follow(let slot): take(slot)
            case .moved(let layer, let isTree): moved[layer] = moved[layer] == true || isTree
            }
        }
        for (slot, isTree) in moved.sorted(by: { $0.key < $1.key }) {
            guard let concerned = dependents[slot]?.sorted() else { continue }
            // Under another parent it depends on other layers.
            if isTree { concerned.forEach(take) }
            for follow in concerned where !stale.contains(follow) { stale.append(follow) }
        }
    }

    private func take(_ slot: Slot) {
        if follows.removeValue(forKey: slot) != nil {
            for key in dependents.keys { dependents[key]?.remove(slot) }
        }
        let object = scene.id(of: slot)
        guard scene.slot(of: object) != nil, scene.rows[Int(slot)].kind == .follow,
            let layer = scene.value(slot, FollowProperty.layer.id).object, let target = scene.slot(of: layer)
        else { return }
        var made: [Follow] = []
        for property in [FollowProperty.path, .position] {
            let text = scene.value(slot, property.id).string
            // A follow is removed together with the layers that it names; during that step it is not evaluated.
            guard !text.isEmpty, let template = try? FollowTemplate(text, scene) else { continue }
            let follow = Follow(
                object: object, layer: layer, isPath: property == .path, template: template,
                scope: scene.value(slot, FollowProperty.scope.id).object)
            made.append(follow)
            // If the layer itself is moved by others, it is set back.
            for layer in Self.dependencies(target, follow.isPath, template, scene).union([target]) {
                scene.presentation.watch(layer)
                dependents[layer, default: []].insert(slot)
            }
        }
        guard !made.isEmpty else { return }
        follows[slot] = made
        if !stale.contains(slot) { stale.append(slot) }
    }

    private func evaluate(_ follow: Follow) {
        guard let target = scene.slot(of: follow.layer), scene.slot(of: follow.object) != nil else { return }
        if let scope = follow.scope {
            guard let top = scene.slot(of: scope), scene.tree.isInside(target, top) else { return }
        }
        text.removeAll()
        let isKnown = follow.template.write(to: &text) { layer, offset in
            scene.slot(of: layer).flatMap { point($0, offset, for: target, follow.isPath) }
        }
        guard isKnown else { return }
        do {
            if follow.isPath {
                guard let id = scene.kind(of: target).property(named: "path") else { return }
                try scene.set(target, id, .path(try Path(parsing: text.bytes)))
            } else {
                try scene.set(target, LayerProperty.position.id, .point(try Quantity.point(text.bytes)))
            }
        } catch {
            // The syntax was checked when it was set; the remaining error is an overflow, and then the layer stays.
        }
    }

    /// The shown position of a layer, in the coordinates of `target`; for a position, in those of its parent.
    private func point(_ layer: Slot, _ offset: Point, for target: Slot, _ isPath: Bool) -> Point? {
        let slot = scene.rows[Int(layer)].position + offset
        let (from, to) = (scene.rows[Int(layer)].parent, scene.rows[Int(target)].parent)
        // Uses conversions without loss of precision.
        let inParent =
            from == to
            ? slot : scene.geometry.toRoot(to).inverse.map { $0.concat(scene.geometry.toRoot(from)).apply(slot) }
        guard isPath else { return inParent }
        if from == target, scene.rows[Int(target)].flags.isDisjoint(with: [.hasSublayerTransform, .isGeometryFlipped]) {
            return slot
        }
        return inParent.flatMap { point in scene.geometry.toParent(target)?.inverse?.apply(point) }
    }

    /// The layers whose geometry affects the result: those named, all their ancestors, and the target's ancestors.
    private static func dependencies(
        _ target: Slot, _ isPath: Bool, _ template: FollowTemplate, _ scene: Scene
    ) -> Set<Slot> {
        var all: Set<Slot> = isPath ? [target] : []
        var tops = template.layers.compactMap(scene.slot)
        if scene.rows[Int(target)].parent > Scene.objectRoot { tops.append(scene.rows[Int(target)].parent) }
        for top in tops {
            var at = top
            while at > Scene.objectRoot, all.insert(at).inserted { at = scene.rows[Int(at)].parent }
        }
        return all
    }

    // MARK: Checking

    /// Checks the follow at `slot`, which was just set. Throws `unknown-object`, `value`, `unsupported` for a layer
    /// without a path, `cycle` when it would follow itself.
    package static func check(_ slot: Slot, in scene: Scene) throws(SceneError) {
        guard let target = scene.value(slot, FollowProperty.layer.id).object.flatMap(scene.slot) else { return }
        guard scene.isLayer(target) else {
            throw SceneError(.value, "\"\(scene.name(of: target))\" is no layer")
        }
        for property in [FollowProperty.path, .position] {
            let text = scene.value(slot, property.id).string
            guard !text.isEmpty else { continue }
            let template = try FollowTemplate(text, scene)
            try checkSyntax(template, property)
            if property == .path {
                guard let id = scene.kind(of: target).property(named: "path"), scene.kind(of: target)[id].type == .path
                else { throw SceneError(.value, "\"\(scene.name(of: target))\" has no path") }
            } else if scene.outputs.followsOutput(target) || reaches(target, from: template, scene) {
                throw SceneError(
                    scene.outputs.followsOutput(target) ? .denied : .cycle,
                    scene.outputs.followsOutput(target)
                        ? "\"position\" of \(scene.name(of: target)) follows the output's size"
                        : "\"\(scene.name(of: target))\" would follow itself")
            }
        }
    }

    /// Parses the text with all layers at 1,2.
    private static func checkSyntax(_ template: FollowTemplate, _ property: FollowProperty) throws(SceneError) {
        var text = ByteWriter()
        _ = template.write(to: &text) { _, _ in Point(1, 2) }
        do throws(ValueSyntax) {
            if property == .path { _ = try Path(parsing: text.bytes) } else { _ = try Quantity.point(text.bytes) }
        } catch {
            throw SceneError(.value, "\(property): \(error.message)")
        }
    }

    /// True when the position of `goal` affects the positions of the layers of `template` through other follows.
    private static func reaches(_ goal: Slot, from template: FollowTemplate, _ scene: Scene) -> Bool {
        var others: [Slot: [Set<Slot>]] = [:]
        scene.tree.forEachChild(Scene.objectRoot) { slot in
            guard scene.rows[Int(slot)].kind == .follow,
                case let text = scene.value(slot, FollowProperty.position.id).string,
                !text.isEmpty, let target = scene.value(slot, FollowProperty.layer.id).object.flatMap(scene.slot),
                let template = try? FollowTemplate(text, scene)
            else { return }
            others[target, default: []].append(dependencies(target, false, template, scene))
        }
        var seen = dependencies(goal, false, template, scene)
        var open = Array(seen)
        while let layer = open.popLast() {
            if layer == goal { return true }
            for more in others[layer] ?? [] {
                for next in more where seen.insert(next).inserted { open.append(next) }
            }
        }
        return false
    }
}
