import CTiff
import PictureMetadata
import ScrimPluginKit

/// Pictures with samples that libtiff does not convert, or converts wrongly: 12, 24, 32 and 64 bits, floating point,
/// CMYK of 16 bits, and L*a*b* of 8, for which libtiff does not adapt the white point. Each sample becomes eight bits:
/// integers by their range, negative ones as 0, floating point from 0…1.
@safe
struct DeepSamples {
    private enum Form { case unsigned, signed, float }
    private enum Model { case grey, inverted, rgb, cmyk, lab }

    private let file: OpaquePointer
    private let width: Int
    private let height: Int
    private let bits: Int
    private let form: Form
    private let model: Model
    private let samples: Int
    private let isPlanar: Bool
    /// True when colours are premultiplied by the alpha after them; nil without alpha.
    private let isPremultiplied: Bool?

    private var colors: Int { Self.colors(model) }

    private static func colors(_ model: Model) -> Int { model == .rgb || model == .lab ? 3 : model == .cmyk ? 4 : 1 }
    /// Number of samples used.
    private var used: Int { colors + (isPremultiplied == nil ? 0 : 1) }

    /// Throws for other formats.
    init(_ file: OpaquePointer, width: Int, height: Int) throws(DecodingFailure) {
        unsafe self.file = unsafe file
        (self.width, self.height) = (width, height)
        func short(_ tag: Int32, _ fallback: UInt16) -> Int { unsafe Int(tiff_short(file, UInt32(tag), fallback)) }
        bits = short(TIFFTAG_BITSPERSAMPLE, 1)
        samples = short(TIFFTAG_SAMPLESPERPIXEL, 1)
        isPlanar = short(TIFFTAG_PLANARCONFIG, 1) == 2
        let photometric = short(TIFFTAG_PHOTOMETRIC, 1)
        switch short(TIFFTAG_SAMPLEFORMAT, 1) {
        case 2 where photometric == 8: form = .unsigned
        case 1, 4: form = .unsigned
        case 2: form = .signed
        case 3: form = .float
        default: throw DecodingFailure("its samples are of no known form")
        }
        guard (form == .float ? [16, 32, 64] : [8, 12, 16, 24, 32, 64]).contains(bits) else {
            throw DecodingFailure("it has samples of \(bits) bits")
        }
        switch photometric {
        case 0: model = .inverted
        case 1: model = .grey
        case 2: model = .rgb
        case 5 where short(TIFFTAG_INKSET, 1) == 1: model = .cmyk
        case 8 where bits == 8: model = .lab
        case let other: throw DecodingFailure("samples of \(bits) bits in the colour model \(other)")
        }
        let count = Self.colors(model)
        guard (count...64).contains(samples) else { throw DecodingFailure("it has \(samples) samples a pixel") }
        // An unspecified extra sample after red, green and blue is alpha, as in libtiff.
        let extra = unsafe samples > count ? tiff_extra_sample(file) : -1
        isPremultiplied = extra == 1 || extra == 0 && model == .rgb && samples == 4 ? true : extra == 2 ? false : nil
    }

    /// Passes the pixels' straight red, green, blue and alpha, row by row.
    func read(_ row: (Int, UnsafeMutablePointer<UInt32>) -> Void) throws(DecodingFailure) {
        guard let levels = ZeroedMemory(width * height * used), let line = ZeroedMemory(width * 4) else {
            throw .noMemory
        }
        let target = unsafe levels.base.assumingMemoryBound(to: UInt8.self)
        if unsafe TIFFIsTiled(file) != 0 {
            try unsafe readTiles(target)
        } else {
            try unsafe readRows(target)
        }
        let pixels = unsafe line.base.assumingMemoryBound(to: UInt32.self)
        for y in 0..<height {
            for x in 0..<width { unsafe pixels[x] = unsafe word(target + (y * width + x) * used).littleEndian }
            unsafe row(y, pixels)
        }
    }

    /// A word with red in the lowest byte.
    private func word(_ sample: UnsafeMutablePointer<UInt8>) -> UInt32 {
        func level(_ at: Int) -> UInt32 { unsafe UInt32(sample[at]) }
        var (red, green, blue) = (level(0), level(0), level(0))
        switch model {
        case .grey: break
        case .inverted: (red, green, blue) = (255 - red, 255 - green, 255 - blue)
        case .rgb: (green, blue) = (level(1), level(2))
        case .cmyk:
            func part(_ ink: Int) -> UInt32 { ((255 - level(ink)) * (255 - level(3)) + 127) / 255 }
            (red, green, blue) = (part(0), part(1), part(2))
        case .lab: (red, green, blue) = unsafe sRGB(lightness: sample[0], a: sample[1], b: sample[2])
        }
        guard let isPremultiplied else { return red | green << 8 | blue << 16 | 0xFF00_0000 }
        let alpha = level(colors)
        func straight(_ v: UInt32) -> UInt32 {
            !isPremultiplied ? v : alpha == 0 ? 0 : min(255, (v * 255 + alpha / 2) / alpha)
        }
        return straight(red) | straight(green) << 8 | straight(blue) << 16 | alpha << 24
    }

    private func readRows(_ target: UnsafeMutablePointer<UInt8>) throws(DecodingFailure) {
        let inRow = isPlanar ? 1 : samples
        let size = unsafe Int(TIFFScanlineSize(file))
        guard size >= (width * inRow * bits + 7) / 8, let memory = ZeroedMemory(size) else {
            throw DecodingFailure("the file is damaged")
        }
        for plane in 0..<(isPlanar ? used : 1) {
            for y in 0..<height {
                guard unsafe TIFFReadScanline(file, memory.base, UInt32(y), UInt16(plane)) >= 0 else {
                    // For a truncated file the rows before are shown.
                    guard y > 0 || plane > 0 else { throw DecodingFailure("the file is damaged") }
                    break
                }
                let row = unsafe target + y * width * used
                unsafe take(UnsafeRawPointer(memory.base), from: 0, count: width, inRow, row, plane)
            }
        }
    }

    private func readTiles(_ target: UnsafeMutablePointer<UInt8>) throws(DecodingFailure) {
        let (wide, high) = unsafe (Int(tiff_long(file, 322)), Int(tiff_long(file, 323)))
        let size = unsafe Int(TIFFTileSize(file))
        let inRow = isPlanar ? 1 : samples
        guard wide > 0, high > 0, wide <= 1 << 20, high <= 1 << 20 else { throw DecodingFailure("the file is damaged") }
        let stride = (wide * inRow * bits + 7) / 8
        guard size >= stride * high, size <= 1 << 30, let memory = ZeroedMemory(size) else {
            throw DecodingFailure("the file is damaged")
        }
        for plane in 0..<(isPlanar ? used : 1) {
            for top in Swift.stride(from: 0, to: height, by: high) {
                for left in Swift.stride(from: 0, to: width, by: wide) {
                    guard unsafe TIFFReadTile(file, memory.base, UInt32(left), UInt32(top), 0, UInt16(plane)) >= 0
                    else {
                        throw DecodingFailure("the file is damaged")
                    }
                    for y in top..<min(top + high, height) {
                        let row = unsafe target + (y * width + left) * used
                        let stored = unsafe UnsafeRawPointer(memory.base + (y - top) * stride)
                        unsafe take(stored, from: 0, count: min(wide, width - left), inRow, row, plane)
                    }
                }
            }
        }
    }

    /// Converts `count` pixels to levels: all used samples, or one plane.
    private func take(
        _ stored: UnsafeRawPointer, from first: Int, count: Int, _ inRow: Int, _ row: UnsafeMutablePointer<UInt8>,
        _ plane: Int
    ) {
        for x in 0..<count {
            if isPlanar {
                unsafe row[x * used + plane] = unsafe level(stored, first + x)
            } else {
                for sample in 0..<used {
                    unsafe row[x * used + sample] = unsafe level(stored, (first + x) * inRow + sample)
                }
            }
        }
    }

    /// A sample of a row as eight bits. libtiff has converted whole bytes to native order.
    private func level(_ stored: UnsafeRawPointer, _ at: Int) -> UInt8 {
        func load<T: FixedWidthInteger>(_ type: T.Type) -> T {
            unsafe stored.loadUnaligned(fromByteOffset: at * MemoryLayout<T>.size, as: type)
        }
        if form == .float {
            let value: Double =
                switch bits {
                case 16: Self.half(load(UInt16.self))
                case 32: Double(Float(bitPattern: load(UInt32.self)))
                default: Double(bitPattern: load(UInt64.self))
                }
            // NaN becomes 0.
            return value > 0 ? UInt8(min(value, 1) * 255 + 0.5) : 0
        }
        let raw: UInt64
        switch bits {
        case 8: raw = UInt64(load(UInt8.self))
        case 12:
            let byte = at * 3 / 2
            func part(_ index: Int) -> UInt64 {
                unsafe UInt64(stored.load(fromByteOffset: byte + index, as: UInt8.self))
            }
            raw = at & 1 == 0 ? part(0) << 4 | part(1) >> 4 : (part(0) & 15) << 8 | part(1)
        case 16: raw = UInt64(load(UInt16.self))
        case 24:
            func part(_ index: Int) -> UInt64 {
                unsafe UInt64(stored.load(fromByteOffset: at * 3 + index, as: UInt8.self))
            }
            raw = part(0) | part(1) << 8 | part(2) << 16
        case 32: raw = UInt64(load(UInt32.self))
        default: raw = load(UInt64.self)
        }
        let isBelow = form == .signed && raw >> UInt64(bits - 1) & 1 == 1
        let most = Double(form == .signed ? UInt64.max >> UInt64(65 - bits) : UInt64.max >> UInt64(64 - bits))
        return isBelow ? 0 : UInt8(Double(raw) / most * 255 + 0.5)
    }

    /// Converts IEEE 754's binary16; infinity becomes a large number.
    private static func half(_ bits: UInt16) -> Double {
        let (exponent, fraction) = (Int(bits >> 10 & 31), Double(bits & 1023))
        let sign = bits >> 15 == 1 ? -1.0 : 1
        if exponent == 31 { return fraction == 0 ? sign * 1e9 : .nan }
        let value = exponent == 0 ? fraction / 1024 : 1 + fraction / 1024
        return sign * value * Double(sign: .plus, exponent: max(exponent, 1) - 15, significand: 1)
    }
}
