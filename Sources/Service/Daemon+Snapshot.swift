import Compositor
import Geometry
import LineProtocol
import Pixels
import Reactor
import Scene
import Server

/// `snapshot`: the picture as it is, to a file, a descriptor, or into the reply.
extension Daemon {
    private static let formats: [String: PictureFormat] = ["png": .png, "ppm": .ppm, "rgba": .rgba]

    /// True when the payload is there; else it follows when the images are there, and when the reader of the pipe has taken
    /// the picture.
    func snapshot(_ line: Line, _ client: Client, _ json: inout JSONWriter) throws(SceneError) -> Bool {
        let request = try read(line, client)
        let reply = HeldReply(line, client.session)
        guard prepareFrame() else {
            client.hold(.contents(request, reply: reply))
            return false
        }
        show(request.display)
        return try take(request, client, reply, &json)
    }

    /// Goes on with a `snapshot`, or a `sync`, that waited for images.
    func finishSnapshot(of client: Client) {
        guard case .contents(let request, let reply) = client.hold else { return }
        guard let request else { return client.release { self.writeFrame(to: &$0) } }
        var json = JSONWriter()
        do throws(SceneError) {
            if try take(request, client, reply, &json) { client.release(payload: json) }
        } catch {
            client.fail(error)
        }
    }

    private func take(
        _ request: SnapshotRequest, _ client: Client, _ reply: HeldReply, _ json: inout JSONWriter
    ) throws(SceneError) -> Bool {
        let picture: Bitmap
        do throws(BitmapError) {
            picture = try request.display.compositor.snapshot(
                scene, layer: request.layer, rect: request.rect, scale: request.scale)
        } catch {
            throw Self.refusal(of: error)
        }
        // A small one takes less than a thread does.
        guard picture.width * picture.height > Self.mostAtOnce else {
            let encoded = Self.encode(picture, request, files)
            guard try deliver(encoded, request, client, reply) else { return false }
            request.write(encoded, to: &json)
            return true
        }
        let files = files
        do throws(SystemError) {
            let job = try BackgroundJob(
                reactor, { Self.encode(picture, request, files) },
                then: { [weak self, weak client] encoded in
                    if let client { self?.finish(encoded, request, client, reply) }
                })
            client.hold(.encoding(job, reply: reply))
        } catch {
            throw SceneError(.io, "snapshot: \(error)")
        }
        return false
    }

    /// Pictures of more pixels are encoded beside the loop, where frames go on.
    private static let mostAtOnce = 1 << 16

    /// On any thread: the picture is nobody else's.
    private static func encode(_ picture: Bitmap, _ request: SnapshotRequest, _ files: Files) -> EncodedPicture {
        var encoded = EncodedPicture(width: picture.width, height: picture.height)
        do {
            let bytes = try PictureEncoder.encode(picture, as: request.format)
            if let path = request.file {
                try files.write(path, bytes)
            } else {
                encoded.bytes = bytes
            }
        } catch let error as SceneError {
            encoded.failure = error
        } catch {
            encoded.failure = SceneError(.internal, "snapshot: \(error)")
        }
        return encoded
    }

    private func finish(
        _ encoded: EncodedPicture, _ request: SnapshotRequest, _ client: Client, _ reply: HeldReply
    ) {
        do throws(SceneError) {
            if try deliver(encoded, request, client, reply) { client.release { request.write(encoded, to: &$0) } }
        } catch {
            client.fail(error)
        }
    }

    /// True when the reply can be given; else it follows when the reader of the pipe has taken the picture.
    private func deliver(
        _ encoded: EncodedPicture, _ request: SnapshotRequest, _ client: Client, _ reply: HeldReply
    ) throws(SceneError) -> Bool {
        if let failure = encoded.failure { throw failure }
        if let descriptor = request.output.take() {
            let delivery = try Delivery(encoded.bytes, to: descriptor)
            let isDone = try delivery.start(reactor) { [weak client] failure in
                if let failure { client?.fail(failure) } else { client?.release { request.write(encoded, to: &$0) } }
            }
            if !isDone { client.hold(.delivery(delivery, reply: reply)) }
            return isDone
        }
        guard !request.isForReply || encoded.bytes.count / 3 * 4 < server.bounds.replies - 256 else {
            throw SceneError(
                .limit,
                "snapshot: \(encoded.bytes.count) bytes are too much for a reply (limit.replies); path=FILE takes them")
        }
        return true
    }

    private static func refusal(of error: BitmapError) -> SceneError {
        switch error {
        case .invalidSize(let width, let height) where width < 1 || height < 1:
            SceneError(.value, "snapshot: nothing to show, the picture has \(width)x\(height) pixels")
        case .invalidSize(let width, let height):
            SceneError(
                .limit, "snapshot: \(width)x\(height) pixels, and a side has at most \(Bitmap.maxSide)")
        default: SceneError(.limit, "snapshot: the picture needs more memory than a picture may have")
        }
    }

    private func read(_ line: Line, _ client: Client) throws(SceneError) -> SnapshotRequest {
        let request = SnapshotRequest(main)
        for at in 0..<line.count {
            let word = line[at]
            if word.key == "output" {
                request.display = try display(word)
            } else if word.key == "layer" {
                guard let slot = scene.find(word.value) else { throw UnknownName.object(word.value, in: scene) }
                guard scene.isLayer(slot) else {
                    throw SceneError(.value, "layer: \(ValueSyntax.quote(word.value)) is no layer")
                }
                request.layer = slot
            } else if word.key == "rect" {
                request.rect = try value(word) { (text) throws(ValueSyntax) in try Quantity.rect(text) }
                if request.rect?.isEmpty == true {
                    throw SceneError(.value, "rect: \(ValueSyntax.quote(word.value)) is empty")
                }
            } else if word.key == "scale" {
                let scale = try line.number(word)
                guard scale > 0, scale <= 64 else {
                    throw SceneError(
                        .value, "scale: \(ValueSyntax.quote(word.value)) is out of range: above 0, at most 64")
                }
                request.scale = scale
            } else if word.key == "format" {
                request.formatName = word.value.string
                guard let format = Self.formats[request.formatName] else {
                    throw UnknownName.choice(word.value, "format", ["png", "ppm", "rgba"])
                }
                request.format = format
            } else if word.key == "path" {
                try client.session.author.access.checkWhole(.snapshot)
                guard !word.value.isEmpty else { throw SceneError(.value, "path: a file is expected") }
                request.path = word.value.string
            } else {
                throw UnknownName.argument(
                    word.name, of: .snapshot, ["output", "layer", "rect", "scale", "format", "path"])
            }
        }
        // A descriptor, or a pipe, that is written to as its reader goes on; a file is replaced.
        if let path = request.path {
            request.output = try files.openPipe(path)
            if request.output == nil { request.file = path }
        } else {
            request.output = client.takeDescriptor()
            request.isForReply = request.output == nil
        }
        return request
    }

    private func value<T>(_ word: Word, _ read: (ByteView) throws(ValueSyntax) -> T) throws(SceneError) -> T {
        do throws(ValueSyntax) {
            return try read(word.value)
        } catch {
            throw SceneError(.value, "\(word.key.string): \(error.message)")
        }
    }
}

/// What a `snapshot` asked for, and where it goes.
final class SnapshotRequest {
    var display: Display
    var layer: Int32?
    var rect: Rect?
    var scale: Double?
    var format = PictureFormat.png
    var formatName = "png"
    var path: String?
    /// A pipe, or what was passed along.
    var output: FileDescriptor?

    /// The file that is replaced.
    var file: String?
    var isForReply = false

    init(_ display: Display) { self.display = display }

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

/// What came of a picture: its bytes, unless they are in a file by now.
struct EncodedPicture {
    var width: Int
    var height: Int
    var bytes: [UInt8] = []
    var failure: SceneError?
}

/// RFC 4648, for pictures in replies.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var at = 0
        while at < bytes.count {
            let left = bytes.count - at
            let a = Int(bytes[at])
            let b = left > 1 ? Int(bytes[at + 1]) : 0
            let c = left > 2 ? Int(bytes[at + 2]) : 0
            text.append(alphabet[a >> 2])
            text.append(alphabet[(a & 3) << 4 | b >> 4])
            text.append(left > 1 ? alphabet[(b & 15) << 2 | c >> 6] : UInt8(ascii: "="))
            text.append(left > 2 ? alphabet[c & 63] : UInt8(ascii: "="))
            at += 3
        }
        return String(decoding: text, as: UTF8.self)
    }
}
