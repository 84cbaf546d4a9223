import Geometry
import Glibc

/// Formats times with `strftime`, in the time zone of the process.
enum TimeText {
    /// Maximum size of a result in bytes: the pattern may specify any field width.
    static let maxBytes = 16_384

    /// Formats the time `seconds` after 1970 by `pattern`.
    static func text(
        _ pattern: String, _ seconds: Double, _ work: ComputeBudget
    ) throws(ExpressionError) -> String {
        guard !pattern.isEmpty else { return "" }
        let whole = seconds.rounded(.down)
        var time = time_t(whole.magnitude < 1e17 ? whole : 0)
        var parts = unsafe tm()
        guard whole.magnitude < 1e17, unsafe localtime_r(&time, &parts) != nil else {
            throw ExpressionError(.value, "timeText: no calendar has the time \(seconds)")
        }
        // A character at the end distinguishes an empty result from one that does not fit, for which strftime also
        // returns 0.
        try work.make(maxBytes)
        let guarded = pattern + "."
        let result = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: maxBytes + 2) { buffer in
            guard let base = buffer.baseAddress else { return String?.none }
            let count = unsafe strftime(base, maxBytes + 2, guarded, &parts)
            guard count > 0 else { return nil }
            return unsafe String(
                decoding: UnsafeRawBufferPointer(start: base, count: count - 1), as: UTF8.self)
        }
        guard let result else {
            throw ExpressionError(.value, "timeText: the result is longer than \(maxBytes) bytes")
        }
        return result
    }

    /// The seconds since 1970 of a date and time of ISO 8601: `2026-11-26`, `2026-11-26T18:00`, `2026-11-26 18:00:00.5+01:00`. Without `Z`
    /// or an offset it is in the time zone of the process. Nil for another text.
    static func seconds(of text: ByteView) -> Double? {
        var position = 0
        func digits(_ count: Int) -> Int? {
            guard position + count <= text.count else { return nil }
            var value = 0
            for byte in (position..<position + count).map({ text[$0] }) {
                guard ByteReader.isDigit(byte) else { return nil }
                value = value * 10 + Int(byte - UInt8(ascii: "0"))
            }
            position += count
            return value
        }
        func takes(_ characters: String) -> UInt8? {
            guard position < text.count, characters.utf8.contains(text[position]) else { return nil }
            position += 1
            return text[position - 1]
        }
        guard let year = digits(4), takes("-") != nil, let month = digits(2), (1...12).contains(month),
            takes("-") != nil, let day = digits(2), (1...days(of: month, year)).contains(day)
        else { return nil }
        var (hour, minute, second, fraction) = (0, 0, 0, 0.0)
        if takes("T ") != nil {
            guard let hours = digits(2), hours < 24, takes(":") != nil, let minutes = digits(2), minutes < 60 else {
                return nil
            }
            (hour, minute) = (hours, minutes)
            if takes(":") != nil {
                guard let seconds = digits(2), seconds <= 60 else { return nil }
                second = seconds
                if takes(".") != nil {
                    var unit = 0.1
                    guard position < text.count, ByteReader.isDigit(text[position]) else { return nil }
                    while let digit = digits(1) {
                        fraction += Double(digit) * unit
                        unit /= 10
                    }
                }
            }
        }
        var parts = unsafe tm()
        unsafe (parts.tm_year, parts.tm_mon, parts.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
        unsafe (parts.tm_hour, parts.tm_min, parts.tm_sec) = (Int32(hour), Int32(minute), Int32(second))
        unsafe parts.tm_isdst = -1
        if position == text.count { return unsafe Double(mktime(&parts)) + fraction }
        var offset = 0
        if let sign = takes("+-") {
            guard let hours = digits(2), hours < 24 else { return nil }
            _ = takes(":")
            guard let minutes = digits(2), minutes < 60 else { return nil }
            offset = (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
        } else if takes("Zz") == nil {
            return nil
        }
        guard position == text.count else { return nil }
        return unsafe Double(timegm(&parts)) - Double(offset) + fraction
    }

    private static func days(of month: Int, _ year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }
}
