import Geometry
import LineProtocol
import Scene

/// Lines of a file with the values of its plain layers, which can be read without a scene: on another thread, ahead of those who run them.
package struct ReadLines: Sendable {
    private let text: [UInt8]
    private var lines: [Extent] = []
    private var layers: [Layer] = []

    /// A part of the text; of lines, with the index of its layer, -1 for others.
    private struct Extent {
        var start: UInt32
        var end: UInt32
        var layer: Int32 = -1
    }

    /// A line that does nothing but make a plain layer.
    private struct Layer {
        let layer: PlainLayer
        let name: Extent
        /// Empty: `root`.
        var parent = Extent(start: 0, end: 0)
    }

    /// A plain layer that a line makes.
    struct NewLayer {
        let name: ByteView
        /// Empty: `root`.
        let parent: ByteView
        let layer: PlainLayer
    }

    /// Lines that are as they stand.
    private var rest = 0..<0

    /// Reads the lines in a range of the text, of less than 4 GiB, which begins and ends with lines. `reads`: false for lines that are to
    /// stay as they stand.
    package init(_ text: [UInt8], in range: Range<Int>, reads: Bool = true) {
        self.text = text
        guard reads else {
            rest = range
            return
        }
        var splitter = WordSplitter()
        text.withView(range) { part in
            // A line has some fifty bytes.
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

    /// Number of lines that were read.
    var count: Int { lines.count }

    /// The layer that a line makes, as `PlainSet` reads it; nil for anything else.
    private static func read(_ bytes: ByteView, at start: Int, _ splitter: inout WordSplitter) -> Layer? {
        guard let line = try? Line(bytes, &splitter), line.tag == nil, line.verb == "create" || line.verb == "put",
            line.count >= 2, line.count <= 2 + PlainSet.most, line[0].isPositional, line[1].isPositional,
            line[1].value == "layer", NameTable.isValid(line[0].value)
        else { return nil }
        /// Nil for a word whose quotes were resolved elsewhere.
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

    /// Calls `body` with each line, and the layer that it makes if it does nothing else.
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

/// A file and its lines, read on any thread.
package struct ReadFile: Sendable {
    package let path: String
    package let text: [UInt8]
    private let parts: [ReadLines]

    /// `most`: lines that are read, about: more than scenes have objects; the rest is text. `partBytes`: of text read at a time.
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
    /// Lines that another thread reads ahead, part by part until nil; their number.
    case read(count: Int, next: () -> ReadLines?)

    /// Number of lines.
    var count: Int {
        switch self {
        case .text(let text): text.lineCount
        case .read(let count, _): count
        }
    }
}
