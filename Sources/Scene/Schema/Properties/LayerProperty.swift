import Geometry

/// The properties of all layer kinds, in schema order. A kind's own properties follow.
public enum LayerProperty: UInt16, CaseIterable, Sendable {
    case position, bounds, anchorPoint, frame, zPosition, anchorPointZ, transform, sublayerTransform, isDoubleSided
    case opacity, allowsGroupOpacity, isHidden
    case backgroundColor, cornerRadius, maskedCorners, cornerCurve, masksToBounds, borderWidth, borderColor
    case shadowOpacity, shadowRadius, shadowOffset, shadowColor, shadowPath
    case mask
    case contents, contentsRect, contentsCenter, contentsGravity, contentsScale
    case magnificationFilter, minificationFilter, minificationFilterBias
    case shouldRasterize, rasterizationScale
    case compositingFilter, filters, backgroundFilters, isolated
    case isGeometryFlipped, isInteractive, name
    case speed, timeOffset, beginTime
    // `layout.grow`, `layout.basis`.
    case layoutGrow, layoutBasis
    // `layout.shrink` and so on.
    case layoutShrink, layoutMinimum, layoutMaximum, layoutSpacing, layoutAlignment
    case layoutHugging, layoutCompressionResistance
    case layoutMargins, layoutDirection, layoutAlignmentInsets
    case focusIndex
    case autoresizingMask, autoresizingSize
    case edgeAntialiasingMask
    case transitionProgress
    case theme, style, isEnabled, isSelected
    case accessibilityLabel, accessibilityRole, accessibilityValue
    case layoutOverflow
    case layoutTransition
    case motion
    case layoutOrigin
    case layoutLift
    case hitInsets
    case touchSize

    @inlinable public var id: PropertyID { PropertyID(rawValue) }

    /// The last property of all layers; those of kinds follow.
    public static let last = PropertyID(UInt16(allCases.count - 1))

    /// True for properties on which styles and variables depend.
    public static func isOfStyling(_ id: PropertyID) -> Bool {
        switch LayerProperty(rawValue: id.raw) {
        case .theme, .style, .isEnabled, .isSelected: true
        default: false
        }
    }

    /// The corners in the bit order of `maskedCorners`.
    public static let corners = ["topLeft", "topRight", "bottomLeft", "bottomRight"]

    /// The edges in the bit order of `edgeAntialiasingMask`, as in Core Animation; top is the smaller y.
    public static let edges = ["left", "right", "bottom", "top"]

    public static let gravities = [
        "center", "top", "bottom", "left", "right", "topLeft", "topRight", "bottomLeft", "bottomRight", "resize",
        "resizeAspect", "resizeAspectFill",
    ]

    /// The cases of `BlendMode`, written out: names by reflection take a tenth of a daemon's start.
    public static let compositingFilters = [
        "normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "hardLight",
        "softLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "plusLighter",
        "plusDarker", "clear", "copy", "sourceIn", "sourceOut", "sourceAtop", "destinationOver", "destinationIn",
        "destinationOut", "destinationAtop", "xor",
    ]

    /// The schema, in the order of the cases.
    public static let schema: [Property] = [
        Property(
            "position", .point, .point(.zero), unit: "points", animates: true, effect: .geometry,
            help: "where the anchor point is, in the parent's coordinates; y grows downward"),
        Property(
            "bounds", .rect, .rect(.zero), unit: "points", animates: true, effect: .geometry, traits: .sizesByContent,
            help:
                "the layer's own rectangle; its origin scrolls what is inside; a width or height auto is that of what it holds"
        ),
        Property(
            "anchorPoint", .point, .point(Point(0.5, 0.5)), animates: true, effect: .geometry,
            help: "the centre of transform and sublayerTransform, in the unit square of bounds"),
        Property(
            "frame", .rect, .rect(.zero), unit: "points", effect: .geometry, isDerived: true, traits: .sizesByContent,
            help:
                "the bounding box of the transformed bounds; setting it solves position and the size of bounds; with a side auto the corner stays"
        ),
        Property(
            "zPosition", .number, .number(0), unit: "points", animates: true, effect: .order,
            help: "siblings are drawn by zPosition, then in their order"),
        Property(
            "anchorPointZ", .number, .number(0), unit: "points", animates: true, effect: .geometry,
            help: "depth of the anchor point"),
        Property(
            "transform", .transform, .none, animates: true, effect: .geometry,
            help: "applied about the anchor point; may be three-dimensional"),
        Property(
            "sublayerTransform", .transform, .none, animates: true, effect: .geometry,
            help: "applied to the sublayers about the anchor point; carries perspective()"),
        Property(
            "isDoubleSided", .boolean, .boolean(true), effect: .group,
            help: "false: not drawn when turned away"),
        Property(
            "opacity", .number, .number(1), minimum: 0, maximum: 1, animates: true, effect: .group,
            help: "of the layer and all below it"),
        Property(
            "allowsGroupOpacity", .boolean, .boolean(true), effect: .group,
            help: "false: opacity multiplies into each sublayer by itself"),
        Property(
            "isHidden", .boolean, .boolean(false), animates: true, effect: .group,
            help: "true: not drawn and not hit, with all below it"),
        Property(
            "backgroundColor", .color, .none, animates: true,
            help: "fills the rounded bounds"),
        Property(
            "cornerRadius", .number, .number(0), minimum: 0, unit: "points", animates: true, effect: .group,
            help: "drawn clamped to half the shorter side; reads back as set"),
        Property(
            "maskedCorners", .choices, .choices(0b1111), choices: corners, effect: .group,
            help: "the corners that cornerRadius rounds"),
        Property(
            "cornerCurve", .choice, .choice(0), choices: ["circular", "continuous"], effect: .group,
            help: "circular arcs, or the iOS curve that reaches 1.528665 radii along each side"),
        Property(
            "masksToBounds", .boolean, .boolean(false), effect: .group,
            help: "clips contents and sublayers to the rounded bounds"),
        Property(
            "borderWidth", .number, .number(0), minimum: 0, unit: "points", animates: true,
            help: "inside the bounds, above contents and sublayers"),
        Property(
            "borderColor", .color, .color(.black), animates: true,
            help: "of the border"),
        Property(
            "shadowOpacity", .number, .number(0), minimum: 0, maximum: 1, animates: true, effect: .group,
            help: "0: no shadow"),
        Property(
            "shadowRadius", .number, .number(3), minimum: 0, unit: "points", animates: true, effect: .group,
            help: "the standard deviation of the shadow's Gaussian"),
        Property(
            "shadowOffset", .size, .size(Size(0, -3)), unit: "points", animates: true, effect: .group,
            help: "negative heights are upward"),
        Property(
            "shadowColor", .color, .color(.black), animates: true, effect: .group,
            help: "multiplied by shadowOpacity"),
        Property(
            "shadowPath", .path, .none, animates: true, effect: .group, traits: .followsBounds,
            help: "what casts the shadow, filled non-zero; none: the alpha of the whole picture"),
        Property(
            "mask", .object, .none, effect: .group,
            help: "a detached layer in this layer's coordinates; its alpha multiplies the whole result"),
        Property(
            "contents", .contents, .none, effect: .source,
            help: "an image, a buffer, or a file"),
        Property(
            "contentsRect", .rect, .rect(Rect(0, 0, 1, 1)), animates: true, effect: .content,
            help: "the part of the contents that is shown, in unit coordinates"),
        Property(
            "contentsCenter", .rect, .rect(Rect(0, 0, 1, 1)), animates: true, effect: .content,
            help: "nine-slice: the part of contentsRect that stretches, in unit coordinates"),
        Property(
            "contentsGravity", .choice, .choice(9), choices: gravities, effect: .content,
            help: "how contents fill the bounds; top is the upper edge as seen"),
        Property(
            "contentsScale", .number, .number(1), minimum: 0, animates: true, effect: .content,
            help: "pixels of the contents per point"),
        Property(
            "magnificationFilter", .choice, .choice(0), choices: ["linear", "nearest", "trilinear"],
            effect: .content, help: "sampling when contents grow"),
        Property(
            "minificationFilter", .choice, .choice(0), choices: ["linear", "nearest", "trilinear"],
            effect: .content, help: "sampling when contents shrink; trilinear takes mipmaps"),
        Property(
            "minificationFilterBias", .number, .number(0), effect: .content,
            help: "added to the mipmap level"),
        Property(
            "shouldRasterize", .boolean, .boolean(false), effect: .group,
            help: "flattens the subtree to a cached bitmap before opacity and transform"),
        Property(
            "rasterizationScale", .number, .number(1), minimum: 0, effect: .group,
            help: "pixels per point of that bitmap"),
        Property(
            "compositingFilter", .choice, .choice(0), choices: compositingFilters, effect: .group,
            help: "how the picture goes onto what is behind it: blend modes and Porter-Duff operators"),
        Property(
            "filters", .filters, .none, animates: true, effect: .group,
            help: "CSS filter functions on the layer's picture"),
        Property(
            "backgroundFilters", .filters, .none, animates: true, effect: .group,
            help: "CSS filter functions on what lies behind the bounds"),
        Property(
            "isolated", .boolean, .boolean(false), effect: .group,
            help: "true: blend modes and background filters below see nothing that lies behind the layer"),
        Property(
            "isGeometryFlipped", .boolean, .boolean(false), effect: .geometry,
            help: "turns the sublayers' y axis upward"),
        Property(
            "isInteractive", .boolean, .boolean(false), effect: .none,
            help: "takes tap, pan, pointer and key events"),
        Property("name", .string, .string(""), effect: .none, help: "for people"),
        Property(
            "speed", .number, .number(1), effect: .none,
            help: "how fast the time of the layer's animations and of all below it goes; 0 stands still"),
        Property(
            "timeOffset", .time, .number(0), unit: "seconds", effect: .none,
            help: "added to the layer's time"),
        Property(
            "beginTime", .time, .number(0), unit: "seconds", effect: .none,
            help: "the parent's time at which the layer's time is timeOffset"),
        Property(
            "layout.grow", .number, .number(0), minimum: 0, maximum: 1e6, effect: .none,
            help: "in a stack: its share of the room that is left"),
        Property(
            "layout.basis", .number, .none, minimum: 0, maximum: 1e9, unit: "points", effect: .none,
            help: "in a stack: its length along the axis, in place of its own"),
        Property(
            "layout.shrink", .number, .none, minimum: 0, maximum: 1e6, effect: .none,
            help:
                "in a stack without room for all: its share of what is missing, times its length; 0 keeps its length; not set, 1 for texts, for stacks of them and for each, else 0"
        ),
        Property(
            "layout.minimum", .number, .none, minimum: 0, maximum: 1e9, unit: "points", effect: .none,
            help: "in a stack: the least length along the axis"),
        Property(
            "layout.maximum", .number, .none, minimum: 0, maximum: 1e9, unit: "points", effect: .none,
            help: "in a stack: the greatest length along the axis"),
        Property(
            "layout.spacing", .number, .none, minimum: -1e6, maximum: 1e6, unit: "points", effect: .none,
            help: "in a stack: the space behind it, in place of the stack's spacing"),
        Property(
            "layout.alignment", .choice, .choice(0),
            choices: ["auto", "fill", "leading", "center", "trailing", "firstBaseline", "lastBaseline"], effect: .none,
            help: "in a stack: its own alignment across the axis; auto: the stack's"),
        Property(
            "layout.hugging", .numbers, .numbers([250]), minimum: 1, maximum: 1000, effect: .none, counts: 1...2,
            help: "with constraints: the priority of being no larger than what it holds, across and down, or for both"),
        Property(
            "layout.compressionResistance", .numbers, .numbers([750]), minimum: 1, maximum: 1000, effect: .none,
            counts: 1...2,
            help: "with constraints: the priority of being no smaller than what it holds, across and down, or for both"),
        Property(
            "layout.margins", .numbers, .numbers([0]), minimum: -1e6, maximum: 1e6, unit: "points", effect: .none,
            counts: 1...4,
            help:
                "with constraints: where leftMargin and the like are, within its edges: all; vertical,horizontal; or top,left,bottom,right"
        ),
        Property(
            "layout.direction", .choice, .choice(0), choices: ["leftToRight", "rightToLeft"], effect: .none,
            help: "with constraints: where leading and trailing are for its sublayers"),
        Property(
            "layout.alignmentInsets", .numbers, .numbers([0]), minimum: -1e6, maximum: 1e6, unit: "points",
            effect: .none, counts: 1...4,
            help:
                "what of its edges constraints and stacks leave out, such as a badge or a glow: all; vertical,horizontal; or top,left,bottom,right"
        ),
        Property(
            "focusIndex", .integer, .number(0), minimum: -1, maximum: 1e6, effect: .none,
            help:
                "its place in the order of Tab: from 1 on by number, then those of 0 in the order of the tree; -1 is none"
        ),
        Property(
            "autoresizingMask", .choices, .choices(0), choices: AutoresizingMask.names, effect: .none,
            help: "the parts of its frame that give way when the size of the parent's bounds changes: margins and sides"
        ),
        Property(
            "autoresizingSize", .size, .none, minimum: 0, unit: "points", effect: .none, traits: .goesOn,
            help: "the size of the parent's bounds for which its frame is; not set, the one that they have"),
        Property(
            "edgeAntialiasingMask", .choices, .choices(0b1111), choices: edges, effect: .group,
            help: "edges of the bounds that are smoothed where they lie between pixels; of others, whole pixels"),
        Property(
            "transitionProgress", .number, .number(1), effect: .group, isReadOnly: true,
            help: "how far a transition of the layer has come from its old picture, at 0, to the new one, at 1"),
        Property(
            "theme", .object, .none, choices: ["theme"], effect: .none,
            help: "whose variables count for the layer and all below it"),
        Property(
            "style", .objects, .objects([]), choices: ["style"], effect: .none,
            help: "styles whose properties it takes where none is set; later ones are stronger"),
        Property(
            "isEnabled", .boolean, .boolean(true), effect: .none,
            help: "false: it and all below it are not hit and have the styles of the state disabled"),
        Property(
            "isSelected", .boolean, .boolean(false), effect: .none, help: "it has the styles of the state selected"),
        Property(
            "accessibilityLabel", .string, .string(""), effect: .none,
            help: "its name, for those who do not see it: tree tells it"),
        Property(
            "accessibilityRole", .string, .string(""), effect: .none,
            help: "its part in an interface, as ARIA names it: button, switch, slider"),
        Property(
            "accessibilityValue", .string, .string(""), effect: .none, help: "its value, as it would be read out"),
        Property(
            "layout.overflow", .number, .number(0), unit: "points", effect: .none, isDerived: true, isReadOnly: true,
            help: "of a stack: how much more than its room its sublayers need along its axis; 0 when they fit"),
        Property(
            "layout.transition", .string, .string(""), effect: .none,
            help:
                "of a stack, a list or another container: how what its layout moves goes there from where it is seen, in the words duration timing delay spring of animate; empty: at once"
        ),
        Property(
            "motion", .numbers, .none, effect: .none, traits: [.isContinuation, .goesOn],
            help: "how it goes on moving, in numbers of the behavior that moves it; where it is set it moves so"),
        Property(
            "layout.origin", .choice, .choice(0), choices: ["auto", "center", "topLeft"], effect: .none,
            help:
                "where the anchor point of all layers below it is by default: topLeft lets what hugs grow to the right and down; auto: as above it"
        ),
        Property(
            "layout.lift", .boolean, .boolean(false), effect: .geometry,
            help:
                "while a drag carries it, it is painted above everything in its output, and not cut; false puts it back at once"
        ),
        Property(
            "hitInsets", .numbers, .numbers([0]), minimum: -1e6, maximum: 1e6, unit: "points", effect: .none,
            counts: 1...4,
            help:
                "how far inside of its edges it is hit, and below 0 how far outside: all; vertical,horizontal; or top,left,bottom,right"
        ),
        Property(
            "touchSize", .number, .number(0), minimum: 0, maximum: 1e6, unit: "points", effect: .none,
            help: "the least width and height of the area in which a finger hits it, as far as nothing else is there"),
    ]

    /// The schema for kinds whose layers' time starts at their creation.
    public static let timedSchema: [Property] = schema.map { property in
        guard property.name == "beginTime" else { return property }
        return Property(
            "beginTime", .time, .none, unit: "seconds", effect: .none, unset: .number(0),
            help:
                "the parent's time at which the layer's time is timeOffset; not set, it is the time at which it is made"
        )
    }
}

/// The properties of all output kinds, in schema order.
public enum OutputProperty: UInt16, CaseIterable, Sendable {
    case size, scale, refresh, root, backgroundColor, viewport

    @inlinable public var id: PropertyID { PropertyID(rawValue) }

    public static let schema: [Property] = [
        Property(
            "size", .size, .size(Size(1280, 720)), minimum: 1, maximum: 16384, unit: "points", effect: .output,
            help: "width and height; the frame of the root layer follows it"),
        Property(
            "scale", .number, .number(1), minimum: 0.1, maximum: 16, effect: .output,
            help: "output pixels per point"),
        Property(
            "refresh", .number, .number(60), minimum: 1, maximum: 1000, unit: "hertz", effect: .output,
            help: "frames per second at most"),
        Property(
            "root", .object, .none, effect: .output,
            help: "the layer that is shown, with the output's size: root or a detached one; of main it is root"),
        Property("backgroundColor", .color, .none, effect: .output, help: "beneath the root layer"),
        Property(
            "viewport", .rect, .none, unit: "points", effect: .output,
            help: "the part of the root layer that is shown, filling the output; none: all of it, from 0,0"),
    ]
}
