import Compositor
import Contents
import Frame
import Geometry
import LineProtocol
import PluginHost
import Scene
import Schema
import Server

/// `explain`, `stats` and `hello`.
final class Reports {
    private let frames: FrameLoop
    private let contents: ContentsService
    private let plugins: PluginHost
    private let server: Server
    private let state: StateStore
    private let problems: Problems
    private let dormant: DormantObjects
    private var scene: Scene { frames.timeline.scene }

    init(
        _ frames: FrameLoop, _ contents: ContentsService, _ plugins: PluginHost, _ server: Server, _ state: StateStore,
        _ problems: Problems, _ dormant: DormantObjects
    ) {
        self.frames = frames
        self.contents = contents
        self.plugins = plugins
        self.server = server
        self.state = state
        self.problems = problems
        self.dormant = dormant
    }

    /// The payload of `hello`.
    func writeHello(to json: inout JSONWriter) {
        json.beginObject()
        json.key("server")
        json.string("scrimd")
        json.key("version")
        json.string(text: Service.version)
        json.key("protocol")
        json.number(1)
        json.key("kinds")
        json.beginArray()
        for name in scene.kinds.names { json.string(text: name) }
        json.endArray()
        json.key("plugins")
        json.beginArray()
        for plugin in plugins.list { json.string(text: plugin.id) }
        json.endArray()
        if dormant.count > 0 {
            json.key("dormant")
            json.number(dormant.count)
        }
        if !problems.messages.isEmpty {
            json.key("problems")
            json.beginArray()
            for problem in problems.messages { json.string(text: problem) }
            json.endArray()
        }
        json.endObject()
    }

    /// The payload of `explain`.
    func writeExplanation(of slot: Slot, to json: inout JSONWriter) throws(SceneError) {
        guard scene.isLayer(slot) else { throw SceneError(.value, "\"\(scene.name(of: slot))\" is no layer") }
        if frames.outputs.isStale { frames.outputs.changed() }
        // For the first output that has it in its tree.
        let top = scene.outputs.top(above: slot)
        let output = frames.outputs.all.first { scene.outputs.root(of: $0.slot) == top } ?? frames.outputs.main
        output.compositor.update(scene)
        let report = output.compositor.explain(slot, scene)
        json.beginObject()
        json.key("id")
        json.string(text: scene.name(of: slot))
        json.key("visible")
        json.bool(report.reason == .visible)
        var (reason, by) = describe(report.reason)
        if report.reason == .empty, contents.controller.isLoading(slot) { (reason, by) = ("contents not ready", []) }
        let failure = contents.controller.failure(of: slot)
        if report.reason == .empty, failure != nil { (reason, by) = ("contents failed", []) }
        json.key("reason")
        json.string(text: reason)
        if !by.isEmpty {
            json.key("by")
            json.beginArray()
            for culprit in by { json.string(text: scene.name(of: culprit)) }
            json.endArray()
        }
        if let failure {
            json.key("message")
            json.string(text: failure)
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
        json.key("reduced")
        json.bool(report.isReduced)
        json.endObject()
        let overflow = scene.layout.overflow(of: slot)
        if overflow > 0 {
            json.key("overflow")
            json.number(overflow)
        }
        writeConstraints(of: slot, to: &json)
        json.endObject()
    }

    /// The constraints that position a layer, and which of them are violated.
    private func writeConstraints(of slot: Slot, to json: inout JSONWriter) {
        let all = scene.constraints.placing(slot)
        let lacking = all.filter { !scene.value($0, ConstraintProperty.isSatisfied.id).boolean }
        for (key, list) in [("constraints", all), ("unsatisfied", lacking)] where !list.isEmpty {
            json.key(text: key)
            json.beginArray()
            for constraint in list { json.string(text: scene.name(of: constraint)) }
            json.endArray()
        }
    }

    /// The reason as a word, and the layers that cause it.
    private func describe(_ reason: ExplainReport.Reason) -> (String, [Slot]) {
        switch reason {
        case .visible: ("visible", [])
        case .detached(let top): ("detached", [top])
        case .hidden(let by): ("hidden", [by])
        case .transparent(let by): ("transparent", [by])
        case .flat(let by): ("edge-on", [by])
        case .turnedAway(let by): ("turned away", [by])
        case .empty: ("empty", [])
        case .squeezed(let by): ("squeezed", [by])
        case .outside: ("outside", [])
        case .clipped(let by): ("clipped", [by])
        case .maskEmpty(let by): ("mask empty", [by])
        case .covered(let by): ("covered", by)
        }
    }

    private func write(_ slow: MissedFrames.SlowFrame?, to json: inout JSONWriter) {
        guard let slow else { return json.null() }
        json.beginObject()
        json.key("frame")
        json.number(Double(slow.number))
        json.key("seconds")
        json.number(slow.seconds)
        json.key("layer")
        if let layer = slow.layer { json.string(text: layer) } else { json.null() }
        json.endObject()
    }

    /// Figures of `main` or the named output, and of the daemon.
    func writeStats(_ name: ByteView?, to json: inout JSONWriter) throws(SceneError) {
        let output = try name.map(frames.outputs.output) ?? frames.outputs.main
        let composed = output.compositor.stats
        let lateness = output.frames.lateness
        func number(_ key: StaticString, _ value: Double) {
            json.key(key)
            json.number(value)
        }
        json.beginObject()
        number("frames", Double(composed.frames))
        number("missedDeadlines", Double(output.frames.missedDeadlines))
        number("missedFrames", Double(output.frames.missed.count))
        if let presented = output.screen.presented {
            json.key("presented")
            json.beginObject()
            number("frame", Double(presented.frame))
            number("time", Double(presented.time) / 1e9)
            json.endObject()
        }
        json.key("slowFrame")
        write(output.frames.missed.slow, to: &json)
        json.key("frameTime")
        json.beginObject()
        number("p50", composed.frameTimeMedian)
        number("p99", composed.frameTime99)
        json.endObject()
        json.key("lateness")
        json.beginObject()
        number("p50", lateness.quantile(0.5))
        number("p99", lateness.quantile(0.99))
        json.endObject()
        number("damagedPixels", Double(composed.damagedPixels))
        number("compositedPixels", Double(composed.compositedPixels))
        number("layers", Double(composed.layers))
        number("objects", Double(scene.count))
        number("groupBuffers", Double(composed.groupBuffers))
        number("cacheBytes", Double(composed.cacheBytes))
        number("images", Double(contents.controller.library.count))
        number("imageBytes", Double(contents.controller.bytes))
        number("keptPlanes", Double(composed.planes))
        number("simulationSkipped", frames.timeline.behaviors.skippedTime)
        number("reducedLayers", Double(composed.reducedLayers))
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
        state.writeStats(to: &json)
        json.endObject()
    }
}
