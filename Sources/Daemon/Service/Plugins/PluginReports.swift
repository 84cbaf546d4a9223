import Compositor
import Frame
import Geometry
import LineProtocol
import PluginHost
import Scene
import Schema
import World

/// `plugin`, and the events and log lines about plugins.
final class PluginReports {
    let plugins: PluginHost
    private let outputs: OutputSet
    private let contents: ContentsService
    private let events: EventRouter
    private let scene: Scene

    init(
        _ plugins: PluginHost, _ outputs: OutputSet, _ contents: ContentsService, _ events: EventRouter, _ scene: Scene
    ) {
        self.plugins = plugins
        self.outputs = outputs
        self.contents = contents
        self.events = events
        self.scene = scene
    }

    private static let actions = ["list", "load", "unload", "reload"]

    /// Returns true when there is a payload.
    func plugin(_ words: PluginCommand, _ json: inout JSONWriter) throws(SceneError) -> Bool {
        let action = words.action
        if action == "list" {
            guard words.name == nil else { throw SceneError(.syntax, "plugin list: no more words are expected") }
            json.beginArray()
            for plugin in plugins.list { write(plugin, to: &json) }
            json.endArray()
            return true
        }
        guard Self.actions.contains(action.string) else {
            throw UnknownName.choice(action, "action of plugin", Self.actions)
        }
        guard let name = words.name?.string else { throw SceneError(.syntax, "plugin: a plugin is expected") }
        outputs.finishPainting()
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
            for output in outputs.all { output.compositor.drawings.invalidateAll() }
            scene.objects.markAllContent()
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
        json.key("isolation")
        json.string(text: plugin.isIsolated ? "process" : "none")
        if !plugin.reason.isEmpty {
            json.key("reason")
            json.string(text: plugin.reason)
        }
        json.endObject()
    }

    /// Writes a plugin's event to the log, and notifies subscribers.
    func tell(_ event: PluginEvent) {
        let level: Log.Level
        switch event.what {
        case .loaded, .unloaded: level = .info
        case .reloaded: level = .notice
        case .log: level = Log.Level(rawValue: Int(min(event.level, 4))) ?? .notice
        default: level = .warning
        }
        Log.write(level, "plugin \(event.plugin): \(event.message)", of: event.plugin)
        guard event.what != .log else { return }
        contents.applySettings()
        events.sendToAll(.plugin) { json in
            json.beginObject()
            json.key("plugin")
            json.string(text: event.plugin)
            json.key("state")
            json.string(text: event.what.rawValue)
            json.key("message")
            json.string(text: event.message)
            json.endObject()
        }
    }
}
