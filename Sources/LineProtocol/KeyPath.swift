package import Geometry
package import Scene

/// A part of a value: what stands behind the property's name in a key path.
package enum ValuePart: Equatable, Sendable {
    case x, y
    case width, height
    case originX, originY, sizeWidth, sizeHeight
    case origin, size
    case transform(TransformPart)

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
        default: part = nil
        }
        guard let part else { return nil }
        self = part
    }

    private static let pointPart = Property("origin", .point, .point(.zero), help: "")
    private static let sizePart = Property("size", .size, .size(.zero), help: "")
    private static let anglePart = Property("angle", .angle, .number(0), help: "")
    private static let numberPart = Property("number", .number, .number(0), help: "")

    /// What the part itself is.
    var property: Property {
        switch self {
        case .origin: Self.pointPart
        case .size: Self.sizePart
        case .transform(.rotationX), .transform(.rotationY), .transform(.rotationZ): Self.anglePart
        default: Self.numberPart
        }
    }

    func read(_ value: Value) -> Value {
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
        }
    }

    /// `value` with this part put to `new`; the rest stays.
    func write(_ new: Value, into value: Value) -> Value {
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
        }
        switch self {
        case .x, .y: return .point(point)
        case .width, .height: return .size(size)
        default: return .rect(rect)
        }
    }
}

/// What the key of a `key=value` word means for an object of a kind.
package enum KeyPath: Equatable, Sendable {
    case property(PropertyID)
    case part(PropertyID, ValuePart)
    case user(String)
    case parent, index, above, below

    /// Throws `unknown-property` with the nearest name.
    package init(_ key: ByteView, of kind: Kind) throws(SceneError) {
        if let id = kind.property(named: key) {
            self = .property(id)
            return
        }
        if kind.family == .layer {
            switch true {
            case key == "parent": self = .parent
            case key == "index": self = .index
            case key == "above": self = .above
            case key == "below": self = .below
            default: self = try KeyPath(dotted: key, of: kind)
            }
        } else {
            self = try KeyPath(dotted: key, of: kind)
        }
    }

    private init(dotted key: ByteView, of kind: Kind) throws(SceneError) {
        if key.count > 5, key[0..<5] == "user." {
            self = .user(key[5..<key.count].string)
            return
        }
        for at in 0..<key.count where key[at] == UInt8(ascii: ".") {
            guard let id = kind.property(named: key[0..<at]) else { continue }
            if let part = ValuePart(key[at + 1..<key.count], of: kind[id].type) {
                self = .part(id, part)
                return
            }
        }
        throw UnknownName.property(key, of: kind)
    }
}

extension TransformPart {
    private static let names: [(StaticString, TransformPart)] = [
        ("rotation", .rotationZ), ("rotation.x", .rotationX), ("rotation.y", .rotationY), ("rotation.z", .rotationZ),
        ("scale", .scale), ("scale.x", .scaleX), ("scale.y", .scaleY), ("scale.z", .scaleZ),
        ("translation.x", .translationX), ("translation.y", .translationY), ("translation.z", .translationZ),
    ]

    /// The part that stands behind `transform.` in a key path.
    init?(_ word: ByteView) {
        guard let part = TransformPart.names.first(where: { word == $0.0 })?.1 else { return nil }
        self = part
    }
}
