/// A message over the socket between the daemon and a plugin's process. Its payload lies in the shared memory: requests at its
/// beginning, replies behind them.
struct PluginMessage: BitwiseCopyable {
    enum Verb: UInt32 {
        /// To the process: the memory that comes along takes the place of the one before. `length` bytes for requests, `index` for
        /// replies. Not answered.
        case memory = 1
        /// From the process, once: its contract; or, with `status` 1, why there is none.
        case hello
        /// To the process: a request of `length` bytes.
        case request
        /// From the process: the reply, of `length` bytes.
        case reply
        /// From the process, before it replies to a question about a layout: the size of sublayer `index` where it can be `x` wide.
        case measure
        /// To the process: that size is `x`, `y`; `status` as a plugin would get it.
        case measured
    }

    var verb: UInt32
    var status: UInt32 = 0
    /// A reply has that of its request.
    var sequence: UInt64 = 0
    var length: UInt64 = 0
    var index: UInt64 = 0
    var x = 0.0
    var y = 0.0

    init(_ verb: Verb) { self.verb = verb.rawValue }
}

/// The questions that a plugin's process answers. A request begins with one, the number of a kind, and the objects that are gone.
enum PluginQuestion: UInt64 {
    case draw = 1
    case measure, compute, arrange, fit, check, reach, apply, makeEngine, endEngine, change, remove, place, step,
        velocity, save, restore
    /// Nothing else: objects are gone.
    case forget

    /// A status that no plugin gives: the drawing comes later.
    static let later: UInt32 = 1 << 16
}
