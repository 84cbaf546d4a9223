import Geometry
import Glibc

/// Writes rendered frames to the requested files. Videos are recorded by the daemon itself.
struct FrameSink: ~Copyable {
    private let output: RenderOutput?
    private let rate: FrameRate
    private let sound: String?
    private var encoding: FilmEncoding
    /// Stored in films.
    private let part: FilmPart?
    private var encoder: FilmEncoder?
    /// For uncompressed video.
    private var video: PartialFile?
    private var isRecording = false

    init(_ options: RenderOptions) throws(Failure) {
        output = options.output
        rate = options.rate
        sound = options.sound
        encoding = options.encoding
        switch output {
        case .video, .film: part = try FilmPart(of: options)
        default: part = nil
        }
    }

    /// Makes the daemon write the present picture.
    mutating func take(_ index: Int, from connection: inout Connection) throws(Failure) {
        switch output {
        case nil: break
        case .picture("-"):
            try Console.write(connection.picture(["format=png"]))
        case .picture(let path):
            try Self.save(path, from: &connection)
        case .pictures(let before, let digits, let after):
            let path = RenderOutput.numbered(index, before: before, digits: digits, after: after)
            try Self.save(path, from: &connection)
        case .video, .film:
            if !isRecording { try record(by: &connection) }
            isRecording = true
        }
    }

    private static func save(_ path: String, from connection: inout Connection) throws(Failure) {
        let format = try PictureFormat.of(path) ?? "png"
        _ = try connection.snapshot(["format=\(format)"], to: path)
    }

    /// Starts recording: every frame of scene time is written.
    private mutating func record(by connection: inout Connection) throws(Failure) {
        var words = ["record", "format=y4m", "fps=\(rate.numerator)/\(rate.denominator)"]
        if case .video = output, let part { words.append("comment=\(part.short)") }
        switch output {
        case .video(let path) where path != "-":
            let file = PartialFile(for: path)
            let target = try FileName.absolute(file.path)
            video = consume file
            _ = try connection.ask(WordQuoting.line(words + ["path=" + target, "overwrite=true"]))
        case .film(let path, let format):
            words[1] = "format=\(format.recorded)"
            if let part, format.joins { encoding.more = part.metadata + encoding.more }
            let line = WordQuoting.line(words)
            encoder = try FilmEncoder(
                writing: path, format, size: connection.outputPicture("main").size, rate, sound: sound,
                encoding: encoding)
            try encoder?.pass { (pipe) throws(Failure) in _ = try connection.ask(line, passing: pipe) }
        default: _ = try connection.ask(WordQuoting.line(words), passing: STDOUT_FILENO)
        }
    }

    /// Call after the last frame.
    mutating func finish(_ connection: inout Connection) throws(Failure) {
        switch output {
        case nil, .picture, .pictures: break
        case .video, .film:
            // The last frame is shown as long as the others.
            _ = try connection.ask("tick \(rate.time(of: 1))")
            let isEncoded = encoder != nil
            do throws(Failure) {
                _ = try connection.ask("record stop")
            } catch .failed where isEncoded {
                throw .failed("ffmpeg ended early")
            }
        }
        try encoder?.finish()
        try video?.finish()
    }
}
