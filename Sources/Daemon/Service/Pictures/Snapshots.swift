import Compositor
import Geometry
import LineProtocol
import Pixels
import Reactor
import Scene
import Schema
import Server
import Vectors
import World

/// `snapshot`: writes the current picture to a file, a file descriptor, or the reply.
final class Snapshots {
    private let frames: FrameLoop
    private let files: Files
    private let server: Server
    private let inFlight = PicturesInFlight()
    private var own = OwnFiles()
    private var scene: Scene { frames.timeline.scene }

    init(_ frames: FrameLoop, _ files: Files, _ server: Server) {
        self.frames = frames
        self.files = files
        self.server = server
    }

    /// Returns true when the payload is ready; otherwise it follows when the images are loaded and the pipe's reader
    /// has received the picture.
    func snapshot(
        _ words: WordList, _ asker: ServiceVerbs.Asker, _ json: inout JSONWriter
    ) throws(SceneError) -> Bool {
        let (client, reply) = (asker.client, asker.reply)
        let request = try read(words, client)
        guard frames.preparer.prepare() else {
            client.hold(
                .pictures(then: { [weak self, weak client] in if let client { self?.finish(request, client, reply) } }),
                reply)
            return false
        }
        frames.show(request.output)
        return try take(request, client, reply, &json)
    }

    /// Continues a `snapshot` that waited for pictures.
    private func finish(_ request: SnapshotRequest, _ client: ClientSession, _ reply: HeldReply) {
        var json = JSONWriter()
        do throws(SceneError) {
            if try take(request, client, reply, &json) { client.release(payload: json) }
        } catch {
            client.fail(error)
        }
    }

    private func take(
        _ request: SnapshotRequest, _ client: ClientSession, _ reply: HeldReply, _ json: inout JSONWriter
    ) throws(SceneError) -> Bool {
        let compositor = request.output.compositor
        let encode: () -> EncodedPicture
        var size = 0
        // A small picture is encoded faster than a thread starts.
        var isSmall = false
        // Reply size, where known before: a picture too large for a reply is not encoded.
        var known = 0
        do throws(BitmapError) {
            switch request.format {
            case .picture(let format):
                let picture = try compositor.snapshot(
                    scene, layer: request.layer, rect: request.rect, scale: request.scale)
                if request.isForReply, format == .rgba { known = picture.width * picture.height * 4 }
                size = picture.width * picture.height * 4
                isSmall = picture.width * picture.height <= Self.mostAtOnce
                encode = { [files] in Self.encode(picture, format, request, files) }
            case .vectors(let format):
                let page = try compositor.vectors(
                    scene, as: format, layer: request.layer, rect: request.rect, scale: request.scale)
                encode = { [files] in Self.encode(page, format, request, files) }
            }
        } catch {
            throw Self.refusal(of: error, compositor.frameBytes)
        }
        try checkReply(known)
        let ticket = try inFlight.take(size, limit: compositor.frameBytes)
        let work = {
            var encoded = encode()
            encoded.ticket = ticket
            return encoded
        }
        guard !isSmall else {
            let encoded = work()
            guard try deliver(encoded, request, client, reply) else { return false }
            request.write(encoded, to: &json)
            return true
        }
        do throws(SystemError) {
            let job = try BackgroundJob(
                frames.timeline.reactor, work,
                then: { [weak self, weak client] encoded in
                    if let client { self?.finish(encoded, request, client, reply) }
                })
            client.hold(.work(job), reply)
        } catch {
            throw SceneError(.io, "snapshot: \(error)")
        }
        return false
    }

    /// Pictures with more pixels are encoded outside of the loop, so that frames continue.
    private static let mostAtOnce = 1 << 16

    /// Runs on any thread with its own copy of the picture.
    private static func encode(
        _ picture: Bitmap, _ format: PictureFormat, _ request: SnapshotRequest, _ files: Files
    ) -> EncodedPicture {
        encode(request, files, width: picture.width, height: picture.height) {
            try PictureEncoder.encode(picture, as: format)
        }
    }

    /// The size is the page's, in points.
    private static func encode(
        _ page: VectorPage, _ format: VectorFormat, _ request: SnapshotRequest, _ files: Files
    ) -> EncodedPicture {
        let (width, height) = (Int(page.size.width.rounded(.up)), Int(page.size.height.rounded(.up)))
        return encode(request, files, width: width, height: height) {
            do throws(VectorError) {
                return try VectorFile.encode([page], as: format, most: mostBytes)
            } catch {
                throw refusal(of: error, format)
            }
        }
    }

    /// Maximum bytes of a document.
    private static let mostBytes = 1 << 30

    private static func refusal(of error: VectorError, _ format: VectorFormat) -> SceneError {
        switch error {
        case .noLibrary:
            SceneError(
                .unsupported, "snapshot: \(format) needs cairo 1.16 or newer (libcairo.so.2), which is not installed")
        case .noMemory: SceneError(.limit, "snapshot: the document needs more memory than there is")
        case .tooLarge: SceneError(.limit, "snapshot: the document would have more than \(mostBytes) bytes")
        case .failed: SceneError(.internal, "snapshot: cairo could not write the document")
        }
    }

    private static func encode(
        _ request: SnapshotRequest, _ files: Files, width: Int, height: Int, _ encode: () throws -> [UInt8]
    ) -> EncodedPicture {
        var encoded = EncodedPicture(width: width, height: height)
        do {
            let bytes = try encode()
            if let path = request.file {
                try files.write(path, bytes, lasting: false, isNew: !request.overwrites)
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
        _ encoded: EncodedPicture, _ request: SnapshotRequest, _ client: ClientSession, _ reply: HeldReply
    ) {
        do throws(SceneError) {
            if try deliver(encoded, request, client, reply) { client.release { request.write(encoded, to: &$0) } }
        } catch {
            client.fail(error)
        }
    }

    /// Returns true when the reply can be given; otherwise it follows when the pipe's reader has received the picture.
    private func deliver(
        _ encoded: EncodedPicture, _ request: SnapshotRequest, _ client: ClientSession, _ reply: HeldReply
    ) throws(SceneError) -> Bool {
        if let failure = encoded.failure { throw failure }
        if let file = request.file { own.note(file) }
        if let descriptor = request.descriptor.take() {
            let delivery = try Delivery(encoded.bytes, to: descriptor)
            let isDone = try delivery.start(frames.timeline.reactor) { [weak client] failure in
                if let failure { client?.fail(failure) } else { client?.release { request.write(encoded, to: &$0) } }
            }
            if !isDone { client.hold(.work(delivery), reply) }
            return isDone
        }
        if request.isForReply { try checkReply(encoded.bytes.count) }
        return true
    }

    /// Throws `limit` for a picture that does not fit into a reply.
    private func checkReply(_ bytes: Int) throws(SceneError) {
        guard bytes / 3 * 4 >= server.bounds.replies - 256 else { return }
        throw SceneError(
            .limit, "snapshot: \(bytes) bytes are too much for a reply (limit.replies); path=FILE takes them")
    }

    private static func refusal(of error: BitmapError, _ frameBytes: Int) -> SceneError {
        switch error {
        case .invalidSize(let width, let height) where width < 1 || height < 1:
            SceneError(.value, "snapshot: nothing to show, the picture has \(width)x\(height) pixels")
        case .invalidSize(let width, let height):
            SceneError(
                .limit, "snapshot: \(width)x\(height) pixels, and a side has at most \(Bitmap.maxSide)")
        case .tooLarge(let bytes) where bytes > frameBytes:
            SceneError(
                .limit,
                "snapshot: the picture and its buffers are \(bytes) bytes; limit.frameBytes allows \(frameBytes), "
                    + "set daemon limit.frameBytes=N for more")
        default: SceneError(.limit, "snapshot: the picture needs more memory than a picture may have")
        }
    }

    private func read(_ words: WordList, _ client: ClientSession) throws(SceneError) -> SnapshotRequest {
        let request = SnapshotRequest(frames.outputs.main)
        var isGiven = false
        for word in words {
            if word.key == "output" {
                request.output = try frames.outputs.output(word.value)
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
                let scale = try word.number()
                guard scale > 0, scale <= 64 else {
                    throw SceneError(
                        .value, "scale: \(ValueSyntax.quote(word.value)) is out of range: above 0, at most 64")
                }
                request.scale = scale
            } else if word.key == "format" {
                request.formatName = word.value.string
                guard let format = SnapshotRequest.Format(request.formatName) else {
                    throw UnknownName.choice(word.value, "format", SnapshotRequest.Format.names)
                }
                request.format = format
                isGiven = true
            } else if word.key == "path" {
                guard !word.value.isEmpty else { throw SceneError(.value, "path: a file is expected") }
                request.path = word.value.string
            } else if word.key == "overwrite" {
                request.overwrites = try word.boolean()
            } else {
                throw UnknownName.argument(
                    word.name, of: .snapshot, ["output", "layer", "rect", "scale", "format", "path", "overwrite"])
            }
        }
        // A document is recognized by the file name; other file names have no effect.
        for name in ["pdf", "svg"] where !isGiven && request.path?.hasSuffix("." + name) == true {
            request.formatName = name
            request.format = SnapshotRequest.Format(name) ?? request.format
        }
        // A file descriptor or pipe is written as its reader reads; a file is replaced.
        if let path = request.path {
            if own.has(path) { request.overwrites = true }
            try FileGuard.check(path, overwrites: request.overwrites)
            request.descriptor = try files.openPipe(path)
            if request.descriptor == nil { request.file = path }
        } else {
            request.descriptor = client.takeDescriptor()
            request.isForReply = request.descriptor == nil
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

extension BackgroundJob: HeldWork {
    /// Continues without reporting the result.
    func abandon() {}
}
