/// The life of a plugin's kind.
///
///     found ──load──▶ loaded ──use──▶ active ──third strike──▶ suspended
///       │               ▲               │                          │
///     refuse            ├───────────────┴──────── reload ──────────┤
///       ▼               │                                          │
///     refused ──load────┤◀──load── unloaded ◀──────── unload ──────┘ (and from loaded, active)
///                                      └──use──▶ active
///
/// Code is never unmapped, so a kind that was unloaded is active again as soon as somebody makes an object of it.
package struct Lifecycle: Equatable, Sendable {
    package enum State: String, CaseIterable, Sendable {
        case found, refused, loaded, active, suspended, unloaded
    }

    package enum Step: CaseIterable, Sendable {
        case load, refuse, use, strike, reload, unload
    }

    package private(set) var state = State.found
    /// Number of faults since it was loaded.
    package private(set) var strikes = 0

    /// Number of faults that suspend a kind.
    package static let lastStrike = 3

    package init() {}

    /// Applies a step. Returns false, without a change, when the state does not allow it.
    @discardableResult
    package mutating func apply(_ step: Step) -> Bool {
        switch (state, step) {
        case (.found, .load), (.refused, .load), (.unloaded, .load): (state, strikes) = (.loaded, 0)
        case (.found, .refuse), (.refused, .refuse): state = .refused
        case (.loaded, .use), (.active, .use), (.unloaded, .use): state = .active
        case (.loaded, .strike), (.active, .strike):
            strikes += 1
            if strikes >= Self.lastStrike { state = .suspended }
        case (.loaded, .reload), (.active, .reload), (.suspended, .reload), (.unloaded, .reload):
            (state, strikes) = (.loaded, 0)
        case (.loaded, .unload), (.active, .unload), (.suspended, .unload): (state, strikes) = (.unloaded, 0)
        default: return false
        }
        return true
    }
}
