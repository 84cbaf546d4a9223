import ScrimPluginKit

/// `diffuse-distant(…)`: a distant light on the picture as a height map (feDiffuseLighting with feDistantLight).
struct DiffuseDistant: FilterKind {
    static let name = "diffuse-distant"
    static let help = "light from far away on the picture as a landscape"
    static let weight: UInt8 = 14
    static let schema = Lighting.diffuseSchema + LightSource.distantSchema + Lighting.colorSchema
    private let lighting: Lighting

    init(_ use: FilterUse) {
        lighting = Lighting(use, .distant(use, from: Lighting.diffuseSchema.count), isSpecular: false)
    }

    var reach: Reach { Lighting.reach }

    func apply(_ source: PixelImage, to target: PixelImage) { lighting.apply(source, to: target) }
}

/// `diffuse-point(…)`: a point light on the picture as a height map (feDiffuseLighting with fePointLight).
struct DiffusePoint: FilterKind {
    static let name = "diffuse-point"
    static let help = "light from a point on the picture as a landscape"
    static let weight: UInt8 = 14
    static let schema = Lighting.diffuseSchema + LightSource.pointSchema + Lighting.colorSchema
    private let lighting: Lighting

    init(_ use: FilterUse) {
        lighting = Lighting(use, .point(use, from: Lighting.diffuseSchema.count), isSpecular: false)
    }

    var reach: Reach { Lighting.reach }

    func apply(_ source: PixelImage, to target: PixelImage) { lighting.apply(source, to: target) }
}

/// `diffuse-spot(…)`: a spot light on the picture as a height map (feDiffuseLighting with feSpotLight).
struct DiffuseSpot: FilterKind {
    static let name = "diffuse-spot"
    static let help = "light from a point into one direction on the picture as a landscape"
    static let weight: UInt8 = 14
    static let schema = Lighting.diffuseSchema + LightSource.spotSchema + Lighting.colorSchema
    private let lighting: Lighting

    init(_ use: FilterUse) {
        lighting = Lighting(use, .spot(use, from: Lighting.diffuseSchema.count), isSpecular: false)
    }

    var reach: Reach { Lighting.reach }

    func apply(_ source: PixelImage, to target: PixelImage) { lighting.apply(source, to: target) }
}

/// `specular-distant(…)`: highlights of a distant light on the picture as a height map (feSpecularLighting with
/// feDistantLight).
struct SpecularDistant: FilterKind {
    static let name = "specular-distant"
    static let help = "highlights of light from far away on the picture as a landscape"
    static let weight: UInt8 = 14
    static let schema = Lighting.specularSchema + LightSource.distantSchema + Lighting.colorSchema
    private let lighting: Lighting

    init(_ use: FilterUse) {
        lighting = Lighting(use, .distant(use, from: Lighting.specularSchema.count), isSpecular: true)
    }

    var reach: Reach { Lighting.reach }

    func apply(_ source: PixelImage, to target: PixelImage) { lighting.apply(source, to: target) }
}

/// `specular-point(…)`: highlights of a point light on the picture as a height map (feSpecularLighting with
/// fePointLight).
struct SpecularPoint: FilterKind {
    static let name = "specular-point"
    static let help = "highlights of light from a point on the picture as a landscape"
    static let weight: UInt8 = 14
    static let schema = Lighting.specularSchema + LightSource.pointSchema + Lighting.colorSchema
    private let lighting: Lighting

    init(_ use: FilterUse) {
        lighting = Lighting(use, .point(use, from: Lighting.specularSchema.count), isSpecular: true)
    }

    var reach: Reach { Lighting.reach }

    func apply(_ source: PixelImage, to target: PixelImage) { lighting.apply(source, to: target) }
}

/// `specular-spot(…)`: highlights of a spot light on the picture as a height map (feSpecularLighting with feSpotLight).
struct SpecularSpot: FilterKind {
    static let name = "specular-spot"
    static let help = "highlights of light from a point into one direction on the picture as a landscape"
    static let weight: UInt8 = 14
    static let schema = Lighting.specularSchema + LightSource.spotSchema + Lighting.colorSchema
    private let lighting: Lighting

    init(_ use: FilterUse) {
        lighting = Lighting(use, .spot(use, from: Lighting.specularSchema.count), isSpecular: true)
    }

    var reach: Reach { Lighting.reach }

    func apply(_ source: PixelImage, to target: PixelImage) { lighting.apply(source, to: target) }
}
