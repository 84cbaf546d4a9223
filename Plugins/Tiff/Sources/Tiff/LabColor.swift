import Glibc

/// CIE L*a*b* of the white point D50, of eight bits a sample, as sRGB of eight bits: CIE 15 and IEC 61966-2-1, with Bradford's adaptation
/// to D65. What sRGB lacks is cut off in each channel.
///
/// - Parameters:
///   - lightness: 0…255 for L* 0…100.
///   - a: a* in two's complement.
///   - b: b* likewise.
func sRGB(lightness: UInt8, a: UInt8, b: UInt8) -> (red: UInt32, green: UInt32, blue: UInt32) {
    let y = (Double(lightness) * 100 / 255 + 16) / 116
    func linear(_ t: Double) -> Double { t > 6.0 / 29 ? t * t * t : (t - 4.0 / 29) * 108 / 841 }
    let x = linear(y + Double(Int8(bitPattern: a)) / 500) * 0.96422
    let z = linear(y - Double(Int8(bitPattern: b)) / 200) * 0.82521
    let luminance = linear(y)
    func level(_ v: Double) -> UInt32 {
        let v = min(max(v, 0), 1)
        return UInt32((v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055) * 255 + 0.5)
    }
    return (
        level(3.1338561 * x - 1.6168667 * luminance - 0.4906146 * z),
        level(-0.9787684 * x + 1.9161415 * luminance + 0.0334540 * z),
        level(0.0719453 * x - 0.2289914 * luminance + 1.4052427 * z)
    )
}
