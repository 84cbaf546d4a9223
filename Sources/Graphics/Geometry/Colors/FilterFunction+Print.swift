extension FilterFunction {
    /// Appends `name(1,2,#rrggbbaa)`; angles are in radians.
    public func print(to out: inout ByteWriter) {
        out.append(text: name)
        var separator: UInt8 = UInt8(ascii: "(")
        for argument in arguments {
            out.append(byte: separator)
            out.append(argument)
            separator = UInt8(ascii: ",")
        }
        if let color {
            out.append(byte: separator)
            color.print(to: &out)
        } else if arguments.isEmpty {
            out.append(byte: separator)
        }
        out.append(byte: UInt8(ascii: ")"))
    }

    /// Appends the list separated by single spaces; `none` when it is empty.
    public static func print(_ list: [FilterFunction], to out: inout ByteWriter) {
        if list.isEmpty { out.append("none") }
        for (i, filter) in list.enumerated() {
            if i > 0 { out.append(byte: UInt8(ascii: " ")) }
            filter.print(to: &out)
        }
    }
}
