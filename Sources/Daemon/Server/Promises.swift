/// The positions of replies with promises in an outbox.
struct Promises {
    private var ranges: [Range<Int>] = []

    var isEmpty: Bool { ranges.isEmpty }

    mutating func append(_ range: Range<Int>) {
        if let last = ranges.last, last.upperBound == range.lowerBound {
            ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
        } else {
            ranges.append(range)
        }
    }

    /// The outbox with errors instead: each `ok` becomes `error io REASON`, with its tag.
    func refused(_ outbox: [UInt8], _ reason: String) -> [UInt8] {
        var result: [UInt8] = []
        var at = 0
        for range in ranges where range.upperBound <= outbox.count {
            result += outbox[at..<range.lowerBound]
            for line in outbox[range].split(separator: UInt8(ascii: "\n")) {
                let tag =
                    line.first == UInt8(ascii: "@") ? line.prefix { $0 != UInt8(ascii: " ") } + [UInt8(ascii: " ")] : []
                if line.dropFirst(tag.count).starts(with: "ok".utf8) {
                    result += tag
                    result += "error io \(reason)".utf8
                } else {
                    result += line
                }
                result.append(UInt8(ascii: "\n"))
            }
            at = range.upperBound
        }
        return result + outbox[at...]
    }
}
