import ScrimPluginABI
import ScrimPluginKit

/// CAEmitterCell: how particles of one sort are.
struct EmitterCell: PlainKind {
    static let name = "emitterCell"
    static let help = "how particles of one sort look, fly and fade"

    enum Key: Int {
        case name, isEnabled, contents, contentsRect, contentsScale, size, shape
        case color, redRange, greenRange, blueRange, alphaRange, redSpeed, greenSpeed, blueSpeed, alphaSpeed
        case birthRate, lifetime, lifetimeRange, beginTime, duration
        case velocity, velocityRange, emissionLongitude, emissionLatitude, emissionRange, acceleration
        case scale, scaleRange, scaleSpeed, spin, spinRange, emitterCells
    }

    static let schema: [Property] = [
        Property("name", .text(""), redraws: false, help: "for people"),
        Property("isEnabled", .boolean(true), help: "particles are born"),
        Property("contents", .contents, help: "what a particle shows: an image, a buffer, or a file"),
        Property("contentsRect", .rect(0, 0, 1, 1), help: "the part of it, in unit coordinates"),
        Property("contentsScale", .number(1), range: 1e-6...1e6, help: "pixels of the contents per point"),
        Property(
            "size", .size(0, 0), range: 0...1e6, unit: "points",
            help: "of a particle at scale 1; zero: the contents', and without these nothing is drawn"),
        Property("shape", .choice(["square", "circle"], 0), help: "of particles without contents"),
        Property("color", .color(.white), help: "multiplies the contents, or is the shape's"),
        range("red"), range("green"), range("blue"), range("alpha"),
        speed("red"), speed("green"), speed("blue"), speed("alpha"),
        Property("birthRate", .number(0), range: 0...1e6, unit: "per second", help: "particles that are born"),
        Property("lifetime", .time(0), range: 0...1e9, unit: "seconds", help: "how long a particle is there"),
        Property("lifetimeRange", .time(0), range: 0...1e9, unit: "seconds", help: vary),
        Property(
            "beginTime", .time(0), range: -1e9...1e9, unit: "seconds",
            help: "when births begin, after the emitter or the particle that emits began"),
        Property(
            "duration", .time(0), range: 0...1e9, unit: "seconds", help: "how long births go on; 0: for ever"),
        Property("velocity", .number(0), range: reach, unit: "points per second", help: "at birth"),
        Property("velocityRange", .number(0), range: reach, unit: "points per second", help: vary),
        Property(
            "emissionLongitude", .angle(0),
            help: "where particles fly to; 0 is right, 90deg down; from a circle or sphere, 0 is outward"),
        Property("emissionLatitude", .angle(0), help: "out of the plane: slows down by its cosine"),
        Property("emissionRange", .angle(0), help: vary),
        Property(
            "acceleration", .point(0, 0), range: reach, unit: "points per second²", help: "to the right, and down"),
        Property("scale", .number(1), range: reach, help: "of a particle's size"),
        Property("scaleRange", .number(0), range: reach, help: vary),
        Property("scaleSpeed", .number(0), range: reach, unit: "per second", help: "what is added to the scale"),
        Property("spin", .angle(0), unit: "radians per second", help: "how fast a particle turns"),
        Property("spinRange", .angle(0), unit: "radians per second", help: vary),
        Property("emitterCells", .objects([name]), help: "what each particle emits as long as it is there"),
    ]

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
