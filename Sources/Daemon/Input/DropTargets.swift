import Geometry

/// The layers that would accept what is dragged over them.
struct DropTargets {
    /// By the finger's number; -1 for the pointer.
    private var over: [Int: Target] = [:]
    /// Drags by other programs, by number.
    private var offers: [Int: Offer] = [:]

    /// Maximum number of drags by other programs: one in progress, and others that are being read.
    static let mostOffers = 8

    private struct Offer {
        var types: [String]
        var at: Point
        /// The layer that would accept it, and the type.
        var taker: (target: Target, type: String)?
    }

    var hasRoom: Bool { offers.count < Self.mostOffers }
    func has(_ drag: Int) -> Bool { offers[drag] != nil }

    /// The type in which the layer below accepts the drag.
    func type(of drag: Int) -> String? { offers[drag]?.taker?.type }

    /// Handles a step of a drag by another program; returns the events for the layers below it.
    mutating func actions(
        _ drag: Int, _ step: OfferStep, _ time: Double, _ surface: any InputSurface
    ) -> [InputAction] {
        let old = offers[drag]
        guard old != nil || offers.count < Self.mostOffers else { return [] }
        func told(
            _ phase: DropPhase, _ taker: (target: Target, type: String), _ at: Point, _ text: String = ""
        ) -> InputAction {
            InputAction(
                target: taker.target, at: Sample(at, time), what: .offer(phase, type: taker.type, text: text))
        }
        guard case .over(let point, let types) = step else {
            offers[drag] = nil
            guard let old, let taker = old.taker else { return [] }
            guard case .drop(let type, let text) = step, type ?? taker.type == taker.type, surface.isThere(taker.target)
            else {
                return [told(.leave, taker, old.at)]
            }
            return [told(.drop, taker, old.at, text)]
        }
        let offered = types.isEmpty ? old?.types ?? [] : types
        let taker = surface.dropTarget(at: point, offering: offered)
        offers[drag] = Offer(types: offered, at: point, taker: taker)
        var actions: [InputAction] = []
        let stays = taker?.target == old?.taker?.target
        if !stays, let left = old?.taker { actions.append(told(.leave, left, point)) }
        if let taker { actions.append(told(stays ? .move : .enter, taker, point)) }
        return actions
    }

    /// Handles a step of the drag `what` of `contact`; returns the events for the dragged layer and those below it.
    /// Empty for other gestures.
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

/// Drags by other programs.
extension InputState {
    /// Maximum number of simultaneous drags by other programs.
    package static let mostOffers = DropTargets.mostOffers

    /// The type in which the layer below accepts the drag of another program; nil for none.
    package func dropType(of drag: Int) -> String? { drops.type(of: drag) }

    /// True while the drag with that number is over the output.
    package func hasOffer(_ drag: Int) -> Bool { drops.has(drag) }

    package var hasRoomForOffers: Bool { drops.hasRoom }
}
