public import ScrimPluginABI
import ScrimPluginKit

/// UIStackView: sublayers in a row or a column.
private struct Stack: ArrangingKind {
    static let name = "stack"
    static let help = "lays its sublayers out in a row or a column"

    enum Key: Int, SchemaKey {
        case axis, spacing, alignment, distribution, margins, isWrapped, lineSpacing, direction

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
                    "alignment",
                    .choice(["fill", "leading", "center", "trailing", "firstBaseline", "lastBaseline"], 0),
                    redraws: false,
                    help: "across the axis; leading is left or top, baselines are those of texts in a row")
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
            case .isWrapped:
                Property(
                    "isWrapped", .boolean(false), redraws: false,
                    help: "those that have no room go on in a new row or column")
            case .lineSpacing:
                Property(
                    "lineSpacing", .number(0), range: -1e6...1e6, unit: "points", redraws: false,
                    help: "between these rows or columns")
            case .direction:
                Property(
                    "direction", .choice(["leftToRight", "rightToLeft"], 0), redraws: false,
                    help: "where a row begins, and which side is leading in a column")
            }
        }
    }

    static let schema = Key.schema

    init(host: Host) {}

    static func frames(of sublayers: Sublayers, in size: Size, _ properties: Properties) -> [Rect] {
        let layout = StackLayout(properties)
        let room = layout.inside(size)
        let children = layout.children(sublayers, room)
        let (along, breadth) =
            layout.isVertical ? (room.height, room.width) : (room.width, room.height)
        var frames: [Rect] = []
        var top = 0.0
        for line in layout.lines(children, in: along) {
            var inLine = Array(children[line])
            let (starts, lengths) = layout.spans(inLine, in: along)
            for at in inLine.indices {
                if !layout.isVertical, layout.isWrapped || layout.alignment(of: inLine[at]) != .fill,
                    lengths[at] != inLine[at].size.width
                {
                    // A text that has less room becomes higher.
                    inLine[at].size = sublayers.size(line.lowerBound + at, width: lengths[at])
                }
            }
            let extent = layout.isWrapped ? layout.breadth(of: inLine) : breadth
            let places = layout.across(inLine, in: extent)
            for at in inLine.indices {
                let (place, across) = (places[at].place + top, places[at].extent)
                frames.append(
                    layout.isVertical
                        ? Rect(x: room.x + place, y: room.y + starts[at], width: across, height: lengths[at])
                        : Rect(x: room.x + starts[at], y: room.y + place, width: lengths[at], height: across))
            }
            top += extent + layout.lineSpacing
        }
        return layout.isRightToLeft ? frames.map { layout.mirrored($0, in: room) } : frames
    }

    static func size(for sublayers: Sublayers, _ properties: Properties) -> Size {
        let layout = StackLayout(properties)
        let room = sublayers.width - layout.margins.left - layout.margins.right
        guard room.isFinite else {
            return layout.size(for: (0..<sublayers.count).map { layout.child($0, sublayers.size($0), sublayers) })
        }
        return layout.size(for: sublayers, in: max(0, room))
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
        isWrapped = properties.boolean(Stack.Key.isWrapped)
        lineSpacing = properties.number(Stack.Key.lineSpacing)
        isRightToLeft = properties.choice(Stack.Key.direction) == 1
    }

    fileprivate func child(_ index: Int, _ size: Size, _ sublayers: Sublayers) -> Child {
        let hints = sublayers.hints(index)
        let length = sublayers.basis(index) ?? (isVertical ? size.height : size.width)
        var child = Child(size: size, length: length, grow: sublayers.grow(index))
        (child.shrink, child.minimum, child.maximum) = (hints.shrink, hints.minimum, hints.maximum)
        child.length = child.held(length)
        child.spacing = hints.spacing
        child.alignment = hints.alignment == 0 ? nil : Alignment(rawValue: hints.alignment - 1)
        if !isVertical {
            switch alignment(of: child) {
            case .firstBaseline: child.baseline = sublayers.baselines(index, width: size.width)?.first
            case .lastBaseline: child.baseline = sublayers.baselines(index, width: size.width)?.last
            default: break
            }
        }
        return child
    }

    /// The size in which all have theirs, where the layer is `room` wide within its margins: what wraps is as high as it has to be.
    fileprivate func size(for sublayers: Sublayers, in room: Double) -> Size {
        let children = children(sublayers, Rect(x: 0, y: 0, width: room, height: .infinity))
        if isVertical { return size(for: children) }
        var (width, height) = (0.0, 0.0)
        let lines = lines(children, in: room)
        for line in lines {
            var inLine = Array(children[line])
            let lengths = spans(inLine, in: room).lengths
            for at in inLine.indices where lengths[at] != inLine[at].size.width {
                inLine[at].size = sublayers.size(line.lowerBound + at, width: lengths[at])
                inLine[at].length = lengths[at]
            }
            // A row alone is as long as its sublayers are by themselves, unless they have less.
            let own = size(for: Array(children[line])).width - margins.left - margins.right
            width = max(width, min(own, max(room, size(for: inLine).width - margins.left - margins.right)))
            height += breadth(of: inLine)
        }
        height += Double(max(0, lines.count - 1)) * lineSpacing
        return Size(max(0, width + margins.left + margins.right), max(0, height + margins.top + margins.bottom))
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
