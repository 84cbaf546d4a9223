import Geometry
import SceneTables
package import Schema

/// Layers laid out by constraints, in the layout of their superlayer, like sublayers of a stack.
///
/// The `item` of a constraint is positioned; a `toItem` only provides its specified frame. The constraints of a layer's
/// sublayers form a group, which is solved as a whole when something that it depends on has changed.
package struct SceneConstraints {
    let scene: Scene

    /// Maximum number of constraints in one group.
    package static let mostInGroup = 1000

    private typealias Property = ConstraintProperty

    // MARK: Marks

    /// Call when a constraint was created, changed, removed or restored.
    func touch(_ constraint: Slot) {
        scene.layouts.constraints.touch(constraint)
    }

    /// Call before a property of a constraint changes.
    func willChange(_ constraint: Slot, _ id: PropertyID) {
        if id == Property.item.id || id == Property.attribute.id || id == Property.isActive.id {
            willRelease(constraint)
        }
    }

    /// Call before a constraint releases its item, whose present frame becomes the specified one.
    func willRelease(_ constraint: Slot) {
        guard !scene.layouts.isTakingBack, !scene.layouts.keepsSublayers,
            let home = scene.layouts.constraints.home(of: constraint), let item = item(of: constraint, in: home)
        else { return }
        scene.layout.takePosition(item)
    }

    /// Call when a layer was added to or removed from a sibling list: the superlayer of its constraints may change.
    func follow(_ layer: Slot) {
        guard scene.layouts.constraints.isUsed, scene.references.isNamed(layer) else { return }
        for user in scene.references.users(of: layer) where scene.rows[Int(user.slot)].kind == .constraint {
            touch(user.slot)
        }
    }

    /// Call when a kind starts or stops to lay out its sublayers.
    func touchGroup(of home: Slot) {
        for constraint in scene.layouts.constraints.groups[home]?.constraints ?? [] { touch(constraint) }
    }

    // MARK: Groups

    /// True for a layer whose sublayers have constraints.
    func isGroup(_ slot: Slot) -> Bool { scene.layouts.constraints.groups[slot] != nil }

    /// True for a layer positioned by constraints.
    func isItem(_ slot: Slot) -> Bool {
        guard scene.layouts.constraints.isUsed, scene.rows[Int(slot)].flags.contains(.isArranged) else { return false }
        return scene.layouts.constraints.groups[scene.rows[Int(slot)].parent]?.items.contains(slot) == true
    }

    /// True for a layer that constraints position, or will with the next layout.
    package func claim(_ layer: Slot) -> Bool {
        if isItem(layer) { return true }
        guard scene.layouts.constraints.isUsed, scene.references.isNamed(layer) else { return false }
        let parent = scene.rows[Int(layer)].parent
        return scene.references.users(of: layer).contains { user in
            do throws(SceneError) {
                return try home(of: user.slot) == parent && item(of: user.slot, in: parent) == layer
            } catch {
                return false
            }
        }
    }

    /// Active constraints that position a layer, in creation order.
    package func placing(_ layer: Slot) -> [Slot] {
        guard scene.layouts.constraints.isUsed, scene.references.isNamed(layer) else { return [] }
        let users = Set(scene.references.users(of: layer).map(\.slot)).filter {
            scene.rows[Int($0)].kind == .constraint && scene.value($0, Property.isActive.id).boolean
                && item(of: $0, in: scene.rows[Int(layer)].parent) == layer
        }
        return users.sorted(by: scene.tree.isBefore)
    }

    /// Updates the groups and the flags of their layers.
    func settle() {
        guard scene.layouts.constraints.isStale else { return }
        let (touched, doubtful) = scene.layouts.constraints.takeStale()
        var homes: Set<Slot> = []
        var left = doubtful
        for constraint in touched {
            let home: Slot?
            do throws(SceneError) {
                home = try self.home(of: constraint)
                // Another object may use its slot by now.
                let isThere =
                    scene.rows[Int(constraint)].kind == .constraint && scene.slot(of: scene.id(of: constraint)) != nil
                if home == nil, isThere { tell(constraint, "") }
            } catch {
                home = nil
                tell(constraint, error.message)
            }
            homes.formUnion(scene.layouts.constraints.move(constraint, to: home))
        }
        var items: [Slot] = []
        for home in homes.sorted() {
            let old = scene.layouts.constraints.groups[home] ?? ConstraintTable.Group()
            for layer in old.items + old.others {
                left.append(layer)
                scene.rows[Int(layer)].flags.set(.isArranged, isLaidOut(layer))
            }
            items += old.items
        }
        for home in homes.sorted() {
            refresh(home)
            left.append(home)
        }
        for layer in left { giveBack(layer) }
        // Constraints still refer to them, but none positions them any more.
        for layer in items where scene.rows[Int(layer)].flags.isSuperset(of: [.isAlive, .isArranged]) {
            if !isItem(layer), !isLaidOut(layer) { scene.layout.giveBack(layer) }
        }
    }

    /// Updates the layers of a group, and marks it for solving.
    private func refresh(_ home: Slot) {
        var group = scene.layouts.constraints.groups[home] ?? ConstraintTable.Group()
        group.constraints.sort(by: scene.tree.isBefore)
        (group.items, group.others) = ([], [])
        var items: Set<Slot> = []
        for constraint in group.constraints {
            if let item = self.item(of: constraint, in: home), items.insert(item).inserted { group.items.append(item) }
        }
        var others: Set<Slot> = []
        for constraint in group.constraints {
            guard let other = layer(constraint, .toItem), other != home, !items.contains(other),
                others.insert(other).inserted
            else { continue }
            group.others.append(other)
        }
        scene.layouts.constraints.set(home, group)
        // A removed layer may be restored without them.
        guard scene.rows[Int(home)].flags.isSuperset(of: [.isAlive, .isLayer]) else { return }
        scene.rows[Int(home)].flags.set(.arranges, scene.kind(of: home).arrangesSublayers || isGroup(home))
        for layer in group.items + group.others {
            // Its own size was not tracked until now.
            if scene.rows[Int(layer)].flags.intersection([.arranges, .isArranged]) == .arranges {
                scene.layout.needLayout(layer)
            }
            scene.rows[Int(layer)].flags.insert(.isArranged)
        }
        if isGroup(home) { return scene.layout.needLayout(home) }
        // Without a group, its size is determined by content or specified: the enclosing layout is measured again.
        scene.layout.dropMeasured(home)
        if scene.layouts.isSized(home) { scene.layout.needLayout(home) }
        if scene.rows[Int(home)].flags.contains(.isArranged) { scene.layout.needLayout(scene.rows[Int(home)].parent) }
    }

    /// True for a layer in a layout that positions all of its sublayers.
    private func isLaidOut(_ layer: Slot) -> Bool {
        let parent = scene.rows[Int(layer)].parent
        return parent > Scene.objectRoot && scene.layout.placesAll(parent)
    }

    /// Restores the specified geometry of a layer that no layout positions any more.
    private func giveBack(_ slot: Slot) {
        let row = scene.rows[Int(slot)]
        guard row.flags.intersection([.isAlive, .isRemoved]) == .isAlive, !row.flags.contains(.isArranged) else {
            return
        }
        scene.layout.giveBack(slot)
    }

    // MARK: One constraint

    /// The layer that a property of a constraint names.
    func layer(_ constraint: Slot, _ property: ConstraintProperty) -> Slot? {
        scene.value(constraint, property.id).object.flatMap(scene.slot)
    }

    /// The sublayer of `home` that a constraint positions: the other one when `home` itself is the item.
    private func item(of constraint: Slot, in home: Slot) -> Slot? {
        guard let item = layer(constraint, .item) else { return nil }
        return item == home ? layer(constraint, .toItem) : item
    }

    /// The superlayer of the layers that a constraint relates; nil for a removed or inactive one or one that relates
    /// none. Throws `value` when the layers are not siblings or parent and child.
    private func home(of constraint: Slot) throws(SceneError) -> Slot? {
        let row = scene.rows[Int(constraint)]
        guard row.kind == .constraint, row.flags.intersection([.isAlive, .isRemoved]) == .isAlive else { return nil }
        guard scene.value(constraint, Property.isActive.id).boolean, let item = layer(constraint, .item) else {
            return nil
        }
        var home = scene.rows[Int(item)].parent
        if let other = layer(constraint, .toItem), other != item, other != home {
            let above = scene.rows[Int(other)].parent
            if above == item { home = item }
            guard above == home else {
                throw SceneError(
                    .value,
                    "\"\(scene.name(of: other))\" is no sibling of \"\(scene.name(of: item))\", nor its parent or sublayer"
                )
            }
        }
        guard home > Scene.objectRoot else {
            throw SceneError(.value, "\"\(scene.name(of: item))\" has no parent that could lay it out")
        }
        guard !scene.layout.placesAll(home) else {
            throw SceneError(.value, "\"\(scene.name(of: home))\" lays out its sublayers itself")
        }
        return home
    }

    /// False for an active constraint whose layers were separated.
    package func isTogether(_ constraint: Slot) -> Bool {
        do throws(SceneError) { _ = try home(of: constraint) } catch { return false }
        return true
    }

    /// Throws `value` for a constraint that no frames can satisfy, and for one whose related layers are not siblings or
    /// parent and child if `relates`; `limit` when its group has too many.
    package func check(_ constraint: Slot, relates: Bool) throws(SceneError) {
        let attributes = ConstraintAttribute.list(scene.value(constraint, Property.attribute.id))
        let other = layer(constraint, .toItem)
        for property in [Property.item, .toItem] {
            if let layer = layer(constraint, property), !scene.isLayer(layer) {
                throw SceneError(.value, "\(property): \"\(scene.name(of: layer))\" is no layer")
            }
        }
        guard let item = layer(constraint, .item) else { throw SceneError(.value, "item: a layer is expected") }
        guard !attributes.isEmpty else {
            throw SceneError(
                .value, "attribute: expected one of \(ConstraintAttribute.names.joined(separator: ", "))")
        }
        let choice = scene.value(constraint, Property.toAttribute.id).choice
        if choice > 0 {
            let target = ConstraintAttribute.allCases[Int(choice) - 1]
            guard attributes.count == 1 else {
                throw SceneError(.value, "toAttribute: \(target) goes with one attribute only")
            }
            guard attributes[0].dimension.goes(with: target.dimension) else {
                throw SceneError(.value, "toAttribute: \(attributes[0]) cannot be related to \(target)")
            }
        }
        if item == other, choice == 0 || ConstraintAttribute.allCases[Int(choice) - 1] == attributes[0] {
            throw SceneError(.value, "toItem: an attribute cannot be related to itself")
        }
        guard relates || isTogether(constraint), let home = try home(of: constraint) else { return }
        settle()
        let count = scene.layouts.constraints.groups[home]?.constraints.count ?? 0
        guard count <= Self.mostInGroup else {
            throw SceneError(
                .limit, "the sublayers of \"\(scene.name(of: home))\" have \(Self.mostInGroup) constraints at most")
        }
    }

    /// Sets whether a constraint is satisfied; `message` is empty when it is.
    func tell(_ constraint: Slot, _ message: String) {
        for (id, value) in [
            (Property.isSatisfied.id, Value.boolean(message.isEmpty)), (Property.message.id, .string(message)),
        ] where scene.value(constraint, id) != value {
            scene.storage.store(constraint, id, value)
            scene.changes.events.note(.changed(constraint, id))
        }
    }
}

extension Scene {
    /// Layers laid out by constraints.
    package var constraints: SceneConstraints { SceneConstraints(scene: self) }
}
