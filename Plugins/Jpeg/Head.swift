/// Markers before the pixels that libjpeg-turbo does not pass on: EXIF orientation, Adobe's marker.
struct Head {
    /// 1…8, as EXIF has it: 1 is upright.
    private(set) var orientation = 1
    /// Has Adobe's marker: CMYK is stored inverted.
    private(set) var isAdobe = false

    /// Width and height change places.
    var isTurned: Bool { orientation >= 5 }

    /// Malformed markers are skipped.
    init(_ file: UnsafeRawBufferPointer) {
        var place = 2
        while place + 4 <= file.count, unsafe file[place] == 0xFF {
            let marker = unsafe file[place + 1]
            if marker == 0xFF {
                place += 1
                continue
            }
            // Pixels, the end, or what has no length.
            if marker == 0xDA || marker == 0xD9 || marker < 0xC0 || (0xD0...0xD8).contains(marker) { return }
            let length = unsafe Int(file[place + 2]) << 8 | Int(file[place + 3])
            guard length >= 2, place + 2 + length <= file.count else { return }
            let data = unsafe UnsafeRawBufferPointer(rebasing: file[place + 4..<place + 2 + length])
            if marker == 0xEE, unsafe data.starts(with: "Adobe".utf8) { isAdobe = true }
            if marker == 0xE1, unsafe data.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) {
                if let found = unsafe Self.orientation(UnsafeRawBufferPointer(rebasing: data.dropFirst(6))) {
                    orientation = found
                }
            }
            place += 2 + length
        }
    }

    /// The tag 0x0112 of the first directory of a TIFF header.
    private static func orientation(_ tiff: UnsafeRawBufferPointer) -> Int? {
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
            let value = number(entry + 8, 2)
            return (1...8).contains(value) ? value : nil
        }
        return nil
    }

    /// Where a stored pixel goes; the size is the stored one.
    @inline(__always)
    func place(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> (x: Int, y: Int) {
        switch orientation {
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
}
