extension Path {
    /// Appends path data: absolute commands, shortest numbers, single spaces; `none` when the path is empty.
    ///
    /// Parsing it gives the same path.
    public func print(to out: inout ByteWriter) {
        if isEmpty { out.append("none") }
        var i = 0
        for command in commands {
            if i > 0 { out.append(byte: UInt8(ascii: " ")) }
            switch command {
            case .move: out.append(byte: UInt8(ascii: "M"))
            case .line: out.append(byte: UInt8(ascii: "L"))
            case .quad: out.append(byte: UInt8(ascii: "Q"))
            case .cubic: out.append(byte: UInt8(ascii: "C"))
            case .close: out.append(byte: UInt8(ascii: "Z"))
            }
            for point in points[i..<i + command.pointCount] {
                out.append(byte: UInt8(ascii: " "))
                out.append(point.x)
                out.append(byte: UInt8(ascii: " "))
                out.append(point.y)
            }
            i += command.pointCount
        }
    }
}
