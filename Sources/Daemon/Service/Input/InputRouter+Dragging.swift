import Compositor
import Frame
import Geometry
import Input
import LineProtocol
import Scene
import SceneTables
import Schema
import World

/// Dragging to other layers, gestures with several fingers, and pans whose remainder goes to an ancestor.
extension InputRouter {
    /// True when a client or reaction listens to taps or drags with several fingers on the target.
    func wantsTouches(_ target: Target) -> Bool {
        guard let slot = scene.slot(of: target.layer), scene.relations.hasReactions else { return false }
        func asks(_ slot: Slot, _ trigger: ReactionTrigger) -> Bool {
            scene.relations.reactions(of: slot, to: trigger).contains { ReactionRunner.asksForTouches($0, scene) }
        }
        return asks(slot, .tap) || above(slot) { asks($0, .pan) } != nil
    }

    /// The nearest layer from the target upward that can be dragged to others: one with a reaction to `drag` or named
    /// in a subscription to it.
    func dragSource(_ target: Target, isFinger: Bool, on output: OutputDriver) -> DragSource? {
        guard let slot = scene.slot(of: target.layer), let source = above(slot, { hears($0, .drag, .drag) }),
            let found = self.target(source, like: target, on: output)
        else { return nil }
        let scrolls = isFinger && above(slot) { !scene.relations.reactions(of: $0, to: .pan).isEmpty } != nil
        return DragSource(found, isHeld: scrolls)
    }

    /// The nearest layer from the target upward that accepts drops.
    func dropTarget(_ target: Target, on output: OutputDriver) -> Target? {
        guard let slot = scene.slot(of: target.layer) else { return nil }
        return above(slot) { hears($0, .drop, .drop) }.flatMap { self.target($0, like: target, on: output) }
    }

    /// The nearest layer from the target upward that accepts one of `types` from other programs: it accepts drops, and
    /// its `user.drop` names the type.
    func dropTarget(
        _ target: Target, offering types: [String], on output: OutputDriver
    ) -> (target: Target, type: String)? {
        guard let slot = scene.slot(of: target.layer) else { return nil }
        var type: String?
        let taker = above(slot) {
            guard let words = scene.objects.user($0, "drop"), hears($0, .drop, .drop) else { return false }
            type = DropTypes(words).best(of: types)
            return type != nil
        }
        guard let taker, let type, let found = self.target(taker, like: target, on: output) else { return nil }
        return (found, type)
    }

    private func hears(_ slot: Slot, _ trigger: ReactionTrigger, _ event: EventName) -> Bool {
        !scene.relations.reactions(of: slot, to: trigger).isEmpty
            || !events.clients.listeners(to: event).isEmpty
                && events.clients.hasListener(to: event, naming: scene.name(of: slot))
    }

    /// The first layer from `slot` upward for which `holds` is true.
    func above(_ slot: Slot, _ holds: (Slot) -> Bool) -> Slot? {
        var at = slot
        while at > Scene.objectRoot {
            if holds(at) { return at }
            at = scene.rows[Int(at)].parent
        }
        return nil
    }

    /// The target itself or one of its ancestors as a target.
    func target(_ slot: Slot, like target: Target, on output: OutputDriver) -> Target? {
        if scene.id(of: slot) == target.layer { return target }
        let hit = Hit(layer: slot, copies: target.hit.copies)
        let standing = output.compositor.standing(of: hit, scene) ?? target.standing
        return Target(layer: scene.id(of: slot), hit: hit, name: scene.name(of: slot), standing: standing)
    }

    // MARK: Pans whose rest goes on

    /// Runs the reactions to a pan, nearest to its target first. A `scroll` that declines a step, for example at its
    /// end, passes the remainder to the next ancestor with reactions to pans, where the pan then starts. Returns true
    /// when some were run.
    func reactToPan(_ action: InputAction, on output: OutputDriver) -> Bool {
        guard case .pan(let state, let from, let before) = action.what, let target = action.target else { return false }
        if state == .began { passed[target.layer] = nil }
        let pass = passed[target.layer]
        guard let slot = pass.map({ scene.slot(of: $0.layer) }) ?? nearest(target) else { return false }
        var start = from
        if let pass { start = pass.from }
        let hasRun = fire(slot, action, state, start, before, on: output)
        if state == .ended || state == .cancelled { passed[target.layer] = nil }
        guard state == .changed, !hasRun, scene.rows[Int(slot)].kind == .scroll, let next = panning(above: slot) else {
            return hasRun
        }
        // It stops here; the next pan continues from here.
        let rest = Sample(action.at.point, action.at.time)
        _ = fire(slot, action, .ended, start, rest, on: output)
        passed[target.layer] = (scene.id(of: next), action.at.point)
        return fire(next, action, .began, action.at.point, before, on: output)
    }

    /// The layer that receives the pan of a target: the target itself when a client subscribed to its gestures,
    /// otherwise the nearest with reactions.
    private func nearest(_ target: Target) -> Slot? {
        guard let slot = scene.slot(of: target.layer) else { return nil }
        if !scene.relations.reactions(of: slot, to: .pan).isEmpty { return slot }
        if events.clients.hasListener(to: .pan, naming: scene.name(of: slot)) { return nil }
        return panning(above: slot)
    }

    private func panning(above slot: Slot) -> Slot? {
        above(scene.rows[Int(slot)].parent) { !scene.relations.reactions(of: $0, to: .pan).isEmpty }
    }

    private func fire(
        _ slot: Slot, _ action: InputAction, _ state: GestureState, _ from: Point, _ before: Sample,
        on output: OutputDriver
    ) -> Bool {
        guard let old = action.target else { return false }
        var told = action
        told.what = .pan(state, from: from, before: before)
        let hit = Hit(layer: slot, copies: old.hit.copies)
        told.target =
            scene.id(of: slot) == old.layer
            ? old : Target(layer: scene.id(of: slot), hit: hit, name: scene.name(of: slot), standing: old.standing)
        let standing = told.target.flatMap { output.standing(of: $0) }
        var values = InputReport(told, on: output.name, output.bit, standing: standing).values
        values.canPass = panning(above: slot) != nil
        return timeline.fire(.pan, on: scene.id(of: slot), values)
    }
}
