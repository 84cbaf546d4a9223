import Geometry
import Living
import Scene
import Schema

/// Maps properties of a scene to cells of the binding graph.
///
/// Position, bounds and frame of a layer are parts of one cell, because setting one changes another.
enum BindingCells {
    /// Any change of an object: for values computed from many of its properties.
    private static let anything: Int32 = -1
    /// Any `user.` key of an object.
    private static let users: Int32 = -2
    /// Number of the first `user.` key; further keys count down.
    private static let firstUser: Int32 = -3

    /// Objects, names, parents and order.
    static let tree = BindingCell(object: .max, property: 0)
    /// Any change of the scene: for expressions that count selectors or compute names.
    static let scene = BindingCell(object: .max, property: 1)

    /// Variables of all themes, and the themes in effect.
    static let variables = BindingCell(object: .max, property: 2)

    static func whole(_ slot: Slot) -> BindingCell { cell(slot, anything) }
    static func users(of slot: Slot) -> BindingCell { cell(slot, users) }

    /// `key` is the index of the key among all keys that bindings name.
    static func user(_ key: Int32, of slot: Slot) -> BindingCell { cell(slot, firstUser - key) }

    /// The cell of a property or a part of one, for writes.
    static func property(_ path: PropertyPath, of slot: Slot, _ scene: Scene) -> BindingCell {
        guard scene.isLayer(slot) else { return cell(slot, Int32(path.id.raw), parts(path.part)) }
        let path = path.standing(in: scene.kind(of: slot))
        let position = Int32(LayerProperty.position.rawValue)
        return switch LayerProperty(rawValue: path.id.raw) {
        case .position: cell(slot, position, parts(path.part) & 0b11)
        case .bounds: cell(slot, position, parts(path.part) << 2 & 0b111100)
        case .frame: cell(slot, position, 0b111111)
        default: cell(slot, Int32(path.id.raw), parts(path.part))
        }
    }

    /// The cells that a property or a part of one depends on.
    static func reads(_ path: PropertyPath, of slot: Slot, _ scene: Scene) -> [BindingCell] {
        let kind = scene.kind(of: slot)
        let property = kind[path.id]
        var cells = [Self.property(path, of: slot, scene)]
        guard scene.isLayer(slot) else { return property.isDerived ? cells + [whole(slot)] : cells }
        let isFrame = path.id == LayerProperty.frame.id
        if isFrame {
            cells += [LayerProperty.anchorPoint, .transform].map { Self.property(PropertyPath($0.id), of: slot, scene) }
        }
        // A layer that measures itself has the size of its contents.
        let isMeasured = kind.measures && (isFrame || path.id == LayerProperty.bounds.id)
        if isMeasured || property.isDerived && property.standsFor == nil && !isFrame { cells.append(whole(slot)) }
        return cells
    }

    private static func cell(_ slot: Slot, _ property: Int32, _ parts: UInt32 = .max) -> BindingCell {
        BindingCell(object: UInt64(slot.index), property: property, parts: parts)
    }

    private static func parts(_ part: ValuePart?) -> UInt32 {
        switch part {
        case nil, .filter: .max
        case .x, .width, .originX: 0b1
        case .y, .height, .originY: 0b10
        case .sizeWidth: 0b100
        case .sizeHeight: 0b1000
        case .origin: 0b11
        case .size: 0b1100
        case .transform(let part): parts(part)
        }
    }

    private static func parts(_ part: TransformPart) -> UInt32 {
        switch part {
        case .rotationX: 1
        case .rotationY: 1 << 1
        case .rotationZ: 1 << 2
        case .scaleX: 1 << 3
        case .scaleY: 1 << 4
        case .scaleZ: 1 << 5
        case .scale: 0b111 << 3
        case .translationX: 1 << 6
        case .translationY: 1 << 7
        case .translationZ: 1 << 8
        }
    }
}
