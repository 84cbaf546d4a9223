/// A layer that a contact may carry to others.
///
///     idle ──down──▶ possible ──beyond 10 points──▶ active, began ──move──▶ changed
///                      │ up                           │ up: what is below is told drop; ended
///                      ▼                              │ cancel: what is below is told leave; cancelled
///                    idle ◀───────────────────────────┘
///
/// Where a finger's drag would scroll something, it is active once the finger has been held for 0.5 s: whoever leaves the slop before
/// drags as ever.
package struct DragSource: Equatable, Sendable {
    package var target: Target
    /// It has to be held first.
    package var isHeld: Bool

    package init(_ target: Target, isHeld: Bool) { (self.target, self.isHeld) = (target, isHeld) }
}

/// What happens to the layer below one that is dragged.
package enum DropPhase: String, Equatable, Sendable {
    case enter, move, leave, drop
}
