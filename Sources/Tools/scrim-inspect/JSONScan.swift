/// Extracts values from the daemon's replies by name.
enum JSONScan {
    /// The numbers right after the first `"name":`, one or a list; empty for none.
    static func numbers(_ name: String, in text: some Collection<UInt8>) -> [Double] {
        guard var rest = after("\"\(name)\":", in: text) else { return [] }
        if rest.first == UInt8(ascii: "[") {
            rest = rest.dropFirst().prefix { $0 != UInt8(ascii: "]") }
        } else {
            rest = rest.prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "}") }
        }
        return rest.split(separator: UInt8(ascii: ",")).compactMap { Double(String(decoding: $0, as: UTF8.self)) }
    }

    /// The text after the first `"name":"`, which contains no escapes.
    static func word(_ name: String, in text: some Collection<UInt8>) -> String? {
        after("\"\(name)\":\"", in: text).map {
            String(decoding: $0.prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
        }
    }

    private static func after(_ key: String, in text: some Collection<UInt8>) -> ArraySlice<UInt8>? {
        let (all, key) = (Array(text), Array(key.utf8))
        guard all.count >= key.count else { return nil }
        for start in 0...(all.count - key.count) where all[start...].starts(with: key) {
            return all[(start + key.count)...]
        }
        return nil
    }

    /// A text as a JSON string.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\" + String(scalar)
            case _ where scalar.value < 0x20: quoted += " "
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
