public import ScrimPluginABI
import ScrimPluginKit

/// UIStackView: sublayers in a row or a column.
private struct Stack: ArrangingKind {
    static let name = "stack"
    static let help = "lays its sublayers out in a row or a column"

    enum Key: Int, SchemaKey {
        case axis, spacing, alignment, distribution, margins

        var property: Property {
            switch self {
            case .axis:
                Property("axis", .choice(["horizontal", "vertical"], 0), redraws: false, help: "a row, or a column")
            case .spacing:
                Property(
                    "spacing", .number(0), range: -1e6...1e6, unit: "points", redraws: false,
                    help: "between two neighbours; with equalSpacing and equalCentering, at least")
            case .alignment:
                Property(
                    "alignment", .choice(["fill", "leading", "center", "trailing"], 0), redraws: false,
                    help: "across the axis; leading is left or top")
            case .distribution:
                Property(
                    "distribution",
                    .choice(
                        ["fill", "fillEqually", "fillProportionally", "equalSpacing", "equalCentering", "packed"], 0),
                    redraws: false,
                    help:
                        "along the axis: who takes the room that is left: with fill the sublayers with layout.grow, or else the last one; with packed nobody"
                )
            case .margins:
                Property(
                    "margins", .numbers, range: -1e6...1e6, unit: "points", redraws: false,
                    help: "around all: one number, vertical and horizontal, or top, left, bottom, right")
            }
        }
    }

    static let schema = Key.schema

    init(host: Host) {}

    static func frames(of sublayers: Sublayers, in size: Size, _ properties: Properties) -> [Rect] {
        let layout = StackLayout(properties)
        let room = layout.inside(size)
        let children = layout.children(sublayers, room)
        let (starts, lengths) = layout.spans(children, in: layout.isVertical ? room.height : room.width)
        let breadth = layout.isVertical ? room.width : room.height
        return children.indices.map { at in
            var across = layout.isVertical ? children[at].size.width : children[at].size.height
            if !layout.isVertical, layout.alignment != .fill, lengths[at] < children[at].size.width {
                // A text that has less room becomes higher.
                across = sublayers.size(at, width: lengths[at]).height
            }
            let (place, extent) = layout.across(across, in: breadth)
            return layout.isVertical
                ? Rect(x: room.x + place, y: room.y + starts[at], width: extent, height: lengths[at])
                : Rect(x: room.x + starts[at], y: room.y + place, width: lengths[at], height: extent)
        }
    }

    static func size(for sublayers: Sublayers, _ properties: Properties) -> Size {
        let layout = StackLayout(properties)
        return layout.size(for: (0..<sublayers.count).map { layout.child($0, sublayers.size($0), sublayers) })
    }
}

extension StackLayout {
    fileprivate init(_ properties: Properties) {
        self.init()
        isVertical = properties.choice(Stack.Key.axis) == 1
        spacing = properties.number(Stack.Key.spacing)
        alignment = Alignment(rawValue: properties.choice(Stack.Key.alignment)) ?? .fill
        distribution = Distribution(rawValue: properties.choice(Stack.Key.distribution)) ?? .fill
        margins = Margins(properties.numbers(Stack.Key.margins))
    }

    fileprivate func child(_ index: Int, _ size: Size, _ sublayers: Sublayers) -> Child {
        let length = sublayers.basis(index) ?? (isVertical ? size.height : size.width)
        return Child(size: size, length: length, grow: sublayers.grow(index))
    }

    /// A column is as wide as it is: texts wrap in it.
    fileprivate func children(_ sublayers: Sublayers, _ room: Rect) -> [Child] {
        (0..<sublayers.count).map {
            child($0, isVertical ? sublayers.size($0, width: room.width) : sublayers.size($0), sublayers)
        }
    }
}

private let plugin = Plugin(id: "Stack", version: "1.0.0", layers: [Stack.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
