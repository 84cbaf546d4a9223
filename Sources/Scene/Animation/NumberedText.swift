import Geometry

/// Interpolation of texts with the same words and different numbers, such as `wght=350, wdth=80`.
enum NumberedText {
    /// Numbers are interpolated one by one, and rounded to thousandths; `b` when the texts differ in more than numbers.
    static func mixed(_ a: String, _ b: String, _ t: Double) -> String {
        let (one, two) = (parts(of: a), parts(of: b))
        guard one.count == two.count else { return b }
        var out = ByteWriter()
        for (from, to) in zip(one, two) {
            switch (from, to) {
            case (.word(let from), .word(let to)) where from == to: out.append(text: to)
            case (.number(let from), .number(let to)):
                let number = from + (to - from) * t
                guard number.isFinite, abs(number) < 1e12 else { return b }
                out.append((number * 1000).rounded() / 1000)
            default: return b
            }
        }
        return out.string
    }

    private enum Part {
        case word(String)
        case number(Double)
    }

    /// The numbers of a text, and what is between them. Digits behind letters, as in `ss01`, are no numbers.
    private static func parts(of text: String) -> [Part] {
        var (parts, word, digits): ([Part], [UInt8], [UInt8]) = ([], [], [])
        func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) || byte >= 0x80 || byte == 0x5F }
        func endNumber() {
            if digits.isEmpty { return }
            if let number = Double(String(decoding: digits, as: UTF8.self)) {
                if !word.isEmpty { parts.append(.word(String(decoding: word, as: UTF8.self))) }
                parts.append(.number(number))
                word = []
            } else {
                word += digits
            }
            digits = []
        }
        for byte in text.utf8 {
            let isDigit = (0x30...0x39).contains(byte)
            let isSign = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
            if isDigit || byte == UInt8(ascii: "."), !digits.isEmpty {
                digits.append(byte)
            } else if isDigit || isSign, !(word.last.map { isLetter($0) || (0x30...0x39).contains($0) } ?? false) {
                endNumber()
                digits.append(byte)
            } else {
                endNumber()
                word.append(byte)
            }
        }
        endNumber()
        if !word.isEmpty { parts.append(.word(String(decoding: word, as: UTF8.self))) }
        return parts
    }
}
