/// The trust in the folder that contains a manifest.
package enum PluginTrust: Sendable {
    /// Installed with the daemon: plugins run in the daemon's process, unless their manifests say otherwise.
    case own
    /// Named by the user: plugins run in processes of their own, unless their manifests say otherwise.
    case user
    /// Named by a client: the plugin runs in a process of its own.
    case none
}

/// The process in which a manifest wants its plugin to run.
package enum PluginIsolation: String, Sendable {
    case process
    case inside = "none"
}
