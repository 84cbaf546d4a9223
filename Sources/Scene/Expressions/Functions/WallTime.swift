package import Geometry
import Glibc

/// Wall-clock times: RFC 3339, `2030-01-31T12:00:00.5+01:00`.
package enum WallTime {
    /// Seconds since 1970-01-01T00:00:00Z; nil for an invalid text.
    ///
    /// - Parameter mayBePartial: takes ISO 8601's shorter forms, too: a date alone, a space for `T`, no seconds, `+0100`. A text without
    ///   a time zone is in that of the process.
    package static func seconds(_ text: ByteView, mayBePartial: Bool = false) -> Double? {
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
            (1...12).contains(month), (1...length(of: month, year)).contains(day)
        else { return nil }
        let isTimed = skip("T", or: "t") || mayBePartial && skip(" ")
        var (hour, minute, second, fraction) = (0, 0, 0, 0.0)
        if isTimed {
            guard let hours = digits(2), skip(":"), let minutes = digits(2), hours < 24, minutes < 60 else {
                return nil
            }
            (hour, minute) = (hours, minutes)
        }
        if isTimed, skip(":") {
            guard let seconds = digits(2), seconds <= 60 else { return nil }
            second = seconds
            if skip(".") {
                var unit = 0.1
                let first = at
                while let digit = digits(1) {
                    fraction += Double(digit) * unit
                    unit /= 10
                }
                guard at > first else { return nil }
            }
        } else if !mayBePartial {
            return nil
        }
        if mayBePartial, at == text.count {
            var local = unsafe tm()
            unsafe (local.tm_year, local.tm_mon, local.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
            unsafe (local.tm_hour, local.tm_min, local.tm_sec) = (Int32(hour), Int32(minute), Int32(second))
            unsafe local.tm_isdst = -1
            return unsafe Double(mktime(&local)) + fraction
        }
        var seconds = Double(days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second) + fraction
        if !skip("Z", or: "z") {
            let isEast = at < text.count && text[at] == UInt8(ascii: "+")
            guard skip("+", or: "-"), let hours = digits(2), skip(":") || mayBePartial, let minutes = digits(2),
                hours < 24, minutes < 60
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
