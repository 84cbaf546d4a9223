import ScrimPluginKit

/// A chunk of a PNG file, with the range of its data.
struct Chunk {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    var type: UInt32
    var data: Range<Int>

    static let ihdr = code("IHDR"), plte = code("PLTE"), trns = code("tRNS"), idat = code("IDAT")
    static let iend = code("IEND"), actl = code("acTL"), fctl = code("fcTL"), fdat = code("fdAT")

    private static func code(_ name: StaticString) -> UInt32 {
        name.withUTF8Buffer { unsafe $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }
}

/// The frames of an animated PNG, located in the file but not decoded.
struct Animation {
    struct Frame {
        var placement: FrameCanvas.Placement
        var duration: Double
        var blends: Bool
        /// The ranges of its compressed pixels, in order.
        var data: [Range<Int>] = []
    }

    private(set) var frames: [Frame] = []
    /// 0: for ever.
    private(set) var loopCount = 0
    private var header = 0..<0
    private var palette: [Chunk] = []

    private static let frameLimit = 65_536

    /// Nil for a picture without animation.
    init?(_ file: UnsafeRawBufferPointer, width: Int, height: Int) throws(DecodingFailure) {
        var place = Chunk.signature.count
        var count: Int?
        var isOpen = false
        while true {
            guard let chunk = unsafe Self.chunk(file, at: place) else {
                guard count != nil else { return nil }
                throw .truncated
            }
            place = chunk.data.upperBound + 4
            let bytes = unsafe UnsafeRawBufferPointer(rebasing: file[chunk.data])
            switch chunk.type {
            case Chunk.ihdr: header = chunk.data
            case Chunk.plte, Chunk.trns: palette.append(chunk)
            case Chunk.actl:
                guard bytes.count == 8, count == nil else {
                    throw DecodingFailure("a malformed or a second acTL chunk")
                }
                count = unsafe Int(Self.number(bytes, 0))
                loopCount = unsafe Int(Self.number(bytes, 4))
            case Chunk.fctl where count != nil:
                guard frames.count < Self.frameLimit else { throw DecodingFailure("it has too many frames") }
                frames.append(try unsafe Self.frame(bytes, width, height, isFirst: frames.isEmpty))
                isOpen = true
            case Chunk.idat:
                // The animation control chunk precedes the pixels.
                if count == nil { return nil }
                if isOpen, let last = frames.indices.last { frames[last].data.append(chunk.data) }
            case Chunk.fdat where isOpen:
                guard chunk.data.count >= 4, let last = frames.indices.last else {
                    throw DecodingFailure("a malformed fdAT chunk")
                }
                frames[last].data.append(chunk.data.dropFirst(4))
            case Chunk.iend:
                guard let count else { return nil }
                guard count == frames.count, count > 0, !header.isEmpty, frames.allSatisfy({ !$0.data.isEmpty }) else {
                    throw DecodingFailure("it says that it has \(count) frames, and has \(frames.count)")
                }
                return
            default: break
            }
        }
    }

    /// Nil at the end of the file.
    private static func chunk(_ file: UnsafeRawBufferPointer, at place: Int) -> Chunk? {
        guard place + 12 <= file.count else { return nil }
        let length = unsafe Int(number(file, place))
        let start = place + 8
        guard length <= file.count - start - 4 else { return nil }
        return unsafe Chunk(type: number(file, place + 4), data: start..<start + length)
    }

    private static func number(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
        unsafe UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    private static func frame(
        _ bytes: UnsafeRawBufferPointer, _ width: Int, _ height: Int, isFirst: Bool
    ) throws(DecodingFailure) -> Frame {
        guard bytes.count == 26 else { throw DecodingFailure("a malformed fcTL chunk") }
        let (w, h) = unsafe (Int(number(bytes, 4)), Int(number(bytes, 8)))
        let (x, y) = unsafe (Int(number(bytes, 12)), Int(number(bytes, 16)))
        guard w > 0, h > 0, x + w <= width, y + h <= height else {
            throw DecodingFailure("a frame reaches beyond the picture")
        }
        let delay = unsafe number(bytes, 20)
        let (above, below) = (Double(delay >> 16), Double(delay & 0xFFFF))
        let (disposal, blend) = unsafe (bytes[24], bytes[25])
        guard disposal <= 2, blend <= 1 else { throw DecodingFailure("a frame has an unknown way of blending") }
        // There is nothing to restore before the first frame.
        let way: FrameCanvas.Disposal = disposal == 0 ? .keep : disposal == 1 || isFirst ? .clear : .restore
        return Frame(
            placement: .init(x: x, y: y, width: w, height: h, disposal: way),
            duration: above / (below == 0 ? 100 : below), blends: blend == 1)
    }

    /// A PNG file with one frame: the picture's header with the frame's size, its palette, its pixels.
    func file(_ number: Int, of file: UnsafeRawBufferPointer) -> [UInt8] {
        let frame = frames[number]
        var bytes = Chunk.signature
        bytes.reserveCapacity(frame.data.reduce(4096) { $0 + $1.count + 12 })
        func append(word: UInt32) {
            for shift in [UInt32(24), 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        func append(_ type: UInt32, _ data: [UInt8]) {
            append(word: UInt32(data.count))
            let start = bytes.count
            append(word: type)
            bytes += data
            append(word: checksum(bytes[start...]))
        }
        var head = unsafe Array(file[header])
        for (place, side) in [(0, frame.placement.width), (4, frame.placement.height)] {
            for index in 0..<4 { head[place + index] = UInt8(truncatingIfNeeded: side >> (24 - 8 * index)) }
        }
        append(Chunk.ihdr, head)
        for chunk in palette { append(chunk.type, unsafe Array(file[chunk.data])) }
        for data in frame.data { append(Chunk.idat, unsafe Array(file[data])) }
        append(Chunk.iend, [])
        return bytes
    }

    /// CRC-32 as in PNG, four bits at a time.
    private func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var crc: UInt32 = ~0
        for byte in bytes {
            crc ^= UInt32(byte)
            crc = Self.table[Int(crc & 15)] ^ crc >> 4
            crc = Self.table[Int(crc & 15)] ^ crc >> 4
        }
        return ~crc
    }

    private static let table: [UInt32] = (UInt32(0)..<16).map { index in
        (0..<4).reduce(index) { crc, _ in crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1 }
    }
}
