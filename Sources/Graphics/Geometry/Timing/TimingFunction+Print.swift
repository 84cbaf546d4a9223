extension TimingFunction {
    /// Appends the name of the curve if it has one, else `cubic-bezier(…)` or `steps(…)`.
    public func print(to out: inout ByteWriter) {
        switch self {
        case .linear: out.append("linear")
        case .standard: out.append("default")
        case .easeIn: out.append("easeIn")
        case .easeOut: out.append("easeOut")
        case .easeInOut: out.append("easeInOut")
        case .cubicBezier(let x1, let y1, let x2, let y2):
            out.append("cubic-bezier(")
            out.append(x1)
            out.append(byte: UInt8(ascii: ","))
            out.append(y1)
            out.append(byte: UInt8(ascii: ","))
            out.append(x2)
            out.append(byte: UInt8(ascii: ","))
            out.append(y2)
            out.append(byte: UInt8(ascii: ")"))
        case .steps(let count, let atStart):
            out.append("steps(")
            out.append(count)
            out.append(atStart ? ",start)" : ",end)")
        }
    }
}
