package import Geometry

/// Writes words so that a splitter reads them back.
package enum WordQuoting {
    /// Appends `value`, in double quotes with escapes if necessary.
    package static func append(_ value: String, to line: inout ByteWriter) {
        ByteView.with(value) { append($0, to: &line) }
    }

    /// Appends a positional word, quoted if it would be read as another one.
    package static func append(positional value: String, to line: inout ByteWriter) {
        ByteView.with(value) { append($0, isPositional: true, to: &line) }
    }

    package static func append(_ value: ByteView, to line: inout ByteWriter) {
        var isPlain = true
        for at in 0..<value.count {
            let byte = value[at]
            if byte > 0x20, byte != 0x22, byte != 0x27, byte != 0x5C, byte != 0x7F { continue }
            isPlain = false
            break
        }
        if isPlain { return line.append(value) }
        line.append("\"")
        for scalar in value.string.unicodeScalars {
            switch scalar {
            case "\"": line.append("\\\"")
            case "\\": line.append("\\\\")
            case "\n": line.append("\\n")
            case "\t": line.append("\\t")
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                line.append(text: "\\u{" + String(scalar.value, radix: 16) + "}")
            default: line.append(text: String(scalar))
            }
        }
        line.append("\"")
    }
}
