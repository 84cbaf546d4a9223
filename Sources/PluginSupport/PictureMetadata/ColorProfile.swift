import CLcms2
public import ScrimPluginKit

/// An embedded ICC profile: converts pixels to sRGB.
@safe public final class ColorProfile {
    private let transform: cmsHTRANSFORM
    /// For a gray profile: the pixels of all shades, without alpha.
    private var shades: [UInt32] = []

    /// Maximum size of a profile; the largest common ones have some MiB.
    private static let limit = 16 << 20
    private static let perceptual: UInt32 = 0

    /// Nil for a damaged profile, one that is neither RGB nor gray, or one without effect: the pixels then remain
    /// unchanged.
    public init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 128, bytes.count <= Self.limit,
            let source = unsafe cmsOpenProfileFromMem(bytes.baseAddress, UInt32(bytes.count))
        else { return nil }
        defer { unsafe cmsCloseProfile(source) }
        guard let target = unsafe cmsCreate_sRGBProfile() else { return nil }
        defer { unsafe cmsCloseProfile(target) }
        let space = unsafe cmsGetColorSpace(source)
        let isGrey = space == cmsSigGrayData
        guard isGrey || space == cmsSigRgbData else { return nil }
        let flags = isGrey ? 0 : lcms_keep_alpha
        guard
            let transform = unsafe cmsCreateTransform(
                source, isGrey ? lcms_grey : lcms_rgba, target, lcms_rgba, Self.perceptual, flags)
        else { return nil }
        unsafe self.transform = unsafe transform
        if isGrey { shades = greyShades() }
        if isGrey ? keepsShades : keepsColors() { return nil }
    }

    deinit { unsafe cmsDeleteTransform(transform) }

    private var keepsShades: Bool {
        shades.enumerated().allSatisfy { index, word in word == UInt32(index) * 0x01_0101 }
    }

    private func greyShades() -> [UInt32] {
        let levels = (0...255).map { UInt8($0) }
        var words = [UInt32](repeating: 0, count: 256)
        unsafe cmsDoTransform(transform, levels, &words, 256)
        return words.map { UInt32(littleEndian: $0) & 0xFF_FFFF }
    }

    /// True when no color of the cube changes by more than one step, as with sRGB's own profiles.
    private func keepsColors() -> Bool {
        var words: [UInt32] = []
        for index in UInt32(0)..<216 {
            let (red, green, blue) = (index % 6 * 51, index / 6 % 6 * 51, index / 36 * 51)
            words.append((red | green << 8 | blue << 16 | 0xFF00_0000).littleEndian)
        }
        var converted = words
        unsafe cmsDoTransform(transform, words, &converted, UInt32(words.count))
        return zip(words, converted).allSatisfy { old, new in
            [UInt32(0), 8, 16].allSatisfy { shift in
                let (old, new) = (UInt32(littleEndian: old), UInt32(littleEndian: new))
                return abs(Int(old >> shift & 255) - Int(new >> shift & 255)) <= 1
            }
        }
    }

    /// Converts a row of RGBA bytes with straight alpha in place.
    public func convert(_ row: UnsafeMutablePointer<UInt32>, count: Int) {
        guard !shades.isEmpty else {
            unsafe cmsDoTransform(transform, row, row, UInt32(count))
            return
        }
        for x in 0..<count {
            let word = unsafe UInt32(littleEndian: row[x])
            unsafe row[x] = (shades[Int(word & 255)] | word & 0xFF00_0000).littleEndian
        }
    }
}

extension PixelTarget {
    /// Converts rows of RGBA bytes with straight alpha in place to pixels.
    public func finish(_ profile: ColorProfile?) {
        for y in 0..<height {
            if let profile { unsafe profile.convert(row(y), count: width) }
            premultiply(row: y)
        }
    }
}
