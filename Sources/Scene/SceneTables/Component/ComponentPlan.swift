public import Geometry
public import Schema

/// Plan for creating instances of a component: plain parts, which are copied for each instance, and lines that are run
/// for each.
public final class ComponentPlan: Sendable {
    public enum Step: Sendable {
        /// Parts, and the indices of the lines that create them.
        case parts(PartTemplate, lines: Range<Int>)
        /// Indices of lines to run.
        case lines(Range<Int>)
    }

    public let steps: [Step]
    /// Nesting depth of components, including this one.
    public let depth: Int
    /// Number of objects that an instance's lines create, including nested components, without the instance itself.
    public let weight: Int

    public init(_ steps: [Step], depth: Int, weight: Int, hasBase: Bool = false) {
        self.hasBase = hasBase
        self.steps = steps
        self.depth = depth
        self.weight = weight
    }

    /// True for a component of another kind, whose instances are no plain layers.
    public let hasBase: Bool

    /// The parts of a component that consists of plain layers; nil for others.
    public var parts: PartTemplate? {
        guard !hasBase, steps.count == 1, case .parts(let parts, _) = steps[0], parts.anchors.isEmpty else {
            return nil
        }
        return parts
    }
}

/// Plain layers of an instance right after their creation.
///
/// Includes nested components of plain layers.
public final class PartTemplate: Sendable {
    public struct Part: Sendable {
        /// Start of the name suffix (after the instance's name) in `names`.
        public var nameStart: Int32
        public var nameCount: Int32
        /// Index of the parent part; −1 is the instance, −2 and below are `anchors`.
        public var parent: Int32
        /// Index of the owning part; −1 is the instance.
        public var owner: Int32
        /// True for the part that takes the sublayers of its owner.
        public var isSlot: Bool
        public var row: LayerRow
        public var dirty: Dirty
    }

    public let parts: [Part]
    public let names: [UInt8]
    public let longestName: Int
    /// Names of existing parts that are parents of some of these.
    public let anchors: [[UInt8]]

    /// Number of layers.
    public var count: Int { parts.count }
    /// Maximum layers of a template; components with more are created line by line.
    public static let most = 16_384

    public init(_ parts: [Part], names: [UInt8], anchors: [[UInt8]]) {
        (self.parts, self.names, self.anchors) = (parts, names, anchors)
        longestName = parts.reduce(0) { max($0, Int($1.nameCount)) }
    }

    /// Builds a template line by line.
    public struct Builder {
        private var parts: [Part] = []
        private var names: [UInt8] = []
        private var indices: [[UInt8]: Int] = [:]
        private var anchors: [[UInt8]] = []

        public init() {}

        public var isEmpty: Bool { parts.isEmpty }
        public var count: Int { parts.count }
        public var template: PartTemplate { PartTemplate(parts, names: names, anchors: anchors) }

        /// Index of the part with this name, such as `.knob`.
        public func index(of name: ByteView) -> Int? { indices[Self.bytes(name)] }

        private static func bytes(_ name: ByteView) -> [UInt8] { unsafe Array(name.buffer) }

        /// Parent index of the named part; nil for one that cannot contain plain parts.
        public mutating func parent(named name: ByteView) -> Int? {
            if name == "self" { return -1 }
            if let at = index(of: name) { return parts[at].row.marks.contains(.isInstance) ? nil : at }
            guard NameTable.isPartName(name) else { return nil }
            let bytes = Self.bytes(name)
            if let known = anchors.firstIndex(of: bytes) { return -2 - known }
            anchors.append(bytes)
            return -1 - anchors.count
        }

        /// Adds a layer, or an instance with the parts `inner`. All values must be finite and in the range of their
        /// property; geometry is last.
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
                // A template of plain layers has no anchors.
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
    /// Row of a layer or an instance of a component with default values.
    public static func plain(_ kind: KindID) -> LayerRow {
        var row = LayerRow()
        row.kind = kind
        row.flags = LayerFlags.initial.union(.isLayer)
        if kind != .layer {
            row.flags.formUnion([.measures, .fitsContent])
            row.marks.insert(.isInstance)
        }
        return row
    }

    /// Gives an instance without size the size of its parts.
    public mutating func fitInstance() {
        if flags.contains(.measures) { flags.set(.fitsContent, bounds.size == .zero) }
    }
}
