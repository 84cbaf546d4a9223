import CSystem
import Contents
import Glibc
import PluginHost
import Reactor
import Schema

/// Answers the daemon's requests one by one.
final class Workbench {
    private let socket: FileDescriptor
    private let decoders: Decoders
    private let memory: MemoryBound?
    private var files: [UInt32: OpenFile] = [:]
    private let stage: SceneStage?
    /// Files that the stage has open.
    private var scenes: Set<UInt32> = []

    /// `memory`: nil only for sanitizers. `stage`: for SVG and Lottie; nil where only decoders draw.
    init(socket: consuming FileDescriptor, _ decoders: Decoders, _ memory: MemoryBound?, _ stage: SceneStage?) {
        self.socket = socket
        self.decoders = decoders
        self.memory = memory
        self.stage = stage
    }

    func run() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            var poll = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
            _ = unsafe Glibc.poll(&poll, 1, -1)
            guard
                let received = try? unsafe buffer.withUnsafeMutableBytes({
                    try unsafe UnixSocket.receive(socket, into: $0)
                })
            else { continue }
            // The daemon has ended or closed the socket.
            guard received.count > 0 else { return }
            let passed = received.descriptors.map { FileDescriptor.Box($0) }
            guard let request = DecoderMessage(buffer[..<received.count]) else { continue }
            answer(request, passed.first)
        }
    }

    func send(_ message: DecoderMessage) {
        _ = unsafe message.bytes.withUnsafeBytes { unsafe try? UnixSocket.send(socket, $0) }
    }

    private func answer(_ request: DecoderMessage, _ file: FileDescriptor.Box?) {
        do throws(SceneError) {
            switch request.verb {
            case .open: try open(request, file)
            case .decode: send(try decode(request, file))
            case .close: close(request.session)
            default: break
            }
        } catch {
            var reply = DecoderMessage(.failed, session: request.session)
            reply.text = error.message
            send(reply)
            // The daemon starts another one.
            if stage?.isBroken == true { exit(1) }
        }
    }

    private func close(_ session: UInt32) {
        files[session] = nil
        if scenes.remove(session) != nil { stage?.close(session) }
    }

    private func open(_ request: DecoderMessage, _ file: FileDescriptor.Box?) throws(SceneError) {
        guard let file else { throw SceneError(.internal, "no file was passed") }
        close(request.session)
        guard SceneStage.takes(file.raw) else { return send(try decode(request, opening: file)) }
        guard let stage else {
            do throws(SceneError) { return send(try decode(request, opening: file)) } catch {
                throw SceneError(error.code, "\(error.message); Lottie needs python3, and Landlock in the kernel")
            }
        }
        try stage.ask(request, file.raw) { answer in
            if answer.verb == .info { scenes.insert(request.session) }
            send(answer)
        }
    }

    /// Opens a file by a decoder.
    private func decode(_ request: DecoderMessage, opening file: FileDescriptor.Box) throws(SceneError)
        -> DecoderMessage
    {
        memory?.allow(file: Int(request.value))
        let open = try OpenFile(file.raw, length: Int(request.value), decoders)
        let picture = open.picture
        guard picture.frameCount <= min(Int(request.frame), DecoderMessage.filmLimit) else {
            throw SceneError(.decode, "it has \(picture.frameCount) frames")
        }
        files[request.session] = open
        var reply = DecoderMessage(.info, session: request.session)
        (reply.width, reply.height) = (UInt32(clamping: picture.width), UInt32(clamping: picture.height))
        (reply.frame, reply.stride) = (UInt32(picture.frameCount), UInt32(clamping: picture.loopCount))
        reply.value = picture.isVector ? 1 : 0
        var durations = Self.durations(of: picture)[...]
        while durations.count > DecoderMessage.frameLimit {
            var more = DecoderMessage(.more, session: request.session)
            more.durations = Array(durations.prefix(DecoderMessage.frameLimit))
            durations = durations.dropFirst(DecoderMessage.frameLimit)
            send(more)
        }
        reply.durations = Array(durations)
        return reply
    }

    /// Microseconds of each frame; rounding errors are carried over to the next.
    private static func durations(of picture: OpenPicture) -> [UInt32] {
        var (end, told) = (0.0, 0.0)
        return (0..<picture.frameCount).map { frame in
            end += min(3600, picture.duration(frame))
            let next = (end * 1e6 + 0.001).rounded(.down)
            defer { told = next }
            return UInt32(next - told)
        }
    }

    private func decode(_ request: DecoderMessage, _ file: FileDescriptor.Box?) throws(SceneError) -> DecoderMessage {
        let open = files[request.session]
        guard let file, open != nil || scenes.contains(request.session) else {
            throw SceneError(.internal, "no file is open")
        }
        guard Int(request.frame) < open?.picture.frameCount ?? .max, request.width > 0, request.height > 0,
            request.stride >= request.width * 4
        else { throw SceneError(.internal, "a request out of range") }
        let size = Int(request.stride) * Int(request.height)
        var drawn: DecoderMessage?
        if open == nil { try stage?.ask(request, file.raw) { drawn = $0 } }
        if let drawn, drawn.verb == .failed { return drawn }
        self.memory?.allow(pixels: size, file: open?.length ?? 0)
        guard let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.raw, 0),
            unsafe memory != MAP_FAILED
        else { throw SceneError(.decode, "there is no memory to decode it") }
        // The daemon seals it, which requires that no writable mapping exists.
        defer { unsafe munmap(memory, size) }
        let (width, height, stride) = (Int(request.width), Int(request.height), Int(request.stride))
        if let open {
            try unsafe open.picture.decode(
                Int(request.frame), width: width, height: height, into: memory, stride: stride)
        } else {
            unsafe sys_words_of_rgba(memory.assumingMemoryBound(to: UInt8.self), width, height, stride)
        }
        var reply = DecoderMessage(.done, session: request.session)
        reply.value = UInt32(clamping: clock() / (CLOCKS_PER_SEC / 1000))
        reply.height = self.memory?.growth ?? 0
        return reply
    }
}

/// A file in memory and its picture.
@safe
private final class OpenFile {
    private let memory: UnsafeMutableRawPointer
    let length: Int
    private var opened: OpenPicture?

    init(_ file: Int32, length: Int, _ decoders: Decoders) throws(SceneError) {
        guard length > 0 else { throw SceneError(.decode, "the file is empty") }
        guard let memory = unsafe mmap(nil, length, PROT_READ, MAP_PRIVATE, file, 0), unsafe memory != MAP_FAILED else {
            throw SceneError(.decode, "there is no memory to read it")
        }
        self.length = length
        unsafe self.memory = unsafe memory
        opened = try unsafe decoders.open(UnsafeRawBufferPointer(start: memory, count: length))
    }

    var picture: OpenPicture {
        guard let opened else { preconditionFailure("a file without a picture") }
        return opened
    }

    deinit {
        // The decoder reads the memory until it is closed.
        opened = nil
        unsafe munmap(memory, length)
    }
}

extension FileDescriptor {
    /// Wraps a file descriptor for APIs that require copyable values.
    final class Box {
        let file: FileDescriptor

        init(_ raw: Int32) { file = FileDescriptor(owning: raw) }

        var raw: Int32 { file.raw }
    }
}
