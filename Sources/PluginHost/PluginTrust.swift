/// Whose the folder is in which a manifest lies.
package enum PluginTrust: Sendable {
    /// The one that came with the daemon: its plugins run in the daemon's process, unless they say otherwise.
    case own
    /// The user named it: its plugins run in processes of their own, unless they say otherwise.
    case user
    /// A client named the file: it runs in a process of its own.
    case none
}

/// Where a manifest wants its plugin to run.
package enum PluginIsolation: String, Sendable {
    case process
    case inside = "none"
}
