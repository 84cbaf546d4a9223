import Glibc

/// Takes rendered frames, one after another, to where they were asked for.
struct FrameSink: ~Copyable {
    private let output: RenderOutput
    private let rate: FrameRate
    private var converter: Y4M?
    /// Where video goes; -1 for pictures.
    private var descriptor: Int32 = -1
    private var encoder: ChildProcess?
    private var isFinished = false

    init(_ options: RenderOptions) throws(Failure) {
        output = options.output
        rate = options.rate
        switch output {
        case .picture, .pictures: break
        case .video("-"): descriptor = STDOUT_FILENO
        case .video(let path):
            descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
            guard descriptor >= 0 else { throw .failed("cannot write \(path): \(SystemError.text())") }
        case .film(let path): (encoder, descriptor) = try Self.encoder(writing: path)
        }
    }

    /// Has the daemon make the picture of this moment.
    ///
    /// - Parameter scratch: a file's path for raw pixels on their way.
    mutating func take(_ index: Int, from connection: inout Connection, scratch: String) throws(Failure) {
        switch output {
        case .picture("-"):
            try Console.write(connection.picture(["format=png"]))
        case .picture(let path):
            try Self.save(path, from: &connection)
        case .pictures(let before, let digits, let after):
            let path = RenderOutput.numbered(index, before: before, digits: digits, after: after)
            try Self.save(path, from: &connection)
        case .video, .film:
            let reply = JSONValue(try connection.snapshot(["format=rgba"], to: scratch))
            guard let width = reply?["width"]?.number, let height = reply?["height"]?.number else {
                throw .failed("the daemon does not say how large its picture is")
            }
            try film(Self.pixels(scratch), width: width, height: height)
        }
    }

    private static func save(_ path: String, from connection: inout Connection) throws(Failure) {
        let format = try PictureFormat.of(path) ?? "png"
        _ = try connection.snapshot(["format=\(format)"], to: path)
    }

    private mutating func film(_ rgba: [UInt8], width: Double, height: Double) throws(Failure) {
        guard let width = Int(exactly: width), let height = Int(exactly: height), (1...32768).contains(width),
            (1...32768).contains(height), rgba.count == width * height * 4
        else { throw .failed("the daemon's picture is not as large as it says") }
        if converter == nil {
            let first = Y4M(width: width, height: height)
            converter = first
            try write(first.header(rate))
        }
        guard converter?.width == width, converter?.height == height, let planes = converter?.planes(of: rgba) else {
            throw .failed("the output changes its size: a video cannot")
        }
        try write(Y4M.frameHeader)
        try write(planes)
    }

    private mutating func write(_ bytes: [UInt8]) throws(Failure) {
        do throws(Failure) {
            try Console.write(bytes, to: descriptor)
        } catch .readerLeft where encoder != nil {
            throw .failed("ffmpeg ended early")
        }
    }

    private static func pixels(_ path: String) throws(Failure) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .failed("cannot read \(path): \(SystemError.text())") }
        defer { close(descriptor) }
        let size = max(Int(lseek(descriptor, 0, SEEK_END)), 0)
        return unsafe [UInt8](unsafeUninitializedCapacity: size) { room, count in
            while count < size {
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(room)[count...])
                let got = unsafe pread(descriptor, rest.baseAddress, rest.count, count)
                if got <= 0 { break }
                count += got
            }
        }
    }

    /// ffmpeg, reading Y4M from the descriptor; told to leave out what differs between runs.
    private static func encoder(writing path: String) throws(Failure) -> (ChildProcess, Int32) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw .failed("cannot make a pipe: \(SystemError.text())") }
        defer { close(ends[0]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let file = path.hasPrefix("-") ? "./" + path : path
        let words = [
            "-loglevel", "error", "-y", "-f", "yuv4mpegpipe", "-i", "-",
            // H.264 at 4:2:0 has even sides only.
            "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-color_range", "tv",
            "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-movflags", "+faststart",
            "-fflags", "+bitexact", "-flags:v", "+bitexact", file,
        ]
        let streams = ChildProcess.Streams(input: ends[0], error: STDERR_FILENO)
        do throws(Failure) {
            if let encoder = try ChildProcess.spawn("ffmpeg", words, streams: streams) { return (encoder, ends[1]) }
        } catch {
            close(ends[1])
            throw error
        }
        close(ends[1])
        throw .failed("mp4 needs ffmpeg, which is not installed; a .y4m needs nothing")
    }

    /// After the last frame.
    mutating func finish() throws(Failure) {
        if descriptor > STDOUT_FILENO, close(descriptor) != 0 {
            throw .failed("cannot write the video: \(SystemError.text())")
        }
        descriptor = -1
        if let status = encoder?.wait(), status != 0 { throw .failed("ffmpeg failed with status \(status)") }
        isFinished = true
    }

    deinit {
        guard !isFinished else { return }
        if descriptor > STDOUT_FILENO { close(descriptor) }
        // Half a film is none.
        if var encoder {
            encoder.end(by: SIGKILL)
            _ = encoder.wait()
        }
        switch output {
        case .film(let path), .video(let path): if path != "-" { unsafe unlink(path) }
        case .picture, .pictures: break
        }
    }
}
