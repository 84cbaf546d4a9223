/// The life of a connection. Pure; the only function that decides.
///
///              hold
///      ┌──────────────────▶┐
///     open                held ──┐
///      │ ◀─────────────────┘     │ finish
///      │        resume           │
///      │ inputEnded, finish      │
///      ▼                         │
///   flushing ◀───────────────────┘          break, from each of them
///      │ flushed                              │
///      ▼                                      ▼
///   closed ◀──────────────────────────────────┘
///
/// The end of input cannot come while a connection is held: nothing is read then. So earlier lines are run first,
/// and a client that shuts down its sending side still gets all its replies.
package enum ConnectionState: Equatable, Sendable, CaseIterable {
    /// Lines are read and handled.
    case open
    /// A line is under way whose reply comes later; those after it wait.
    case held
    /// No more lines; the outbox goes out.
    case flushing
    /// Over.
    case closed

    package enum Event: Equatable, Sendable, CaseIterable {
        /// The line just handed out will be answered later.
        case hold
        /// It was.
        case resume
        /// All that the peer sent has been handled, and no more will come.
        case inputEnded
        /// We want no more lines from it.
        case finish
        /// Nothing is left in the outbox, and the peer has taken it or never will.
        case flushed
        /// At once, even with bytes left.
        case `break`
    }

    /// The only transition function; an event without meaning in a state changes nothing.
    package mutating func apply(_ event: Event) {
        switch (self, event) {
        case (.open, .hold): self = .held
        case (.held, .resume): self = .open
        case (.open, .inputEnded), (.open, .finish), (.held, .finish): self = .flushing
        case (.flushing, .flushed): self = .closed
        case (_, .break): self = .closed
        default: break
        }
    }
}
