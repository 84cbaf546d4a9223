import ScrimPluginKit

/// The kinds, in the order of `Engine.kinds`, with the indices of their properties.
enum Kind: Int {
    case world, gravity, collision, attachment, snap, push, body, field, itemGroup
}

/// The beginning of all behaviors.
enum CommonKey: Int {
    case world, items
}

/// Schemas, as data. The names and defaults are UIKit Dynamics'.
enum Schemas {
    static let all = [
        BehaviorKind("world", help: "where behaviors act together", world),
        BehaviorKind("gravity", help: "an acceleration of items", gravity),
        BehaviorKind("collision", help: "items that touch each other and boundaries", collision),
        BehaviorKind("attachment", help: "holds an item to a point or to another item", attachment),
        BehaviorKind("snap", help: "brings an item to a point, upright", snap),
        BehaviorKind("push", help: "a force on items", push),
        BehaviorKind("body", help: "what items are like as bodies", body),
        BehaviorKind("field", help: "forces that depend on the place", field),
        BehaviorKind("itemGroup", help: "items that move as one body", itemGroup),
    ]

    /// Of `world`.
    enum SharedKey: Int { case reference, paused, speed }
    private static let world = [
        plain("reference", .object, "the layer whose coordinates, and bounds, count; not set: root"),
        plain("paused", .boolean(false), "stands still"),
        plain("speed", .number(1), "how fast its time goes: 0.5 is slow motion, 0 as paused", least: 0, most: 100),
    ]

    enum GravityKey: Int { case direction = 2, magnitude, angle }
    private static let gravity =
        common + [
            plain("direction", .point(0, 1), "of length 1: the magnitude is the whole"),
            plain("magnitude", .number(1), "1 is 1000 points/s² for a direction of length 1"),
            optional("angle", .angle(0), "instead of direction, clockwise from the right", "radians"),
        ]

    enum CollisionKey: Int { case mode = 2, bounds, boundary }
    private static let collision =
        common + [
            plain("mode", .choice(["items", "boundaries", "everything"], 2), "what items touch"),
            optional(
                "bounds", .rect(0, 0, 0, 0),
                "insets of a boundary within the reference's bounds: top,left,bottom,right; not set: none", "points"),
            open("boundary.", "a boundary, in the reference's coordinates"),
        ]

    enum AttachmentKey: Int {
        case item = 1
        case to, anchor, offset, length, damping, frequency, type, axis, range, frictionTorque
    }
    private static let attachment = [
        inWorld,
        plain("item", .object, "what is held"),
        plain("to", .object, "the item that it is held to, by its middle"),
        optional("anchor", .point(0, 0), "the point that it is held to, in the reference's coordinates", "points"),
        plain("offset", .point(0, 0), "where in the item it is held, from its middle", unit: "points"),
        optional(
            "length", .number(0), "of the spring or rod; not set, as far as it is when it is made", "points", least: 0),
        plain("damping", .number(0), "1 is critical", least: 0),
        plain("frequency", .number(0), "of the spring, in Hz; 0 is rigid", least: 0),
        plain(
            "type", .choice(["spring", "fixed", "pin", "sliding", "limit"], 0),
            "limit is a rope: it holds from its length on"),
        plain("axis", .point(1, 0), "the direction in which a sliding one slides"),
        plain(
            "range", .numbers, "how far a sliding one slides along the axis, from and to; not set: as far as it likes",
            unit: "points", counts: 0...2),
        plain(
            "frictionTorque", .number(0),
            "holds a pin against turning; 1 holds what pushes 100 × 100 points of density 1 with 1 at an arm of 100 points",
            least: 0),
    ]

    enum SnapKey: Int {
        case item = 1
        case point, damping
    }
    private static let snap = [
        inWorld,
        plain("item", .object, "what is brought there"),
        plain("point", .point(0, 0), "where to, in the reference's coordinates", unit: "points"),
        plain("damping", .number(0.5), "1 does not swing", least: 0),
    ]

    enum PushKey: Int {
        case mode = 2
        case angle, magnitude, active, direction, offset, velocity, angularVelocity
    }
    private static let push =
        common + [
            plain(
                "mode", .choice(["continuous", "instantaneous", "velocity", "addVelocity"], 0),
                "an instantaneous one is over when it has pushed; velocity sets the items' velocity instead, addVelocity adds to it"
            ),
            plain("angle", .angle(0), "of the direction, clockwise from the right", unit: "radians"),
            plain(
                "magnitude", .number(0),
                "1 gives 100 × 100 points of density 1 an acceleration of 100 points/s²; instantaneous, that speed"),
            plain("active", .boolean(true), "pushes; one that is over sets it to false"),
            optional("direction", .point(0, 0), "instead of angle: of length 1, the magnitude is the whole", ""),
            plain("offset", .point(0, 0), "where in the item it pushes, from its middle", unit: "points"),
            plain("velocity", .point(0, 0), "for the modes velocity and addVelocity", unit: "points per second"),
            plain("angularVelocity", .angle(0), "for the modes velocity and addVelocity", unit: "radians per second"),
        ]

    enum BodyKey: Int {
        case elasticity = 2
        case friction, density, resistance, angularResistance, allowsRotation, isAnchored, charge
        case collisionBoundsType, path
    }
    private static let body =
        common + [
            plain("elasticity", .number(0), "1 bounces as high as it fell", least: 0, most: 1),
            plain("friction", .number(0), "along what it touches", least: 0),
            plain("density", .number(1), "mass for area", least: 1e-6, most: 1e6),
            plain("resistance", .number(0), "how fast motion is lost, a second", least: 0),
            plain("angularResistance", .number(0), "how fast turning is lost, a second", least: 0),
            plain("allowsRotation", .boolean(true), "it can be turned"),
            plain("isAnchored", .boolean(false), "nothing moves it"),
            plain("charge", .number(0), "for electric and magnetic fields"),
            plain("collisionBoundsType", .choice(["rectangle", "ellipse", "path"], 0), "its shape"),
            plain(
                "path", .path, "for the shape path, from the middle of the item",
                counts: 0...mostCommands),
        ]

    enum FieldKey: Int {
        case type = 2
        case position, direction, strength, falloff, region, minimumRadius, animationSpeed, smoothness
        case regionShape, regionPath, isInverted, acceleration
    }
    private static let field =
        common + [
            plain(
                "type",
                .choice(
                    [
                        "linear", "radial", "velocity", "vortex", "drag", "spring", "noise", "turbulence", "electric",
                        "magnetic", "custom",
                    ], 0), "what it does; custom: acceleration says it"),
            plain("position", .point(0, 0), "its middle, in the reference's coordinates", unit: "points"),
            plain("direction", .point(0, 1), "of linear and velocity"),
            plain("strength", .number(1), "1 is 1000 points/s² where the field is an acceleration"),
            plain("falloff", .number(0), "the power with which it falls with the distance", least: 0, most: 100),
            plain("region", .size(0, 0), "the rectangle around position where it acts; 0,0 is everywhere", least: 0),
            plain(
                "minimumRadius", .number(10), "the distance up to which it has its full strength", least: 1e-3,
                unit: "points"),
            plain("animationSpeed", .number(1), "how fast noise and turbulence change"),
            plain("smoothness", .number(0.5), "of noise and turbulence", least: 0, most: 1),
            plain(
                "regionShape", .choice(["rectangle", "ellipse", "path"], 0),
                "what region is the size of; path: regionPath is where it acts"),
            plain(
                "regionPath", .path, "around position, filled even-odd, for the shape path",
                counts: 0...mostRegionCommands),
            plain("isInverted", .boolean(false), "acts outside of the region instead"),
            formula(
                "acceleration",
                "of the type custom, in points/s²: an expression of x and y from position, vx, vy, mass, charge and time, as point(-y, x)"
            ),
        ]

    private static let itemGroup = [
        inWorld, plain("items", .objects([]), "the layers; the first one leads", counts: 0...mostMembers),
    ]

    // MARK: Making

    /// The most items of a behavior: as many as a world has.
    private static let mostItems = 20_000
    /// The most items of a group.
    private static let mostMembers = 1000
    /// The most commands of a field's region, in which each item is looked for at each sub-step.
    private static let mostRegionCommands = 200
    /// The most commands of a path.
    private static let mostCommands = 10_000

    private static let inWorld: Property = {
        var world = plain("world", .object, "where it acts; not set: the world of root")
        world.isAttached = true
        return world
    }()
    private static let common = [
        inWorld, plain("items", .objects([]), "the layers that it moves", counts: 0...mostItems),
    ]

    private static func plain(
        _ name: String, _ form: Property.Form, _ help: String, least: Double = -.infinity, most: Double = .infinity,
        unit: String = "", counts: ClosedRange<Int> = 0...Int.max
    ) -> Property {
        Property(name, form, range: least...most, unit: unit, redraws: false, counts: counts, help: help)
    }

    private static func optional(
        _ name: String, _ form: Property.Form, _ help: String, _ unit: String, least: Double = -.infinity
    ) -> Property {
        var property = plain(name, form, help, least: least, unit: unit)
        property.isOptional = true
        return property
    }

    private static func formula(_ name: String, _ help: String) -> Property {
        var property = plain(name, .text(""), help)
        property.isChecked = true
        return property
    }

    private static func open(_ name: String, _ help: String) -> Property {
        var property = plain(name, .path, help, counts: 0...mostCommands)
        property.isOpen = true
        return property
    }
}
