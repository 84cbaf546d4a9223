import Geometry
import Glibc

/// An ffmpeg process that compresses a film from frames that the daemon writes into a pipe. If it is not finished, it
/// is ended and no file is created.
struct FilmEncoder: ~Copyable {
    private var process: ChildProcess
    private var file: PartialFile
    private var isFinished = false
    /// The write end of ffmpeg's input until the daemon has it; otherwise −1.
    private var pipe: Int32

    /// - Parameters:
    ///   - size: of a frame, in pixels.
    ///   - sound: a file whose sound goes with the film, cut where the film ends.
    init(
        writing path: String, _ format: FilmFormat, size: (width: Int, height: Int), _ rate: FrameRate, sound: String?,
        encoding: FilmEncoding = FilmEncoding()
    ) throws(Failure) {
        var ends: [Int32] = [-1, -1]
        guard unsafe Glibc.pipe(&ends) == 0 else { throw .failed("cannot make a pipe: \(SystemError.text())") }
        defer { close(ends[0]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var words = ["-loglevel", "error", "-y"] + format.input(size, rate)
        if let sound { words += ["-i", FileName.plain(sound)] }
        words += format.coding + encoding.words
        if sound != nil { words += ["-map", "0:v", "-map", "1:a", "-shortest"] + format.soundCoding }
        // Options that omit everything that differs between runs.
        words += ["-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact"]
        let file = PartialFile(for: path)
        words.append(FileName.plain(file.path))
        do throws(Failure) {
            process = try Self.start(words, input: ends[0], "\(format.rawValue) needs")
        } catch {
            close(ends[1])
            throw error
        }
        pipe = ends[1]
        self.file = file
    }

    /// Starts ffmpeg. `purpose`: start of the error message when it is missing.
    static func start(_ words: [String], input: Int32?, _ purpose: String) throws(Failure) -> ChildProcess {
        let streams = ChildProcess.Streams(input: input, error: STDERR_FILENO)
        guard let process = try ChildProcess.spawn("ffmpeg", words, streams: streams) else {
            throw .failed("\(purpose) ffmpeg, which is not installed; a .y4m needs nothing")
        }
        return process
    }

    /// Passes the write end on and closes it here.
    mutating func pass(_ give: (Int32) throws(Failure) -> Void) throws(Failure) {
        defer {
            close(pipe)
            pipe = -1
        }
        try give(pipe)
    }

    /// Waits for the end of the film. Throws when ffmpeg has failed.
    mutating func finish() throws(Failure) {
        let status = process.wait()
        if status != 0 { throw .failed("ffmpeg failed with status \(status)") }
        try file.finish()
        isFinished = true
    }

    deinit {
        if pipe >= 0 { close(pipe) }
        guard !isFinished else { return }
        var process = process
        process.end(by: SIGKILL)
        _ = process.wait()
    }
}
