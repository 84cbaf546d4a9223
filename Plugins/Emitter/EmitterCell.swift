import ScrimPluginABI
import ScrimPluginKit

/// CAEmitterCell: the properties of one sort of particles.
struct EmitterCell: PlainKind {
    static let name = "emitterCell"
    static let help = "how particles of one sort look, fly and fade"

    enum Key: Int, SchemaKey {
        case name, isEnabled, contents, contentsRect, contentsScale, size, shape
        case color, redRange, greenRange, blueRange, alphaRange, redSpeed, greenSpeed, blueSpeed, alphaSpeed
        case birthRate, lifetime, lifetimeRange, beginTime, duration
        case velocity, velocityRange, emissionLongitude, emissionLatitude, emissionRange, acceleration
        case scale, scaleRange, scaleSpeed, spin, spinRange, emitterCells, magnificationFilter

        var property: Property {
            switch self {
            case .name: Property("name", .text(""), redraws: false, help: "for people")
            case .isEnabled: Property("isEnabled", .boolean(true), help: "particles are born")
            case .contents:
                Property("contents", .contents, help: "what a particle shows: an image, a buffer, or a file")
            case .contentsRect: Property("contentsRect", .rect(0, 0, 1, 1), help: "the part of it, in unit coordinates")
            case .contentsScale:
                Property("contentsScale", .number(1), range: 1e-6...1e6, help: "pixels of the contents per point")
            case .size:
                Property(
                    "size", .size(0, 0), range: 0...1e6, unit: "points",
                    help: "of a particle at scale 1; zero: the contents', and without these nothing is drawn")
            case .shape: Property("shape", .choice(["square", "circle"], 0), help: "of particles without contents")
            case .color: Property("color", .color(.white), help: "multiplies the contents, or is the shape's")
            case .redRange: EmitterCell.range("red")
            case .greenRange: EmitterCell.range("green")
            case .blueRange: EmitterCell.range("blue")
            case .alphaRange: EmitterCell.range("alpha")
            case .redSpeed: EmitterCell.speed("red")
            case .greenSpeed: EmitterCell.speed("green")
            case .blueSpeed: EmitterCell.speed("blue")
            case .alphaSpeed: EmitterCell.speed("alpha")
            case .birthRate:
                Property("birthRate", .number(0), range: 0...1e6, unit: "per second", help: "particles that are born")
            case .lifetime:
                Property("lifetime", .time(0), range: 0...1e9, unit: "seconds", help: "how long a particle is there")
            case .lifetimeRange: Property("lifetimeRange", .time(0), range: 0...1e9, unit: "seconds", help: vary)
            case .beginTime:
                Property(
                    "beginTime", .time(0), range: -1e9...1e9, unit: "seconds",
                    help: "when births begin, after the emitter or the particle that emits began")
            case .duration:
                Property(
                    "duration", .time(0), range: 0...1e9, unit: "seconds", help: "how long births go on; 0: for ever")
            case .velocity: Property("velocity", .number(0), range: reach, unit: "points per second", help: "at birth")
            case .velocityRange:
                Property("velocityRange", .number(0), range: reach, unit: "points per second", help: vary)
            case .emissionLongitude:
                Property(
                    "emissionLongitude", .angle(0),
                    help: "where particles fly to; 0 is right, 90deg down; from a circle or sphere, 0 is outward")
            case .emissionLatitude:
                Property("emissionLatitude", .angle(0), help: "out of the plane: slows down by its cosine")
            case .emissionRange: Property("emissionRange", .angle(0), help: vary)
            case .acceleration:
                Property(
                    "acceleration", .point(0, 0), range: reach, unit: "points per second²",
                    help: "to the right, and down")
            case .scale: Property("scale", .number(1), range: reach, help: "of a particle's size")
            case .scaleRange: Property("scaleRange", .number(0), range: reach, help: vary)
            case .scaleSpeed:
                Property("scaleSpeed", .number(0), range: reach, unit: "per second", help: "what is added to the scale")
            case .spin: Property("spin", .angle(0), unit: "radians per second", help: "how fast a particle turns")
            case .spinRange: Property("spinRange", .angle(0), unit: "radians per second", help: vary)
            case .emitterCells:
                Property(
                    "emitterCells", .objects([EmitterCell.name]),
                    help: "what each particle emits as long as it is there")
            case .magnificationFilter:
                Property(
                    "magnificationFilter", .choice(["linear", "nearest"], 0),
                    help: "how pixels of the contents are enlarged")
            }
        }
    }

    /// Numbers, points and colours animate.
    static let schema = Key.schema.map { property in
        var property = property
        switch property.form {
        case .number, .time, .angle, .point, .size, .rect, .color: property.animates = true
        default: break
        }
        return property
    }

    private static let vary = "how far it varies: by half of this to either side"
    private static let reach = -1e9...1e9

    private static func range(_ channel: String) -> Property {
        Property("\(channel)Range", .number(0), range: -1e3...1e3, help: vary)
    }

    private static func speed(_ channel: String) -> Property {
        Property(
            "\(channel)Speed", .number(0), range: -1e6...1e6, unit: "per second",
            help: "what is added to the colour's \(channel), 0 to 1")
    }
}
