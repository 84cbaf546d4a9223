import Geometry

extension JSONWriter {
    /// An array of numbers: `[x,y]`, `[x,y,w,h]`.
    mutating func numbers(_ values: Double...) {
        beginArray()
        for value in values { number(value) }
        endArray()
    }
}

extension ByteWriter {
    /// Appends the bytes of a writer.
    package mutating func append(json: borrowing JSONWriter) { append(json.out.bytes) }

    /// A copy of the text.
    package var array: [UInt8] { unsafe Array(bytes.buffer) }
}
