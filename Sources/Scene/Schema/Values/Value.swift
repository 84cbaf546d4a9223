public import Geometry

/// Value of a property. `.none` is a value too: no color, no path, no object, no transform (identity).
public enum Value: Equatable, Sendable {
    case none
    case number(Double)
    case boolean(Bool)
    case point(Point)
    case size(Size)
    case rect(Rect)
    case color(Color)
    /// Index in the descriptor's choices.
    case choice(UInt8)
    /// A bit for each of the descriptor's choices.
    case choices(UInt32)
    case numbers([Double])
    case colors([Color])
    indirect case transform(Transform3D)
    case path(Path)
    /// A path of a layer that follows its bounds.
    case boundsPath(BoundsPath)
    case filters([FilterFunction])
    case timing(TimingFunction)
    case string(String)
    case object(ObjectID)
    case objects([ObjectID])
    /// Values of one type: keyframes, or a timing for each segment. An empty list in an animation means the value
    /// `none`, and `.none` means unset.
    indirect case list([Value])
    case operations(OperationList)
    /// A list or a record, for keys of `data`.
    case document(Document)

    /// The number in `.number`, otherwise zero: for properties whose type the schema guarantees.
    public var number: Double { if case .number(let n) = self { n } else { 0 } }
    public var boolean: Bool { if case .boolean(let b) = self { b } else { false } }
    public var choice: UInt8 { if case .choice(let c) = self { c } else { 0 } }
    public var color: Color? { if case .color(let c) = self { c } else { nil } }
    public var point: Point { if case .point(let p) = self { p } else { .zero } }
    public var size: Size { if case .size(let s) = self { s } else { .zero } }
    public var rect: Rect { if case .rect(let r) = self { r } else { .zero } }
    public var numbers: [Double] { if case .numbers(let n) = self { n } else { [] } }
    public var path: Path? { if case .path(let p) = self { p } else { nil } }
    public var filters: [FilterFunction] { if case .filters(let f) = self { f } else { [] } }
    public var string: String { if case .string(let s) = self { s } else { "" } }
    public var object: ObjectID? { if case .object(let o) = self { o } else { nil } }
    public var timing: TimingFunction { if case .timing(let t) = self { t } else { .linear } }
    public var operations: OperationList { if case .operations(let o) = self { o } else { OperationList() } }
    public var list: [Value] { if case .list(let l) = self { l } else { [] } }
    /// The map in `.transform`; the identity for `.none`.
    public var transform: Transform3D { if case .transform(let t) = self { t } else { .identity } }
}

extension Value {
    /// The value for a layer with these bounds: resolves a path that follows bounds.
    public func resolved(in bounds: @autoclosure () -> Rect) -> Value {
        if case .boundsPath(let path) = self { .path(path.path(in: bounds())) } else { self }
    }

    /// The objects that the value names.
    public var namedObjects: [ObjectID] {
        switch self {
        case .object(let one): [one]
        case .objects(let many): many
        case .operations(let list): list.objects()
        default: []
        }
    }
}
