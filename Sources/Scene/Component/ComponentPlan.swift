public import Geometry

/// What the lines of a component come to: plain parts, which are copied for each instance, and lines that are run for each.
public final class ComponentPlan: Sendable {
    public enum Step: Sendable {
        /// The parts that the lines at these indices make.
        case parts(PartTemplate, lines: Range<Int>)
        /// The lines at these indices are run.
        case lines(Range<Int>)
    }

    public let steps: [Step]
    /// Components inside one another, this one included.
    public let depth: Int
    /// Objects that an instance makes besides itself, those of components in it included: as many as its lines say.
    public let weight: Int

    public init(_ steps: [Step], depth: Int, weight: Int) {
        self.steps = steps
        self.depth = depth
        self.weight = weight
    }

    /// The parts of a component that is nothing but plain layers; nil for another.
    public var parts: PartTemplate? {
        guard steps.count == 1, case .parts(let parts, _) = steps[0], parts.anchors.isEmpty else { return nil }
        return parts
    }
}

/// Plain layers of an instance as they are right after they were made.
///
/// Components in it that are plain layers too stand in it whole.
public final class PartTemplate: Sendable {
    struct Part: Sendable {
        /// Its name behind that of the instance, in `names`.
        var nameStart: Int32
        var nameCount: Int32
        /// Index of the part below which it is; -1 is the instance, -2 and less are `anchors`.
        var parent: Int32
        /// Index of the part whose part it is; -1 is the instance.
        var owner: Int32
        /// It takes the sublayers of its owner.
        var isSlot: Bool
        var row: LayerRow
        var dirty: Dirty
    }

    let parts: [Part]
    let names: [UInt8]
    let longestName: Int
    /// Names of parts that are there already, below which some of these are.
    let anchors: [[UInt8]]

    /// The number of layers that it makes.
    public var count: Int { parts.count }
    /// Layers of one template; components with more are made line by line.
    public static let most = 16_384

    init(_ parts: [Part], names: [UInt8], anchors: [[UInt8]]) {
        (self.parts, self.names, self.anchors) = (parts, names, anchors)
        longestName = parts.reduce(0) { max($0, Int($1.nameCount)) }
    }

    /// A template while it is made, line by line.
    public struct Builder {
        private var parts: [Part] = []
        private var names: [UInt8] = []
        private var indices: [[UInt8]: Int] = [:]
        private var anchors: [[UInt8]] = []

        public init() {}

        public var isEmpty: Bool { parts.isEmpty }
        public var count: Int { parts.count }
        public var template: PartTemplate { PartTemplate(parts, names: names, anchors: anchors) }

        /// The index of the part with this name, as `.knob`.
        public func index(of name: ByteView) -> Int? { indices[Self.bytes(name)] }

        private static func bytes(_ name: ByteView) -> [UInt8] { unsafe Array(name.buffer) }

        /// The number by which a part that others are to be below is known here; nil for one below which none may be made plainly.
        public mutating func parent(named name: ByteView) -> Int? {
            if name == "self" { return -1 }
            if let at = index(of: name) { return parts[at].row.marks.contains(.isInstance) ? nil : at }
            guard NameTable.isPartName(name) else { return nil }
            let bytes = Self.bytes(name)
            if let known = anchors.firstIndex(of: bytes) { return -2 - known }
            anchors.append(bytes)
            return -1 - anchors.count
        }

        /// Adds a layer, or an instance, whose parts are `inner`. Each value is finite and in its property's range; those of its geometry
        /// are the last.
        public mutating func append(
            _ name: ByteView, _ kind: KindID, below parent: Int, _ values: UnsafeBufferPointer<PlainValue>,
            isSlot: Bool, inner: PartTemplate? = nil
        ) {
            var row = LayerRow.plain(kind)
            var dirty: Dirty = [.tree, .order]
            for i in 0..<values.count { dirty.formUnion(row.setAll(unsafe values[i])) }
            row.fitInstance()
            let at = parts.count
            let bytes = Self.bytes(name)
            indices[bytes] = at
            parts.append(
                Part(
                    nameStart: Int32(names.count), nameCount: Int32(name.count), parent: Int32(parent), owner: -1,
                    isSlot: isSlot, row: row, dirty: dirty))
            names += bytes
            guard let inner else { return }
            for part in inner.parts {
                var part = part
                // One that is plain layers alone has no anchors.
                part.parent = part.parent < 0 ? Int32(at) : part.parent + Int32(at) + 1
                part.owner = part.owner < 0 ? Int32(at) : part.owner + Int32(at) + 1
                let own = inner.names[Int(part.nameStart)..<Int(part.nameStart + part.nameCount)]
                (part.nameStart, part.nameCount) = (Int32(names.count), Int32(name.count) + part.nameCount)
                names += bytes + own
                parts.append(part)
            }
        }
    }
}

extension LayerRow {
    /// The row of a layer, or of an instance of a component, with every property at its default.
    static func plain(_ kind: KindID) -> LayerRow {
        var row = LayerRow()
        row.kind = kind
        row.flags = LayerFlags.initial.union(.isLayer)
        if kind != .layer {
            row.flags.formUnion([.measures, .fitsContent])
            row.marks.insert(.isInstance)
        }
        return row
    }

    /// An instance without a size has that of its parts.
    mutating func fitInstance() {
        if flags.contains(.measures) { flags.set(.fitsContent, bounds.size == .zero) }
    }
}
