/// The layers that would take what is dragged over them.
struct DropTargets {
    /// By the finger's number; -1 is the pointer.
    private var over: [Int: Target] = [:]

    /// A step of the drag `what` of `contact`, told to the layer that is dragged and to those below it; empty for other gestures.
    mutating func actions(
        _ what: InputAction.What, of contact: Contact, _ surface: (any InputSurface)?
    ) -> [InputAction] {
        guard case .drag(let state, let from, let before, _) = what, let source = contact.source else { return [] }
        let (number, at, item) = (contact.touch ?? -1, contact.at, source.target)
        func drag(over: Target?) -> InputAction {
            InputAction(target: item, at: at, what: .drag(state, from: from, before: before, over: over))
        }
        func drop(_ phase: DropPhase, on target: Target) -> InputAction {
            InputAction(target: target, at: at, what: .drop(phase, item: item))
        }
        let old = over[number]
        var actions: [InputAction] = []
        switch state {
        case .began, .changed:
            let new = surface?.dropTarget(at: at.point, for: item)
            over[number] = new
            actions.append(drag(over: new))
            if let old, old != new { actions.append(drop(.leave, on: old)) }
            if let new { actions.append(drop(old == new ? .move : .enter, on: new)) }
        case .ended, .cancelled:
            over[number] = nil
            let isDropped = state == .ended && old.map { surface?.isThere($0) == true } == true
            if let old { actions.append(drop(isDropped ? .drop : .leave, on: old)) }
            actions.append(drag(over: isDropped ? old : nil))
        }
        return actions
    }
}
