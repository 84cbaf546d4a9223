package import Geometry

/// Wall-clock times: RFC 3339, `2030-01-31T12:00:00.5+01:00`.
package enum WallTime {
    /// Seconds since 1970-01-01T00:00:00Z; nil for an invalid text.
    package static func seconds(_ text: ByteView) -> Double? {
        var at = 0
        func digits(_ count: Int) -> Int? {
            guard at + count <= text.count else { return nil }
            var value = 0
            for _ in 0..<count {
                guard text[at] >= 0x30, text[at] <= 0x39 else { return nil }
                value = value * 10 + Int(text[at] - 0x30)
                at += 1
            }
            return value
        }
        func skip(_ one: Character, or other: Character? = nil) -> Bool {
            guard at < text.count, text[at] == one.asciiValue || text[at] == other?.asciiValue else { return false }
            at += 1
            return true
        }
        guard let year = digits(4), skip("-"), let month = digits(2), skip("-"), let day = digits(2),
            skip("T", or: "t"),
            let hour = digits(2), skip(":"), let minute = digits(2), skip(":"), let second = digits(2),
            (1...12).contains(month), (1...length(of: month, year)).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        var seconds = Double(days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second)
        if skip(".") {
            var unit = 0.1
            let first = at
            while let digit = digits(1) {
                seconds += Double(digit) * unit
                unit /= 10
            }
            guard at > first else { return nil }
        }
        if !skip("Z", or: "z") {
            let isEast = at < text.count && text[at] == UInt8(ascii: "+")
            guard skip("+", or: "-"), let hours = digits(2), skip(":"), let minutes = digits(2), hours < 24,
                minutes < 60
            else { return nil }
            seconds += Double(hours * 3600 + minutes * 60) * (isEast ? -1 : 1)
        }
        return at == text.count ? seconds : nil
    }

    private static func length(of month: Int, _ year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// Days since 1970-01-01 in the Gregorian calendar: years begin in March, so that the leap day is the last.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}
