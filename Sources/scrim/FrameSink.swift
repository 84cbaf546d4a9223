import Geometry
import Glibc

/// Takes rendered frames, one after another, to where they were asked for. Videos are recorded by the daemon itself.
struct FrameSink: ~Copyable {
    private let output: RenderOutput
    private let rate: FrameRate
    /// Where ffmpeg reads, until the daemon has it; else -1.
    private var pipe: Int32 = -1
    private var encoder: ChildProcess?
    private var isFinished = false

    init(_ options: RenderOptions) throws(Failure) {
        output = options.output
        rate = options.rate
        if case .film(let path) = output { (encoder, pipe) = try Self.encoder(writing: path) }
    }

    /// Has the daemon make the picture of this moment.
    mutating func take(_ index: Int, from connection: inout Connection) throws(Failure) {
        switch output {
        case .picture("-"):
            try Console.write(connection.picture(["format=png"]))
        case .picture(let path):
            try Self.save(path, from: &connection)
        case .pictures(let before, let digits, let after):
            let path = RenderOutput.numbered(index, before: before, digits: digits, after: after)
            try Self.save(path, from: &connection)
        case .video, .film:
            if index == 0 { try record(by: &connection) }
        }
    }

    private static func save(_ path: String, from connection: inout Connection) throws(Failure) {
        let format = try PictureFormat.of(path) ?? "png"
        _ = try connection.snapshot(["format=\(format)"], to: path)
    }

    /// From now on every frame that scene time passes is written.
    private mutating func record(by connection: inout Connection) throws(Failure) {
        let words = ["record", "format=y4m", "fps=\(rate.numerator)/\(rate.denominator)"]
        if case .video(let path) = output, path != "-" {
            _ = try connection.ask(WordQuoting.line(words + ["path=" + FileName.absolute(path)]))
        } else {
            _ = try connection.ask(WordQuoting.line(words), passing: encoder == nil ? STDOUT_FILENO : pipe)
            closePipe()
        }
    }

    private static let filters = [
        "scale=in_color_matrix=bt601:out_color_matrix=bt709:flags=accurate_rnd+full_chroma_int",
        "pad=ceil(iw/2)*2:ceil(ih/2)*2",
    ].joined(separator: ",")

    /// ffmpeg, reading Y4M from the descriptor; told to leave out what differs between runs.
    private static func encoder(writing path: String) throws(Failure) -> (ChildProcess, Int32) {
        var ends: [Int32] = [-1, -1]
        guard unsafe Glibc.pipe(&ends) == 0 else { throw .failed("cannot make a pipe: \(SystemError.text())") }
        defer { close(ends[0]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let file = path.hasPrefix("-") ? "./" + path : path
        let words = [
            "-loglevel", "error", "-y", "-f", "yuv4mpegpipe", "-i", "-",
            // The film's matrix is that of Y4M, the video's that of its players. H.264 at 4:2:0 has even sides only.
            "-vf", Self.filters, "-c:v", "libx264", "-pix_fmt", "yuv420p", "-color_range", "tv",
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

    private mutating func closePipe() {
        if pipe >= 0 { close(pipe) }
        pipe = -1
    }

    /// After the last frame.
    mutating func finish(_ connection: inout Connection) throws(Failure) {
        switch output {
        case .picture, .pictures: break
        case .video, .film:
            // The last frame is seen as long as the others.
            _ = try connection.ask("tick \(rate.time(of: 1))")
            do throws(Failure) {
                _ = try connection.ask("record stop")
            } catch .failed where encoder != nil {
                throw .failed("ffmpeg ended early")
            }
        }
        if let status = encoder?.wait(), status != 0 { throw .failed("ffmpeg failed with status \(status)") }
        isFinished = true
    }

    deinit {
        guard !isFinished else { return }
        if pipe >= 0 { close(pipe) }
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
