import Expressions

/// The table of `top`: rates between two readings of `stats`, with units and bars, in 80×24.
struct TopTable {
    /// Reference values for the readings.
    struct Bounds {
        var title = ""
        var cacheBytes = 0.0
        var clients = 0.0
        /// Seconds.
        var frame = 1.0 / 60

        init() {}

        init(server: JSONValue?, settings: JSONValue?, output: JSONValue?, path: String) {
            title = "scrimd \(server?["version"]?.string ?? "")  \(path)"
            cacheBytes = settings?["cache.bytes"]?.number ?? 0
            clients = settings?["limit.clients"]?.number ?? 0
            if let refresh = output?["refresh"]?.number, refresh > 0 { frame = 1 / refresh }
        }
    }

    let isColored: Bool
    var bounds = Bounds()
    private var last: (time: Double, stats: JSONValue)?
    /// Seconds between the readings.
    private var interval = 0.0

    init(isColored: Bool) { self.isColored = isColored }

    mutating func lines(_ stats: JSONValue, at time: Double, _ size: Terminal.Size) -> [String] {
        interval = last.map { time - $0.time } ?? 0
        defer { last = (time, stats) }
        var lines = summary(stats)
        lines.append("")
        lines += plugins(stats, rows: max(size.rows - lines.count - 2, 1))
        return lines.prefix(size.rows).map { Self.cut($0, size.columns) }
    }

    private func value(_ stats: JSONValue, _ path: String) -> Double { stats.value(at: path[...])?.number ?? 0 }

    /// Change per second; 0 at the first reading.
    private func rate(_ stats: JSONValue, _ path: String) -> Double {
        guard let before = last?.stats, interval > 0 else { return 0 }
        return max(value(stats, path) - value(before, path), 0) / interval
    }

    private func bar(_ fraction: Double, _ columns: Int = 20) -> String {
        let style: Style = fraction < 0.5 ? .string : fraction < 0.9 ? .warning : .error
        return style.paint(Amount.bar(fraction, columns), isColored)
    }

    private func row(_ name: String, _ text: String) -> String {
        Style.key.paint(Help.padded(name, 12), isColored) + text
    }

    private func summary(_ stats: JSONValue) -> [String] {
        let (p50, p99) = (value(stats, "frameTime.p50"), value(stats, "frameTime.p99"))
        let (damaged, composited) = (rate(stats, "damagedPixels"), rate(stats, "compositedPixels"))
        let caches = value(stats, "cacheBytes")
        let missed = value(stats, "missedFrames")
        let share = Amount.fixed(missed / max(value(stats, "frames"), 1) * 100, 1)
        func number(_ path: String) -> String { Amount.count(value(stats, path)) }
        var lines = [
            Style.title.paint(bounds.title, isColored), "",
            row(
                "Frames",
                "\(column(Amount.fixed(rate(stats, "frames"), 1) + "/s"))\(column(number("frames") + " in all"))"
                    + "\(Amount.count(missed)) missed (\(share) %)"),
            row(
                "Frame time",
                "\(column("p50 " + Amount.time(p50)))\(column("p99 " + Amount.time(p99)))"
                    + bar(p99 / bounds.frame) + " of \(Amount.time(bounds.frame))"),
            row(
                "Lateness",
                column("p50 " + Amount.time(value(stats, "lateness.p50")))
                    + column("p99 " + Amount.time(value(stats, "lateness.p99")))
                    + bar(value(stats, "lateness.p99") / bounds.frame)),
            row(
                "Pixels",
                column(Amount.count(damaged) + "/s damaged") + column(Amount.count(composited) + "/s painted")
                    + (damaged > 0 ? "\(Amount.fixed(composited / damaged, 2)) for each" : "")),
            row(
                "Caches",
                column(Amount.bytes(caches)) + column("of " + Amount.bytes(bounds.cacheBytes))
                    + bar(caches / max(bounds.cacheBytes, 1))),
            row(
                "Pictures",
                column(number("images")) + column(Amount.bytes(value(stats, "imageBytes")))
                    + "\(number("groupBuffers")) group buffers, \(number("keptPlanes")) planes"),
            row(
                "Scene", column(number("layers") + " layers") + number("objects") + " others"),
            row(
                "Clients",
                column(number("clients")) + column("of " + Amount.count(bounds.clients))
                    + bar(value(stats, "clients") / max(bounds.clients, 1))),
            row(
                "Lines",
                column(Amount.count(rate(stats, "lines")) + "/s")
                    + column(Amount.bytes(rate(stats, "bytesIn")) + "/s in")
                    + column(Amount.bytes(rate(stats, "bytesOut")) + "/s out") + number("eventsDropped")
                    + " events dropped"),
        ]
        if let slow = stats["slowFrame"], let seconds = slow["seconds"]?.number {
            let layer = slow["layer"]?.string.map { "by \($0)" } ?? ""
            lines.append(
                row(
                    "Slow frame",
                    column(Amount.time(seconds)) + column("frame \(Amount.count(value(stats, "slowFrame.frame")))")
                        + layer))
        }
        guard let trouble = stats["state"]?["message"]?.string, !trouble.isEmpty else { return lines }
        return lines + [row("State file", Style.error.paint(trouble, isColored))]
    }

    private func column(_ text: String) -> String { Help.padded(text, 17) }

    /// The busiest first; idle ones are only counted.
    private func plugins(_ stats: JSONValue, rows: Int) -> [String] {
        let all = (stats["plugins"]?.members ?? []).map { name, value in
            (name: name, value: value, share: rate(stats, "plugins.\(name).seconds"))
        }
        let used = all.filter { ($0.value["calls"]?.number ?? 0) > 0 }.sorted {
            ($0.share, $0.value["seconds"]?.number ?? 0) > ($1.share, $1.value["seconds"]?.number ?? 0)
        }
        let head =
            Help.padded("Plugin", 12) + column("calls") + column("time") + Help.padded("of a core", 24) + "longest"
        var lines = [Style.title.paint(head, isColored)]
        for plugin in used.prefix(max(rows - 2, 1)) {
            let strikes = plugin.value["strikes"]?.number ?? 0
            lines.append(
                row(
                    String(plugin.name.prefix(11)),
                    column(Amount.count(rate(stats, "plugins.\(plugin.name).calls")) + "/s")
                        + column(Amount.time(plugin.share) + "/s") + bar(plugin.share) + "    "
                        + Amount.time(plugin.value["longest"]?.number ?? 0)
                        + (strikes > 0 ? Style.error.paint("  \(Amount.count(strikes)) strikes", isColored) : "")))
        }
        let rest = all.count - used.prefix(max(rows - 2, 1)).count
        if rest > 0 { lines.append(Style.punctuation.paint("\(rest) others", isColored)) }
        return lines
    }

    /// The part that fits into the columns; style sequences take none.
    static func cut(_ line: String, _ columns: Int) -> String {
        var result = ""
        var used = 0
        var isSequence = false
        for scalar in line.unicodeScalars {
            if scalar == "\u{1B}" { isSequence = true }
            if !isSequence {
                used += Terminal.width(scalar)
                if used > columns { continue }
            } else if scalar == "m" {
                isSequence = false
            }
            result.unicodeScalars.append(scalar)
        }
        return result
    }
}
