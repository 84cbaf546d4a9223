import Geometry
import LineProtocol
import Pixels
import Reactor
import Schema
import Vectors

/// The words of a `snapshot`, and its destination.
final class SnapshotRequest {
    var output: OutputDriver
    var layer: Slot?
    var rect: Rect?
    var scale: Double?
    var format = Format.picture(.png)
    var formatName = "png"
    var path: String?
    var overwrites = false
    /// A pipe, or a passed file descriptor.
    var descriptor: FileDescriptor?

    /// The file to write.
    var file: String?
    var isForReply = false

    init(_ output: OutputDriver) { self.output = output }

    enum Format: Equatable {
        case picture(PictureFormat)
        case vectors(VectorFormat)

        static let names = ["png", "ppm", "rgba", "pdf", "svg"]

        /// Nil for an unknown name.
        init?(_ name: String) {
            switch name {
            case "png": self = .picture(.png)
            case "ppm": self = .picture(.ppm)
            case "rgba": self = .picture(.rgba)
            case "pdf": self = .vectors(.pdf)
            case "svg": self = .vectors(.svg)
            default: return nil
            }
        }
    }

    /// The payload.
    func write(_ picture: EncodedPicture, to json: inout JSONWriter) {
        json.beginObject()
        json.key("width")
        json.number(picture.width)
        json.key("height")
        json.number(picture.height)
        json.key("format")
        json.string(text: formatName)
        if let path {
            json.key("path")
            json.string(text: path)
        } else if isForReply {
            json.key("data")
            json.string(text: Base64.encode(picture.bytes))
        }
        json.endObject()
    }
}

/// An encoded picture: its bytes, unless already written to a file.
struct EncodedPicture {
    var width: Int
    var height: Int
    var bytes: [UInt8] = []
    var failure: SceneError?
    /// Retained until the bytes are sent.
    var ticket: PicturesInFlight.Ticket?
}
