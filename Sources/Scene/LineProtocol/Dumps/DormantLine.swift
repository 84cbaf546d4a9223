import Geometry

/// The position of a dormant object's lines in a dump, and what can be parsed of the first one.
package struct DormantLine {
    /// The parts of a dump, in order.
    package enum Stage: Int {
        case files, shared, definitions, objects, references, bindings
    }

    package private(set) var stage = Stage.objects
    /// The id of the object that the line would create; nil for lines that create none.
    package private(set) var name: String?
    /// The kind of that object.
    package private(set) var kind: String?
    /// The superlayer named by the line.
    package private(set) var parent: String?
    /// The keys of its other words.
    package private(set) var keys: [String] = []
    /// The object to which the line applies; nil for a line that creates one.
    package private(set) var target: String?
    /// Files that the line may name.
    package private(set) var paths: [String] = []

    package init(_ text: String) {
        let first = text.prefix { $0 != "\n" }
        var splitter = WordSplitter()
        ByteView.with(String(first)) { bytes in
            guard let line = try? Line(bytes, &splitter) else { return }
            read(line)
        }
    }

    /// The absolute path that a value is, as it is or behind `file:`, as fonts have it; nil for other values.
    private static func path(_ value: String) -> String? {
        let path = value.hasPrefix("file:") ? value.dropFirst(5) : value[...]
        return path.utf8.count > 1 && path.utf8.first == UInt8(ascii: "/") ? String(path) : nil
    }

    private mutating func read(_ line: Line) {
        func id(_ at: Int) -> String? { line.count > at && line[at].isPositional ? line[at].value.string : nil }
        for at in 0..<line.count {
            if let path = Self.path(line[at].value.string) { paths.append(path) }
            if line[at].isPositional { continue }
            if line[at].key == "parent" { parent = line[at].value.string } else { keys.append(line[at].key.string) }
        }
        switch Verb(line.verb) {
        case .create?, .put?:
            (name, kind) = (id(0), id(1))
            if ["theme", "style", "data"].contains(kind) { stage = .shared }
        case .every?, .after?:
            for at in 0..<line.count where line[at].key == "name" { name = line[at].value.string }
        case .use?:
            stage = .files
            if let path = id(0), !paths.contains(path) { paths.append(path) }
        case .define?, .function?: stage = .definitions
        case .bind?:
            (stage, target) = (.bindings, id(0))
            let bound = (0..<line.count).filter { line[$0].isExpression }
            if bound.count == 1, let object = id(0) { name = "\(object)~\(line[bound[0]].key.string)" }
        default: (stage, target) = (.references, id(0))
        }
    }
}
