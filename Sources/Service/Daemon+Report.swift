import Compositor
import Contents
import Frame
import Geometry
import LineProtocol
import PluginHost
import Scene
import Server

/// `explain` and `stats`.
extension Daemon {
    func writeExplanation(of slot: Int32, to json: inout JSONWriter) throws(SceneError) {
        guard scene.isLayer(slot) else { throw SceneError(.value, "\"\(scene.name(of: slot))\" is no layer") }
        if scene.outputIsDirty { outputChanged() }
        // On the first output that has it in its tree.
        let top = scene.top(above: slot)
        let display = displays.first { scene.root(of: $0.slot) == top } ?? main
        display.compositor.update(scene)
        let report = display.compositor.explain(slot, scene)
        json.beginObject()
        json.key("id")
        json.string(text: scene.name(of: slot))
        json.key("visible")
        json.bool(report.reason == .visible)
        var (reason, by) = describe(report.reason)
        if report.reason == .empty, gallery.isLoading(slot) { (reason, by) = ("contents not ready", []) }
        json.key("reason")
        json.string(text: reason)
        if !by.isEmpty {
            json.key("by")
            json.beginArray()
            for culprit in by { json.string(text: scene.name(of: culprit)) }
            json.endArray()
        }
        json.key("extent")
        json.rect(report.extent.rect)
        json.key("visiblePixels")
        json.number(report.visiblePixels)
        json.key("cost")
        json.beginObject()
        json.key("pixels")
        json.number(report.ownPixels)
        json.key("groupBufferPixels")
        json.number(report.groupPixels)
        json.key("cached")
        json.bool(report.isCached)
        json.endObject()
        json.endObject()
    }

    /// The reason in a word, and who causes it.
    private func describe(_ reason: ExplainReport.Reason) -> (String, [Int32]) {
        switch reason {
        case .visible: ("visible", [])
        case .detached(let top): ("detached", [top])
        case .hidden(let by): ("hidden", [by])
        case .transparent(let by): ("transparent", [by])
        case .flat(let by): ("edge-on", [by])
        case .turnedAway(let by): ("turned away", [by])
        case .empty: ("empty", [])
        case .outside: ("outside", [])
        case .clipped(let by): ("clipped", [by])
        case .maskEmpty(let by): ("mask empty", [by])
        case .covered(let by): ("covered", by)
        }
    }

    /// Of `main`, or of the output that the line names, and of the daemon.
    func writeStats(of line: Line, to json: inout JSONWriter) throws(SceneError) {
        var display = main
        if line.count == 1 {
            guard line[0].key == "output" else { throw UnknownName.argument(line[0].name, of: .stats, ["output"]) }
            display = try self.display(line[0])
        }
        let frames = display.compositor.stats
        let lateness = display.lateness
        func number(_ key: StaticString, _ value: Double) {
            json.key(key)
            json.number(value)
        }
        json.beginObject()
        number("frames", Double(frames.frames))
        number("missedDeadlines", Double(display.missedDeadlines))
        json.key("frameTime")
        json.beginObject()
        number("p50", frames.frameTimeMedian)
        number("p99", frames.frameTime99)
        json.endObject()
        json.key("lateness")
        json.beginObject()
        number("p50", lateness.quantile(0.5))
        number("p99", lateness.quantile(0.99))
        json.endObject()
        number("damagedPixels", Double(frames.damagedPixels))
        number("compositedPixels", Double(frames.compositedPixels))
        number("layers", Double(frames.layers))
        number("objects", Double(scene.count))
        number("groupBuffers", Double(frames.groupBuffers))
        number("cacheBytes", Double(frames.cacheBytes))
        number("images", Double(gallery.library.count))
        number("imageBytes", Double(gallery.library.bytes))
        number("keptPlanes", Double(frames.planes))
        let transport = server.statistics
        number("clients", Double(transport.clients))
        number("lines", Double(transport.lines))
        number("bytesIn", Double(transport.bytesIn))
        number("bytesOut", Double(transport.bytesOut))
        number("eventsDropped", Double(transport.eventsDropped))
        json.key("plugins")
        json.beginObject()
        for plugin in plugins.list {
            json.key(text: plugin.id)
            json.beginObject()
            number("calls", Double(plugin.stats.calls))
            number("seconds", Double(plugin.stats.nanoseconds) / 1e9)
            number("longest", Double(plugin.stats.longest) / 1e9)
            number("strikes", Double(plugin.stats.strikes))
            json.endObject()
        }
        json.endObject()
        json.endObject()
    }
}
