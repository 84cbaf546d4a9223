import Compositor
import Frame
import Input
import LineProtocol
import Scene
import SceneTables
import Schema
import World

/// Moves the key focus, by lines and by Tab.
extension InputRouter {
    /// Moves the focus as a line requests, on the output that shows the layer.
    func moveFocus(_ request: FocusRequest) {
        guard let outputs else { return }
        updater?.bringUp(to: max(timeline.world.time, timeline.now), outputs.all)
        switch request {
        case .layer(.none, _): for output in outputs.all { output.devices.input.focus = nil }
        case .layer(.some(let id), let hasRing):
            // The ring is shown only while the last input of every output came from keys.
            if !hasRing { for output in outputs.all { output.devices.input.isByKeys = false } }
            give(id, outputs)
        case .restored(let id, let hasRing):
            for output in outputs.all {
                output.devices.input.isByKeys = hasRing
                output.devices.input.focus = nil
            }
            if let id { give(id, outputs) }
        case .next, .previous:
            if timeline.isReplaying { return }
            moveFocus(request, on: outputs.all.first { $0.devices.input.focus != nil } ?? outputs.main)
        }
        tellStates()
    }

    /// Gives the focus to a layer, on the first output that shows it.
    private func give(_ id: ObjectID, _ outputs: OutputSet) {
        guard let slot = scene.slot(of: id) else { return }
        for output in outputs.all {
            guard let target = seen(slot, on: output) else { continue }
            for other in outputs.all where other !== output { other.devices.input.focus = nil }
            output.devices.input.focus = target
            return
        }
    }

    /// Moves the focus of an output to the next or previous layer in Tab order, and scrolls it into view.
    func moveFocus(_ step: FocusRequest, on output: OutputDriver) {
        let order = tabOrder(on: output)
        guard !order.isEmpty else { return }
        let current = output.devices.input.focus.flatMap { scene.slot(of: $0.layer) }.flatMap { slot in
            order.firstIndex(of: slot)
        }
        let count = order.count
        // From an invisible layer, as from none: starts at the beginning or end.
        var at = current ?? (step == .next ? -1 : count)
        for _ in 0..<count {
            at = (at + (step == .next ? 1 : count - 1)) % count
            guard seen(order[at], on: output) != nil else { continue }
            if timeline.reveal(order[at]) { updater?.bringUp(to: timeline.world.time, [output]) }
            output.devices.input.focus = seen(order[at], on: output)
            return tellStates()
        }
    }

    /// Layers that accept input and react to keys, visible or not: by `focusIndex`, then in tree order.
    private func tabOrder(on output: OutputDriver) -> [Slot] {
        let order = treeOrder(on: output).map { (index: scene.number($0, .focusIndex), slot: $0) }
        let numbered = order.enumerated().filter { $0.element.index > 0 }.sorted {
            ($0.element.index, $0.offset) < ($1.element.index, $1.offset)
        }
        return numbered.map(\.element.slot) + order.filter { $0.index == 0 }.map(\.slot)
    }

    private func treeOrder(on output: OutputDriver) -> [Slot] {
        let root = scene.outputs.root(of: output.slot)
        guard root >= 0, scene.relations.hasReactions else { return [] }
        var order: [Slot] = []
        var at = root
        while true {
            let row = scene.rows[Int(at)]
            let isOpen =
                row.flags.contains(.leadsToInput) && !row.flags.contains(.isHidden)
                && !row.marks.contains(.isDisabled)
            if isOpen, row.takesInput, !scene.relations.reactions(of: at, to: .key).isEmpty { order.append(at) }
            if isOpen, row.firstChild >= 0 {
                at = row.firstChild
                continue
            }
            while at != root, scene.rows[Int(at)].next < 0 { at = scene.rows[Int(at)].parent }
            if at == root { return order }
            at = scene.rows[Int(at)].next
        }
    }

    /// A layer as a target of keys; nil when the output does not show it.
    private func seen(_ slot: Slot, on output: OutputDriver) -> Target? {
        let hit = Hit(layer: slot)
        guard let standing = output.compositor.standing(of: hit, scene) else { return nil }
        return Target(layer: scene.id(of: slot), hit: hit, name: scene.name(of: slot), standing: standing)
    }
}

extension FocusRequest {
    /// Nil for a key other than Tab, or with modifiers other than Shift.
    init?(tabbing stroke: KeyStroke) {
        guard stroke.isDown, stroke.key == "Tab" || stroke.key == "ISO_Left_Tab",
            stroke.modifiers.allSatisfy({ $0 == .shift })
        else { return nil }
        self = stroke.key == "ISO_Left_Tab" || stroke.modifiers.contains(.shift) ? .previous : .next
    }
}
