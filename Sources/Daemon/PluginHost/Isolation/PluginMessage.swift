/// A message over the socket between the daemon and a plugin's process. Its payload is in the shared memory: requests
/// at the beginning, replies after them.
struct PluginMessage: BitwiseCopyable {
    enum Verb: UInt32 {
        /// To the process: the passed memory replaces the previous one, with `length` bytes for requests and `index`
        /// bytes for replies. Not answered.
        case memory = 1
        /// From the process, once: its contract; or, with `status` 1, the reason why there is none.
        case hello
        /// To the process: a request of `length` bytes.
        case request
        /// From the process: the reply, of `length` bytes.
        case reply
        /// From the process, before it replies to a question about a layout: requests the size of sublayer `index` for
        /// a width of `x`.
        case measure
        /// To the process: the size is `x`, `y`; `status` is the one for the plugin.
        case measured
    }

    var verb: UInt32
    var status: UInt32 = 0
    /// The sequence number; a reply has that of its request.
    var sequence: UInt64 = 0
    var length: UInt64 = 0
    var index: UInt64 = 0
    var x = 0.0
    var y = 0.0

    init(_ verb: Verb) { self.verb = verb.rawValue }
}
