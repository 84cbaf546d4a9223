public import Geometry

/// A part of a value, named after the property's name in a key path.
public enum ValuePart: Equatable, Sendable {
    case x, y
    case width, height
    case originX, originY, sizeWidth, sizeHeight
    case origin, size
    case transform(TransformPart)
    /// The argument of the first filter with this name; neutral when there is none.
    case filter(String)

    /// The part that `word` (without its first dot) names in values of this type.
    init?(_ word: ByteView, of type: PropertyType) {
        let part: ValuePart?
        switch type {
        case .point: part = word == "x" ? .x : word == "y" ? .y : nil
        case .size: part = word == "width" ? .width : word == "height" ? .height : nil
        case .rect:
            let names: [(StaticString, ValuePart)] = [
                ("origin.x", .originX), ("origin.y", .originY), ("size.width", .sizeWidth),
                ("size.height", .sizeHeight),
                ("origin", .origin), ("size", .size),
            ]
            part = names.first { word == $0.0 }?.1
        case .transform: part = TransformPart(word).map { .transform($0) }
        case .filters: part = FilterFunction.neutral(word.string).map { .filter($0.name) }
        default: part = nil
        }
        guard let part else { return nil }
        self = part
    }

    /// The parts of a value of a type; empty for types that are not reported by parts.
    public static func all(of type: PropertyType) -> [ValuePart] {
        switch type {
        case .point: [.x, .y]
        case .size: [.width, .height]
        case .rect: [.originX, .originY, .sizeWidth, .sizeHeight]
        default: []
        }
    }

    /// Text after the property's name and a dot.
    public var name: String {
        switch self {
        case .x: "x"
        case .y: "y"
        case .width: "width"
        case .height: "height"
        case .originX: "origin.x"
        case .originY: "origin.y"
        case .sizeWidth: "size.width"
        case .sizeHeight: "size.height"
        case .origin: "origin"
        case .size: "size"
        case .transform(let part): part.name
        case .filter(let name): name
        }
    }

    private static let pointPart = Property("origin", .point, .point(.zero), help: "")
    private static let sizePart = Property("size", .size, .size(.zero), help: "")
    private static let anglePart = Property("angle", .angle, .number(0), help: "")
    private static let amountPart = Property("amount", .number, .number(0), minimum: 0, help: "")
    private static let numberPart = Property("number", .number, .number(0), help: "")

    /// The part as a property.
    public var property: Property {
        switch self {
        case .origin: Self.pointPart
        case .size: Self.sizePart
        case .transform(.rotationX), .transform(.rotationY), .transform(.rotationZ): Self.anglePart
        case .filter("hue-rotate"): Self.anglePart
        case .filter: Self.amountPart
        default: Self.numberPart
        }
    }

    public func read(_ value: Value) -> Value {
        switch self {
        case .x: .number(value.point.x)
        case .y: .number(value.point.y)
        case .width: .number(value.size.width)
        case .height: .number(value.size.height)
        case .originX: .number(value.rect.x)
        case .originY: .number(value.rect.y)
        case .sizeWidth: .number(value.rect.width)
        case .sizeHeight: .number(value.rect.height)
        case .origin: .point(value.rect.origin)
        case .size: .size(value.rect.size)
        case .transform(let part): .number(value.transform.part(part))
        case .filter(let name):
            .number((value.filters.first { $0.name == name } ?? .neutral(name))?.arguments.first ?? 0)
        }
    }

    /// `value` with this part set to `new`.
    public func write(_ new: Value, into value: Value) -> Value {
        var (point, size, rect) = (value.point, value.size, value.rect)
        switch self {
        case .x: point.x = new.number
        case .y: point.y = new.number
        case .width: size.width = new.number
        case .height: size.height = new.number
        case .originX: rect.x = new.number
        case .originY: rect.y = new.number
        case .sizeWidth: rect.width = new.number
        case .sizeHeight: rect.height = new.number
        case .origin: (rect.x, rect.y) = (new.point.x, new.point.y)
        case .size: (rect.width, rect.height) = (new.size.width, new.size.height)
        case .transform(let part):
            let transform = value.transform.setting(part, to: new.number)
            return transform == .identity ? .none : .transform(transform)
        case .filter(let name):
            var filters = value.filters
            if !filters.contains(where: { $0.name == name }), filters.count < FilterFunction.maxCount,
                let filter = FilterFunction.neutral(name)
            {
                filters.append(filter)
            }
            for at in filters.indices where filters[at].name == name {
                filters[at].arguments = [new.number]
                break
            }
            return .filters(filters)
        }
        switch self {
        case .x, .y: return .point(point)
        case .width, .height: return .size(size)
        default: return .rect(rect)
        }
    }
}

/// A property of a kind or a part of it, as animations name it.
public struct PropertyPath: Equatable, Sendable {
    public var id: PropertyID
    public var part: ValuePart?

    public init(_ id: PropertyID, _ part: ValuePart? = nil) {
        self.id = id
        self.part = part
    }

    /// Nil when the kind has no such property. A derived property is resolved to the one it is an alias for.
    public init?(animated key: ByteView, of kind: Kind) {
        guard let path = PropertyPath(key, of: kind) else { return nil }
        self = path.standing(in: kind)
    }

    /// The path for which this one is an alias.
    public func standing(in kind: Kind) -> PropertyPath {
        guard let whole = kind[id].standsFor else { return self }
        switch part {
        case .x: return PropertyPath(whole.id, .originX)
        case .y: return PropertyPath(whole.id, .originY)
        default: return whole
        }
    }

    /// Nil when the kind has no such property.
    public init?(_ key: ByteView, of kind: Kind) {
        if let id = kind.property(named: key) {
            self.init(id)
            return
        }
        for at in 0..<key.count where key[at] == UInt8(ascii: ".") {
            guard let id = kind.property(named: key[0..<at]) else { continue }
            if let part = ValuePart(key[at + 1..<key.count], of: kind[id].type) {
                self.init(id, part)
                return
            }
        }
        return nil
    }

    /// The property at the path: the kind's, or the part's.
    public func property(of kind: Kind) -> Property { part?.property ?? kind[id] }

    public func read(_ whole: Value) -> Value { part?.read(whole) ?? whole }

    /// `whole` with the value at the path replaced by `new`.
    public func write(_ new: Value, into whole: Value) -> Value { part?.write(new, into: whole) ?? new }
}

extension TransformPart {
    private static let names: [(StaticString, TransformPart)] = [
        ("rotation", .rotationZ), ("rotation.x", .rotationX), ("rotation.y", .rotationY), ("rotation.z", .rotationZ),
        ("scale", .scale), ("scale.x", .scaleX), ("scale.y", .scaleY), ("scale.z", .scaleZ),
        ("translation.x", .translationX), ("translation.y", .translationY), ("translation.z", .translationZ),
    ]

    /// The part after `transform.` in a key path.
    init?(_ word: ByteView) {
        guard let part = TransformPart.names.first(where: { word == $0.0 })?.1 else { return nil }
        self = part
    }

    fileprivate var name: String {
        // The last match: `rotation` is an alias for `rotation.z`.
        TransformPart.names.last { $0.1 == self }.map { "\($0.0)" } ?? ""
    }
}
