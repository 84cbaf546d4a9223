/// Renumbers the names of images and surfaces in SVG, for which cairo uses process-wide counters, from 1 in each file,
/// so that the same page gives the same bytes.
enum SvgNames {
    private static let words = [Array("image".utf8), Array("surface".utf8)]
    private static let quote = UInt8(ascii: "\"")
    private static let hash = UInt8(ascii: "#")

    /// Renumbers the names after `"image` and `#image`, which cannot occur in base 64, and of surfaces likewise.
    static func renumbered(_ bytes: [UInt8]) -> [UInt8] {
        var numbers: [[UInt8]: Int] = [:]
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var at = 0
        while at < bytes.count {
            let byte = bytes[at]
            result.append(byte)
            at += 1
            guard byte == quote || byte == hash else { continue }
            guard let word = words.first(where: { bytes[at...].starts(with: $0) }) else { continue }
            var end = at + word.count
            while end < bytes.count, bytes[end] >= 48, bytes[end] <= 57 { end += 1 }
            guard end > at + word.count else { continue }
            let old = Array(bytes[at..<end])
            let number = numbers[old] ?? numbers.count + 1
            numbers[old] = number
            result += word
            result += "\(number)".utf8
            at = end
        }
        return result
    }
}
