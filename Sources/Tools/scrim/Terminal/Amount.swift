import Glibc

/// Numbers for display, with three digits and a unit.
enum Amount {
    /// `999`, `12.3 k`, `4.56 M`.
    static func count(_ value: Double) -> String { scaled(value, by: 1000, ["", " k", " M", " G", " T"]) }

    /// `999 B`, `12.3 KiB`.
    static func bytes(_ value: Double) -> String { scaled(value, by: 1024, [" B", " KiB", " MiB", " GiB", " TiB"]) }

    /// `480 µs`, `2.10 ms`, `1.50 s`.
    static func time(_ seconds: Double) -> String {
        seconds == 0 ? "0" : scaled(seconds * 1e6, by: 1000, [" µs", " ms", " s", " ks"])
    }

    /// `0:42`, `1:02:03`.
    static func clock(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds < 1e7 else { return "–" }
        let whole = Int(seconds.rounded(.up))
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        let tail = (rest < 10 ? ":0" : ":") + "\(rest)"
        return hours == 0 ? "\(minutes)\(tail)" : "\(hours):" + (minutes < 10 ? "0" : "") + "\(minutes)\(tail)"
    }

    private static func scaled(_ value: Double, by step: Double, _ units: [String]) -> String {
        var value = value
        var unit = 0
        // What would be rounded to 1000 of one unit is printed as 1 of the next.
        while abs(value) >= step - 0.5, unit + 1 < units.count {
            value /= step
            unit += 1
        }
        let digits = (unit == 0 && value == value.rounded()) || abs(value) >= 99.95 ? 0 : abs(value) >= 9.995 ? 1 : 2
        return fixed(value, digits) + units[unit]
    }

    static func fixed(_ value: Double, _ digits: Int) -> String {
        let factor = digits == 0 ? 1.0 : digits == 1 ? 10.0 : 100.0
        let scaled = (abs(value) * factor).rounded()
        let whole = Int((scaled / factor).rounded(.down))
        let sign = value < 0 && scaled > 0 ? "-" : ""
        if digits == 0 { return "\(sign)\(whole)" }
        let rest = "\(Int(scaled) - whole * Int(factor))"
        return "\(sign)\(whole)." + String(repeating: "0", count: digits - rest.count) + rest
    }

    /// A bar of `columns` characters, filled by the fraction in steps of an eighth of a character.
    static func bar(_ fraction: Double, _ columns: Int) -> String {
        let eighths = Int((min(max(fraction.isFinite ? fraction : 0, 0), 1) * Double(columns * 8)).rounded())
        let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        let filled = String(repeating: "█", count: eighths / 8) + partial
        return filled + String(repeating: "·", count: columns - eighths / 8 - (partial.isEmpty ? 0 : 1))
    }

    /// Monotonic time in seconds.
    static func now() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
