public import ScrimPluginABI
import ScrimPluginKit

/// The primitives of SVG's filters that CSS has no function for, with the formulas of Filter Effects 1
/// (https://www.w3.org/TR/filter-effects-1/). All results are transparent where the source within reach is.
private let plugin = Plugin(
    id: "Filters", version: "1.0.0",
    filters: [
        Erode.self, Dilate.self, Convolve.self, ColorMatrix.self, Curve.self, Steps.self, Gamma.self, ToLinear.self,
        ToSRGB.self,
        FractalNoise.self, Turbulence.self, DiffuseDistant.self, DiffusePoint.self, DiffuseSpot.self,
        SpecularDistant.self,
        SpecularPoint.self, SpecularSpot.self, Arithmetic.self, Displace.self,
    ])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
