/// What a scene took, as a line of the table.
struct Table {
    var name: String
    var ours = Times()
    var pixman = Times()
    var occluded: Times?
    var cairo = Times()
    /// With a thread on each core: of the processor, and of the wall.
    var threads = Times()
    var threadsWall = Times()
    /// Calls for memory in a steady frame.
    var allocations = 0
    var bytesPerLayer: Int?

    init(name: String) { self.name = name }

    private static let widths = [22, 16, 22, 22, 22, 20, 8, 8]

    static var head: String {
        let lines = [
            ["CPU ms a frame:", "scrim", "pixman", "pixman, occluded", "cairo", "all threads", "allocs", "bytes"],
            ["median (least)", "", "× scrim's", "× scrim's", "× scrim's", "CPU / wall", "a frame", "a layer"],
        ]
        return lines.map(row).joined(separator: "\n")
    }

    var line: String {
        func rival(_ times: Times?) -> String {
            guard let times else { return "" }
            return "\(Self.text(times)) \(Self.number(times.median / ours.median))×"
        }
        let all = threads.median > 0 ? "\(Self.number(threads.median)) / \(Self.number(threadsWall.median))" : ""
        return Self.row([
            name, Self.text(ours), rival(pixman), rival(occluded), rival(cairo), all, "\(allocations)",
            bytesPerLayer.map { "\($0)" } ?? "",
        ])
    }

    private static func text(_ times: Times) -> String { "\(number(times.median)) (\(number(times.least)))" }

    /// Three digits that count.
    private static func number(_ v: Double) -> String {
        let digits = v >= 100 ? 1.0 : v >= 10 ? 10 : v >= 1 ? 100 : v >= 0.1 ? 1000 : 10_000
        return "\((v * digits).rounded() / digits)"
    }

    private static func row(_ columns: [String]) -> String {
        zip(columns, widths).map { text, width in text + String(repeating: " ", count: max(1, width - text.count)) }
            .joined()
    }
}
