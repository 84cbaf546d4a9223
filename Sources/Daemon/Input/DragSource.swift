/// A layer that a contact may drag.
///
///     idle ──down──▶ possible ──beyond 10 points──▶ active, began ──move──▶ changed
///                      │ up                           │ up: the layer below gets drop; ended
///                      ▼                              │ cancel: the layer below gets leave; cancelled
///                    idle ◀───────────────────────────┘
///
/// If a finger's drag would scroll something, dragging starts only after the finger was held for 0.5 s; a finger that
/// leaves the slop earlier scrolls.
package struct DragSource: Equatable, Sendable {
    package var target: Target
    /// True when the finger has to be held first.
    package var isHeld: Bool

    package init(_ target: Target, isHeld: Bool) { (self.target, self.isHeld) = (target, isHeld) }
}

/// The events of a layer under a dragged one.
package enum DropPhase: String, Equatable, Sendable {
    case enter, move, leave, drop
}
