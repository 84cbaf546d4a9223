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
    /// Appends what a writer has written.
    mutating func append(json: JSONWriter) { bytes.append(contentsOf: json.out.bytes) }
}
