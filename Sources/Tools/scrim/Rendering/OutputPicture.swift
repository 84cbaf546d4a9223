import Expressions

/// Size and rate of an output's picture.
struct OutputPicture {
    /// Pixels.
    let (width, height): (Int, Int)
    /// Frames per second.
    let refresh: Double

    var size: (width: Int, height: Int) { (width, height) }
}

extension Connection {
    /// Requests size and rate of an output's picture.
    mutating func outputPicture(_ output: String) throws(Failure) -> OutputPicture {
        let payload = try ask(WordQuoting.line(["get", output, "size", "scale", "refresh"]))
        let values = JSONValue(payload)
        guard let size = values?["size"]?.elements.compactMap(\.number), size.count == 2,
            let scale = values?["scale"]?.number, let refresh = values?["refresh"]?.number
        else { throw .failed("the daemon does not say how large its picture is: \(payload)") }
        // Same rounding as in outputs.
        return OutputPicture(
            width: max(1, Int((size[0] * scale).rounded())), height: max(1, Int((size[1] * scale).rounded())),
            refresh: refresh)
    }
}
