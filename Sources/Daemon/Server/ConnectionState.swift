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
    /// A line will be answered later; the following ones wait.
    case held
    /// No more lines; the outbox is sent.
    case flushing
    /// The connection has ended.
    case closed

    package enum Event: Equatable, Sendable, CaseIterable {
        /// The current line will be answered later.
        case hold
        /// The held line was answered.
        case resume
        /// Everything the peer sent has been handled, and no more will come.
        case inputEnded
        /// The server accepts no more lines.
        case finish
        /// The outbox is empty, because the peer has received everything or never will.
        case flushed
        /// Ends at once, even with unsent bytes.
        case `break`
    }

    /// The only transition function; an event that does not apply to the state is ignored.
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
