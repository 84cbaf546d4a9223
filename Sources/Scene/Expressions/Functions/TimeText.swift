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
}
