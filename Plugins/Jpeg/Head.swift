import PictureMetadata

/// Markers before the pixels that libjpeg-turbo does not report: EXIF orientation, colour profile, Adobe's marker.
struct Head {
    private(set) var orientation = Orientation.upright
    private(set) var profile: ColorProfile?
    /// True with Adobe's marker: CMYK is stored inverted.
    private(set) var isAdobe = false

    /// Malformed markers are skipped.
    init(_ file: UnsafeRawBufferPointer) {
        // Parts of the profile by number; a part holds at most 64 KiB.
        var parts: [UInt8: Range<Int>] = [:]
        defer { profile = unsafe Self.profile(parts, file) }
        var place = 2
        while place + 4 <= file.count, unsafe file[place] == 0xFF {
            let marker = unsafe file[place + 1]
            if marker == 0xFF {
                place += 1
                continue
            }
            // Pixels, the end, or a marker without a length.
            if marker == 0xDA || marker == 0xD9 || marker < 0xC0 || (0xD0...0xD8).contains(marker) { return }
            let length = unsafe Int(file[place + 2]) << 8 | Int(file[place + 3])
            guard length >= 2, place + 2 + length <= file.count else { return }
            let data = unsafe UnsafeRawBufferPointer(rebasing: file[place + 4..<place + 2 + length])
            if marker == 0xEE, unsafe data.starts(with: "Adobe".utf8) { isAdobe = true }
            if marker == 0xE1, unsafe data.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) {
                if let found = unsafe Orientation(exif: data) { orientation = found }
            }
            if marker == 0xE2, data.count > 14, unsafe data.starts(with: Array("ICC_PROFILE".utf8) + [0]) {
                unsafe parts[data[12]] = place + 18..<place + 2 + length
            }
            place += 2 + length
        }
    }

    private static func profile(_ parts: [UInt8: Range<Int>], _ file: UnsafeRawBufferPointer) -> ColorProfile? {
        guard !parts.isEmpty else { return nil }
        var bytes: [UInt8] = []
        for part in parts.sorted(by: { $0.key < $1.key }) { unsafe bytes += file[part.value] }
        return unsafe bytes.withUnsafeBytes { unsafe ColorProfile($0) }
    }
}
