import Glibc

/// The colour spaces of CSS Color 4 and their conversion to sRGB: matrices, transfer functions and gamut mapping as in
/// that specification (sections 10, 13 and 18).
enum ColorSpace {
    case srgb, srgbLinear, displayP3, a98, prophoto, rec2020, xyzD50, xyzD65
    /// L 0…100, a, b; and L, chroma, hue in degrees.
    case lab, lch
    /// L 0…1, a, b; and L, chroma, hue in degrees.
    case oklab, oklch

    /// The space named in `color(NAME …)`.
    init?(_ name: ByteView) {
        func isName(_ other: StaticString) -> Bool { name.equalsIgnoringCase(ByteView(other)) }
        if isName("srgb") {
            self = .srgb
        } else if isName("srgb-linear") {
            self = .srgbLinear
        } else if isName("display-p3") {
            self = .displayP3
        } else if isName("a98-rgb") {
            self = .a98
        } else if isName("prophoto-rgb") {
            self = .prophoto
        } else if isName("rec2020") {
            self = .rec2020
        } else if isName("xyz") || isName("xyz-d65") {
            self = .xyzD65
        } else if isName("xyz-d50") {
            self = .xyzD50
        } else {
            return nil
        }
    }

    /// The value of a component at 100 %, by its index; nil for a hue, which has no percentages.
    func full(_ component: Int) -> Double? {
        switch self {
        case .lab: component == 0 ? 100 : 125
        case .lch: component == 0 ? 100 : component == 1 ? 150 : nil
        case .oklab: component == 0 ? 1 : 0.4
        case .oklch: component == 0 ? 1 : component == 1 ? 0.4 : nil
        default: 1
        }
    }

    /// Converts a colour of this space to XYZ (D65).
    private func xyz(_ c: SIMD3<Double>) -> SIMD3<Double> {
        switch self {
        case .srgb: Self.srgbToXYZ.apply(Self.map(c, Self.linearSRGB))
        case .srgbLinear: Self.srgbToXYZ.apply(c)
        case .displayP3: Self.p3ToXYZ.apply(Self.map(c, Self.linearSRGB))
        case .a98: Self.a98ToXYZ.apply(Self.map(c) { pow($0, 563.0 / 256) })
        case .prophoto:
            Self.d50ToD65.apply(Self.prophotoToXYZ.apply(Self.map(c) { $0 <= 16.0 / 512 ? $0 / 16 : pow($0, 1.8) }))
        case .rec2020:
            Self.rec2020ToXYZ.apply(Self.map(c) { pow($0, 2.4) })
        case .xyzD50: Self.d50ToD65.apply(c)
        case .xyzD65: c
        case .lab: Self.d50ToD65.apply(Self.labToXYZ(SIMD3(min(max(c.x, 0), 100), c.y, c.z)))
        case .lch: ColorSpace.lab.xyz(Self.rectangular(c))
        case .oklab:
            Self.lmsToXYZ.apply(Self.cube(Self.oklabToLMS.apply(SIMD3(min(max(c.x, 0), 1), c.y, c.z))))
        case .oklch: ColorSpace.oklab.xyz(Self.rectangular(c))
        }
    }

    /// Converts a colour to sRGB, each channel 0…1. A colour out of gamut has its chroma reduced in OKLCH until
    /// clipping makes no noticeable difference (section 13.2).
    func srgb(_ c: SIMD3<Double>) -> SIMD3<Double> {
        if self == .srgb, Self.isInGamut(c) { return c }
        let xyz = xyz(c)
        let direct = Self.map(Self.xyzToSRGB.apply(xyz), Self.gammaSRGB)
        if Self.isInGamut(direct) { return direct }
        let origin = Self.oklab(xyz)
        guard origin.x < 1 else { return .one }
        guard origin.x > 0 else { return .zero }
        return Self.reduced(origin)
    }

    // MARK: Gamut

    /// The just noticeable difference, in OKLab.
    private static let noticed = 0.02
    private static let epsilon = 0.0001

    private static func isInGamut(_ c: SIMD3<Double>) -> Bool { c.min() >= 0 && c.max() <= 1 }

    private static func reduced(_ origin: SIMD3<Double>) -> SIMD3<Double> {
        func rgb(_ scale: Double) -> (color: SIMD3<Double>, clipped: SIMD3<Double>, error: Double) {
            let lab = SIMD3(origin.x, origin.y * scale, origin.z * scale)
            let xyz = ColorSpace.oklab.xyz(lab)
            let color = map(xyzToSRGB.apply(xyz), gammaSRGB)
            let clipped = color.clamped(lowerBound: .zero, upperBound: .one)
            let difference = oklab(ColorSpace.srgb.xyz(clipped)) - lab
            return (color, clipped, (difference * difference).sum().squareRoot())
        }
        var now = rgb(1)
        if now.error < noticed { return now.clipped }
        let chroma = (origin.y * origin.y + origin.z * origin.z).squareRoot()
        var (low, high, isLowInGamut) = (0.0, chroma, true)
        while high - low > epsilon {
            let middle = (low + high) / 2
            now = rgb(middle / chroma)
            if isLowInGamut, isInGamut(now.color) {
                low = middle
            } else if now.error < noticed {
                if noticed - now.error < epsilon { return now.clipped }
                isLowInGamut = false
                low = middle
            } else {
                high = middle
            }
        }
        return now.clipped
    }

    // MARK: Transfer functions, of the absolute value

    private static func map(_ c: SIMD3<Double>, _ body: (Double) -> Double) -> SIMD3<Double> {
        func one(_ v: Double) -> Double { v < 0 ? -body(-v) : body(v) }
        return SIMD3(one(c.x), one(c.y), one(c.z))
    }

    private static func linearSRGB(_ v: Double) -> Double { v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4) }
    private static func gammaSRGB(_ v: Double) -> Double {
        v > 0.0031308 ? 1.055 * pow(v, 1 / 2.4) - 0.055 : 12.92 * v
    }

    // MARK: Lab

    private static func rectangular(_ c: SIMD3<Double>) -> SIMD3<Double> {
        let (angle, chroma) = (c.z * .pi / 180, max(c.y, 0))
        return SIMD3(c.x, chroma * cos(angle), chroma * sin(angle))
    }

    private static func labToXYZ(_ lab: SIMD3<Double>) -> SIMD3<Double> {
        let (kappa, epsilon) = (24389.0 / 27, 216.0 / 24389)
        let fy = (lab.x + 16) / 116
        let (fx, fz) = (lab.y / 500 + fy, fy - lab.z / 200)
        func cube(_ f: Double) -> Double { f * f * f > epsilon ? f * f * f : (116 * f - 16) / kappa }
        let y = lab.x > kappa * epsilon ? fy * fy * fy : lab.x / kappa
        return SIMD3(cube(fx) * (0.3457 / 0.3585), y, cube(fz) * ((1 - 0.3457 - 0.3585) / 0.3585))
    }

    private static func cube(_ v: SIMD3<Double>) -> SIMD3<Double> { v * v * v }

    private static func oklab(_ xyz: SIMD3<Double>) -> SIMD3<Double> {
        let lms = xyzToLMS.apply(xyz)
        return lmsToOKLab.apply(SIMD3(cbrt(lms.x), cbrt(lms.y), cbrt(lms.z)))
    }

    // MARK: Matrices

    private struct Matrix {
        let rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

        init(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) { rows = (a, b, c) }

        func apply(_ v: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3((rows.0 * v).sum(), (rows.1 * v).sum(), (rows.2 * v).sum())
        }
    }

    private static let srgbToXYZ = Matrix(
        [0.41239079926595934, 0.357584339383878, 0.1804807884018343],
        [0.21263900587151027, 0.715168678767756, 0.07219231536073371],
        [0.01933081871559182, 0.11919477979462598, 0.9505321522496607])
    private static let xyzToSRGB = Matrix(
        [3.2409699419045226, -1.537383177570094, -0.4986107602930034],
        [-0.9692436362808796, 1.8759675015077202, 0.04155505740717559],
        [0.05563007969699366, -0.20397695888897652, 1.0569715142428786])
    private static let p3ToXYZ = Matrix(
        [0.4865709486482162, 0.26566769316909306, 0.1982172852343625],
        [0.2289745640697488, 0.6917385218365064, 0.079286914093745],
        [0, 0.04511338185890264, 1.043944368900976])
    private static let a98ToXYZ = Matrix(
        [0.5766690429101305, 0.1855582379065463, 0.1882286462349947],
        [0.29734497525053605, 0.6273635662554661, 0.07529145849399788],
        [0.02703136138641234, 0.07068885253582723, 0.9913375368376388])
    private static let prophotoToXYZ = Matrix(
        [0.7977666449006423, 0.13518129740053308, 0.0313477341283922],
        [0.2880748288194013, 0.711835234241873, 0.00008993693872564],
        [0, 0, 0.8251046025104602])
    private static let rec2020ToXYZ = Matrix(
        [0.6369580483012914, 0.14461690358620832, 0.1688809751641721],
        [0.2627002120112671, 0.6779980715188708, 0.05930171646986196],
        [0, 0.028072693049087428, 1.060985057710791])
    private static let d50ToD65 = Matrix(
        [0.955473421488075, -0.02309845494876471, 0.06325924320057072],
        [-0.0283697093338637, 1.0099953980813041, 0.021041441191917323],
        [0.012314014864481998, -0.020507649298898964, 1.330365926242124])
    private static let xyzToLMS = Matrix(
        [0.819022437996703, 0.3619062600528904, -0.1288737815209879],
        [0.0329836539323885, 0.9292868615863434, 0.0361446663506424],
        [0.0481771893596242, 0.2642395317527308, 0.6335478284694309])
    private static let lmsToXYZ = Matrix(
        [1.2268798758459243, -0.5578149944602171, 0.2813910456659647],
        [-0.0405757452148008, 1.112286803280317, -0.0717110580655164],
        [-0.0763729366746601, -0.4214933324022432, 1.5869240198367816])
    private static let lmsToOKLab = Matrix(
        [0.210454268309314, 0.7936177747023054, -0.0040720430116193],
        [1.9779985324311684, -2.42859224204858, 0.450593709617411],
        [0.0259040424655478, 0.7827717124575296, -0.8086757549230774])
    private static let oklabToLMS = Matrix(
        [1, 0.3963377773761749, 0.2158037573099136],
        [1, -0.1055613458156586, -0.0638541728258133],
        [1, -0.0894841775298119, -1.2914855480194092])
}
