import Geometry
import LineProtocol
import Scene
import SceneTables

/// Parsed lines of a file, with the values of its plain layers. Parsing needs no scene, so it can run ahead on another
/// thread.
package struct ReadLines: Sendable {
    private let text: [UInt8]
    private var lines: [Extent] = []
    private var layers: [Layer] = []

    /// A part of the text; for lines, with the index of the layer, −1 for none.
    private struct Extent {
        var start: UInt32
        var end: UInt32
        var layer: Int32 = -1
    }

    /// A line that only creates a plain layer.
    private struct Layer {
        let layer: PlainLayer
        let name: Extent
        /// Empty: `root`.
        var parent = Extent(start: 0, end: 0)
    }

    /// A plain layer that a line creates.
    struct NewLayer {
        let name: ByteView
        /// Empty: `root`.
        let parent: ByteView
        let layer: PlainLayer
    }

    /// Lines that were not parsed.
    private var rest = 0..<0

    /// Parses the lines in a range of the text (less than 4 GiB), which starts and ends at line boundaries. `reads`:
    /// false to keep the lines unparsed.
    package init(_ text: [UInt8], in range: Range<Int>, reads: Bool = true) {
        self.text = text
        guard reads else {
            rest = range
            return
        }
        var splitter = WordSplitter()
        text.withView(range) { part in
            // Estimate: about fifty bytes per line.
            lines.reserveCapacity(part.count / 40)
            layers.reserveCapacity(part.count / 64)
            part.forEachLine { bytes in
                let start = unsafe range.lowerBound + (bytes.base - part.base)
                var line = Extent(start: UInt32(start), end: UInt32(start + bytes.count))
                if let layer = Self.read(bytes, at: start, &splitter) {
                    line.layer = Int32(layers.count)
                    layers.append(layer)
                }
                lines.append(line)
            }
        }
    }

    /// Number of parsed lines.
    var count: Int { lines.count }

    /// The layer that a line creates, parsed like `PlainSet`; nil for other lines.
    private static func read(_ bytes: ByteView, at start: Int, _ splitter: inout WordSplitter) -> Layer? {
        guard let line = try? Line(bytes, &splitter), line.tag == nil, line.verb == "create" || line.verb == "put",
            line.count >= 2, line.count <= 2 + PlainSet.most, line[0].isPositional, line[1].isPositional,
            line[1].value == "layer", NameTable.isValid(line[0].value)
        else { return nil }
        /// Nil for a word whose quotes were resolved into another buffer.
        func extent(_ word: ByteView) -> Extent? {
            let offset = unsafe word.base - bytes.base
            guard offset >= 0, offset + word.count <= bytes.count else { return nil }
            return Extent(start: UInt32(start + offset), end: UInt32(start + offset + word.count))
        }
        guard let name = extent(line[0].value) else { return nil }
        return unsafe withUnsafeTemporaryAllocation(of: PlainValue.self, capacity: 2 * PlainSet.most) { values in
            var parent: Extent?
            let count = unsafe PlainSet.read(line, into: values) { word in
                guard word.key == "parent", !word.isExpression, !word.value.isEmpty, !(word.value == "none"),
                    parent == nil, let found = extent(word.value)
                else { return false }
                parent = found
                return true
            }
            guard let count else { return nil }
            let layer = unsafe PlainLayer(UnsafeBufferPointer(rebasing: values[0..<count]))
            return Layer(layer: layer, name: name, parent: parent ?? Extent(start: 0, end: 0))
        }
    }

    /// Calls `body` with each line, and with the layer when the line only creates one.
    func forEach<E: Error>(_ body: (ByteView, NewLayer?) throws(E) -> Void) throws(E) {
        try text.withView(0..<text.count) { (all) throws(E) in
            func view(_ extent: Extent) -> ByteView { all[Int(extent.start)..<Int(extent.end)] }
            for line in lines {
                guard line.layer >= 0 else {
                    try body(view(line), nil)
                    continue
                }
                let one = layers[Int(line.layer)]
                try body(
                    view(line), NewLayer(name: view(one.name), parent: view(one.parent), layer: one.layer))
            }
            try all[rest].forEachLine { (bytes) throws(E) in try body(bytes, nil) }
        }
    }
}

/// A file and its lines. Can be read on any thread.
package struct ReadFile: Sendable {
    package let path: String
    package let text: [UInt8]
    private let parts: [ReadLines]

    /// `most`: approximate maximum number of parsed lines, more than the maximum number of objects; the rest remains
    /// text. `partBytes`: bytes of text parsed at a time.
    package init(_ path: String, _ text: [UInt8], most: Int = 1_000_000, partBytes: Int = 1 << 20) {
        (self.path, self.text) = (path, text)
        var parts: [ReadLines] = []
        var (start, count) = (0, 0)
        while start < text.count {
            let end = count < most ? text.endOfLines(from: start, bytes: partBytes) : text.count
            parts.append(ReadLines(text, in: start..<end, reads: count < most))
            count += parts[parts.count - 1].count
            start = end
        }
        self.parts = parts
    }

    var lines: FileLines {
        var left = parts[...]
        return .read(count: parts.reduce(0) { $0 + $1.count }) { left.popFirst() }
    }
}

/// The lines of a file.
package enum FileLines {
    case text([UInt8])
    /// Lines that another thread parses ahead, in parts until nil; and their number.
    case read(count: Int, next: () -> ReadLines?)

    /// Number of lines.
    var count: Int {
        switch self {
        case .text(let text): text.lineCount
        case .read(let count, _): count
        }
    }
}
