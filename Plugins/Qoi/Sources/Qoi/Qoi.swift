public import ScrimPluginABI
import ScrimPluginKit

/// The Quite OK Image format (https://qoiformat.org/qoi-specification.pdf).
@safe private final class Qoi: DecoderKind {
    static let name = "qoi"
    static let help = "Quite OK Image format"

    private static let headerLength = 14

    private let file: UnsafeRawBufferPointer
    let picture: Picture

    static func recognizes(_ start: UnsafeRawBufferPointer) -> Bool { unsafe start.starts(with: "qoif".utf8) }

    init(_ file: UnsafeRawBufferPointer) throws(DecodingFailure) {
        unsafe self.file = unsafe file
        guard file.count > Self.headerLength else { throw .truncated }
        let (width, height) = unsafe (Self.number(file, 4), Self.number(file, 8))
        guard width > 0, height > 0 else { throw DecodingFailure("it has no size") }
        guard unsafe file[12] == 3 || file[12] == 4, unsafe file[13] <= 1 else {
            throw DecodingFailure("the file is damaged")
        }
        picture = Picture(width: width, height: height)
    }

    private static func number(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int {
        unsafe Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }

    /// Red, green, blue, alpha, with wrapping arithmetic.
    private struct Color {
        var red: UInt8 = 0, green: UInt8 = 0, blue: UInt8 = 0, alpha: UInt8 = 255

        var hash: Int { (Int(red) * 3 + Int(green) * 5 + Int(blue) * 7 + Int(alpha) * 11) % 64 }
        var word: UInt32 { premultiplied(UInt32(red), UInt32(green), UInt32(blue), UInt32(alpha)) }

        mutating func add(_ red: Int, _ green: Int, _ blue: Int) {
            self.red &+= UInt8(truncatingIfNeeded: red)
            self.green &+= UInt8(truncatingIfNeeded: green)
            self.blue &+= UInt8(truncatingIfNeeded: blue)
        }
    }

    func decode(frame: Int, into target: PixelTarget) throws(DecodingFailure) {
        var seen = [Color](repeating: Color(red: 0, green: 0, blue: 0, alpha: 0), count: 64)
        var color = Color()
        var offset = Self.headerLength
        var run = 0
        for y in 0..<target.height {
            let row = unsafe target.row(y)
            for x in 0..<target.width {
                if run > 0 {
                    run -= 1
                } else {
                    // A truncated file shows the available rows; the rest stays transparent.
                    guard let length = step(&color, &run, seen, offset) else { return }
                    offset += length
                    seen[color.hash] = color
                }
                unsafe row[x] = color.word
            }
        }
    }

    /// Executes the operation at `offset`; returns its length, nil when the file ends before.
    private func step(_ color: inout Color, _ run: inout Int, _ seen: [Color], _ offset: Int) -> Int? {
        func byte(_ at: Int) -> UInt8? { unsafe offset + at < file.count ? file[offset + at] : nil }
        guard let first = byte(0) else { return nil }
        let low = Int(first & 63)
        switch (first, first >> 6) {
        case (0xFE, _), (0xFF, _):
            guard let red = byte(1), let green = byte(2), let blue = byte(3) else { return nil }
            (color.red, color.green, color.blue) = (red, green, blue)
            if first == 0xFE { return 4 }
            guard let alpha = byte(4) else { return nil }
            color.alpha = alpha
            return 5
        case (_, 0): color = seen[low]
        case (_, 1): color.add((low >> 4) - 2, (low >> 2 & 3) - 2, (low & 3) - 2)
        case (_, 2):
            guard let second = byte(1) else { return nil }
            let green = low - 32
            color.add(green - 8 + Int(second >> 4), green, green - 8 + Int(second & 15))
            return 2
        default: run = low
        }
        return 1
    }
}

private let plugin = Plugin(id: "Qoi", version: "1.0.0", decoders: [Qoi.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
