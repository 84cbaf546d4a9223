extension Color {
    /// Appends `#rrggbbaa`.
    public func print(to out: inout ByteWriter) {
        out.append(byte: UInt8(ascii: "#"))
        func append(_ channel: UInt8) {
            out.append(byte: Self.hexDigit(channel >> 4))
            out.append(byte: Self.hexDigit(channel & 15))
        }
        append(red)
        append(green)
        append(blue)
        append(alpha)
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
}
