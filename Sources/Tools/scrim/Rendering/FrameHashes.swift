import CSystem
import Glibc
import Storage

/// Hashes of frames, one line `FRAME SHA256` each: printed, or compared with a list.
struct FrameHashes {
    private let prints: Bool
    private let list: List?
    /// Index of the next frame in the list.
    private var position = 0
    private var difference: String?

    /// - Throws: `failed` when the list cannot be read.
    init?(_ options: RenderOptions) throws(Failure) {
        guard options.prints || options.expected != nil else { return nil }
        prints = options.prints
        list = if let path = options.expected { try List(path) } else { nil }
    }

    /// Hashes the present frame, through a temporary file.
    mutating func take(_ index: Int, from connection: inout Connection, through path: String) throws(Failure) {
        let hash = try Self.hash(of: &connection, through: path)
        if prints { try Console.printLine("\(index) \(hash)") }
        guard let list, difference == nil else { return }
        guard position < list.frames.count, list.frames[position].index <= index else {
            difference = "frame \(index) is not in \(list.name)"
            return
        }
        let wanted = list.frames[position]
        position += 1
        if wanted.index < index {
            difference = "frame \(wanted.index) of \(list.name) is not among the frames"
        } else if wanted.hash != hash {
            difference = "frame \(index) differs from \(list.name): \(hash), not \(wanted.hash)"
        }
    }

    /// The hash of the present picture, through a temporary file.
    static func hash(of connection: inout Connection, through path: String) throws(Failure) -> String {
        _ = try connection.snapshot(["format=rgba"], to: path)
        var digest = SHA256()
        try read(path) { digest.update(premultiplied($0)) }
        return digest.hexadecimal()
    }

    /// Call after the last frame. Throws `failed` with the first frame that differs.
    func finish() throws(Failure) {
        if let difference { throw .failed(difference) }
        if let list, position < list.frames.count {
            throw .failed("frame \(list.frames[position].index) of \(list.name) is not among the frames")
        }
    }

    /// Calls `body` with the bytes of a file, in whole pixels.
    private static func read(_ path: String, _ body: ([UInt8]) -> Void) throws(Failure) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .failed("cannot read \(path): \(SystemError.text())") }
        defer { close(descriptor) }
        var rest: [UInt8] = []
        while true {
            var failure: Int32 = 0
            rest += unsafe [UInt8](unsafeUninitializedCapacity: 1 << 20) { room, count in
                let got = unsafe Glibc.read(descriptor, room.baseAddress, room.count)
                failure = got < 0 ? errno : 0
                count = max(got, 0)
            }
            if failure == EINTR {
                try Interruption.check()
            } else if failure != 0 {
                throw .failed("cannot read \(path): \(SystemError.text(failure))")
            } else if rest.count < 4 {
                return
            }
            body(Array(rest.prefix(rest.count / 4 * 4)))
            rest.removeFirst(rest.count / 4 * 4)
        }
    }

    /// Premultiplied pixels from straight alpha: exact for channels that do not exceed their alpha.
    private static func premultiplied(_ pixels: consuming [UInt8]) -> [UInt8] {
        unsafe pixels.withUnsafeMutableBufferPointer { buffer in
            guard let first = buffer.baseAddress else { return }
            unsafe sys_premultiply(first, buffer.count / 4)
        }
        return pixels
    }

    /// A file of lines `FRAME SHA256`, in frame order.
    private struct List {
        let name: String
        var frames: [(index: Int, hash: String)] = []

        init(_ path: String) throws(Failure) {
            var file = try Script(path: path)
            name = path
            while !file.isAtEnd {
                try file.fill()
                while let line = file.next() {
                    let words = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\t" || $0 == "\r" }
                    guard words.count == 2, let index = Int(words[0]), index >= 0, words[1].utf8.count == 64,
                        index > frames.last?.index ?? -1
                    else { throw .failed("\(file.location): FRAME SHA256 is expected, in the order of the frames") }
                    frames.append((index, words[1].lowercased()))
                }
            }
        }
    }
}
