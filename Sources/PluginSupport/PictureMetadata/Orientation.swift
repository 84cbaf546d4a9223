public import ScrimPluginKit

/// How a stored picture has to be rotated or mirrored, as in EXIF tag 0x0112: 1 is upright.
public struct Orientation: Equatable, Sendable {
    public let code: Int

    public static let upright = Orientation(1)

    private init(_ code: Int) { self.code = code }

    /// Nil for a number outside of 1…8.
    public init?(code: Int) {
        guard (1...8).contains(code) else { return nil }
        self.code = code
    }

    /// From EXIF data: a TIFF header, optionally after `Exif` and two zeros. Nil without orientation.
    public init?(exif: UnsafeRawBufferPointer) {
        let mark: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
        let hasMark = unsafe exif.starts(with: mark)
        let tiff = unsafe UnsafeRawBufferPointer(rebasing: hasMark ? exif.dropFirst(mark.count) : exif[...])
        guard tiff.count >= 8 else { return nil }
        let isLittle = unsafe tiff[0] == UInt8(ascii: "I")
        func number(_ offset: Int, _ count: Int) -> Int {
            var result = 0
            for index in 0..<count {
                let byte = unsafe Int(tiff[offset + (isLittle ? count - 1 - index : index)])
                result = result << 8 | byte
            }
            return result
        }
        let start = number(4, 4)
        guard start + 2 <= tiff.count else { return nil }
        for index in 0..<number(start, 2) {
            let entry = start + 2 + 12 * index
            guard entry + 12 <= tiff.count else { return nil }
            guard number(entry, 2) == 0x0112 else { continue }
            self.init(code: number(entry + 8, 2))
            return
        }
        return nil
    }

    /// True when width and height are swapped.
    public var isTurned: Bool { code >= 5 }

    /// The displayed size.
    public func size(_ width: Int, _ height: Int) -> (width: Int, height: Int) {
        isTurned ? (height, width) : (width, height)
    }

    /// Displayed position of a stored pixel; the size is the stored one.
    @inline(__always)
    public func position(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> (x: Int, y: Int) {
        switch code {
        case 2: (width - 1 - x, y)
        case 3: (width - 1 - x, height - 1 - y)
        case 4: (x, height - 1 - y)
        case 5: (y, x)
        case 6: (height - 1 - y, x)
        case 7: (height - 1 - y, width - 1 - x)
        case 8: (y, width - 1 - x)
        default: (x, y)
        }
    }

    /// Decodes into a target with the displayed orientation.
    ///
    /// `decode` gets memory for the stored picture: the target itself when no rotation is needed.
    public func decode(
        _ width: Int, _ height: Int, into target: PixelTarget, _ decode: (PixelTarget) throws(DecodingFailure) -> Void
    ) throws(DecodingFailure) {
        if code == 1 { return try decode(target) }
        guard let memory = ZeroedMemory(width * height * 4) else { throw .noMemory }
        let stored = unsafe PixelTarget(pixels: memory.base, width: width, height: height, stride: width * 4)
        try decode(stored)
        for y in 0..<height {
            let row = unsafe stored.row(y)
            for x in 0..<width {
                let (column, line) = position(x, y, width, height)
                unsafe target.row(line)[column] = unsafe row[x]
            }
        }
    }
}
