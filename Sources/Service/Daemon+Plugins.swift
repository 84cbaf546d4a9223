import Compositor
import Frame
import Geometry
import LineProtocol
package import PluginHost
import Scene

/// `plugin`, and what plugins have to say.
extension Daemon {
    private static let actions = ["list", "load", "unload", "reload"]

    /// True when there is a payload.
    func plugin(_ line: Line, _ client: Client, _ json: inout JSONWriter) throws(SceneError) -> Bool {
        let action = try line.positional(0, "list, load, unload or reload")
        if action == "list" {
            try line.expect(1...1, .plugin)
            json.beginArray()
            for plugin in plugins.list { write(plugin, to: &json) }
            json.endArray()
            return true
        }
        guard Daemon.actions.contains(action.string) else {
            throw UnknownName.choice(action, "action of plugin", Daemon.actions)
        }
        try client.session.author.access.checkWhole(.plugin)
        try line.expect(2...2, .plugin)
        let name = try line.positional(1, "a plugin").string
        if action == "load" {
            json.beginObject()
            json.key("plugin")
            json.string(text: try plugins.load(path: name))
            json.endObject()
            return true
        }
        if action == "unload" {
            try plugins.unload(name, in: scene)
        } else {
            try plugins.reload(name, in: scene)
            // Its layers are rebuilt from their properties.
            for display in displays { display.compositor.drawings.invalidateAll() }
            scene.markAllContent()
        }
        return false
    }

    private func write(_ plugin: PluginInfo, to json: inout JSONWriter) {
        json.beginObject()
        json.key("name")
        json.string(text: plugin.id)
        json.key("version")
        json.string(text: plugin.version)
        json.key("state")
        json.string(text: "\(plugin.state)")
        json.key("path")
        json.string(text: plugin.path)
        json.key("kinds")
        json.beginArray()
        for kind in plugin.kinds { json.string(text: kind.name) }
        json.endArray()
        if !plugin.reason.isEmpty {
            json.key("reason")
            json.string(text: plugin.reason)
        }
        json.endObject()
    }

    /// Tells log and subscribers what happened to a plugin.
    package func heard(_ event: PluginEvent) {
        let level: Log.Level
        switch event.what {
        case .loaded, .unloaded: level = .info
        case .reloaded: level = .notice
        case .log: level = Log.Level(rawValue: Int(min(event.level, 4))) ?? .notice
        default: level = .warning
        }
        Log.write(level, "plugin \(event.plugin): \(event.message)")
        guard event.what != .log else { return }
        applyContentsSettings()
        var json = JSONWriter()
        json.beginObject()
        json.key("plugin")
        json.string(text: event.plugin)
        json.key("state")
        json.string(text: event.what.rawValue)
        json.key("message")
        json.string(text: event.message)
        json.endObject()
        for client in clients.listening where client.subscriptions.has(.plugin) { send("plugin", json, to: client) }
    }
}
