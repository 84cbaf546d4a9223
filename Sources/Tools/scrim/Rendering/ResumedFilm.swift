import Glibc

/// `render --resume`: a film in pieces, each by a program of its own, which lie in a hidden folder beside it until it is whole. Pieces that an
/// interrupted run has left are not made again, as long as they are made from the same.
struct ResumedFilm {
    private let options: RenderOptions
    /// The words for each piece.
    private let words: [String]
    private let output: String
    private var folder: String { FileName.hidden("resume-", beside: output) }

    /// Frames of a piece: few get lost, and the start of a program counts little.
    private static let leastFrames = 30
    private static let mostFrames = 600
    private static let usualPieces = 20

    init(_ options: RenderOptions, _ words: [String]) throws(Failure) {
        var reader = OptionReader(words)
        var passed: [String] = []
        while let item = reader.next() {
            guard case .option(let name, let joined) = item else { continue }
            if RenderOptions.flags.contains(name) {
                if name != "--resume" { passed.append(name) }
                continue
            }
            let value = try reader.value(of: name, joined: joined)
            if !["-o", "--frames", "--slice", "--audio", "--progress"].contains(name) { passed += [name, value] }
        }
        switch options.output {
        case .video(let path)?, .film(let path, _)?: output = path
        default: throw .usage("--resume goes with a film")
        }
        (self.options, self.words) = (options, passed)
    }

    func perform() throws(Failure) {
        guard let program = SharedFile.program else { throw .unavailable("cannot find the program's own file") }
        let pieces = try prepared()
        var progress = Progress(frames: options.frames.count, isJSON: options.tellsProgress)
        for (frames, path) in pieces {
            if unsafe access(path, F_OK) != 0 { try make(frames, path, program) }
            progress.show(frames.upperBound - options.frames.lowerBound)
        }
        try JoinCommand.join(pieces.map(\.path), into: output, sound: options.sound, frames: options.frames)
        TemporaryDirectory.remove(folder)
    }

    /// The pieces, in a folder that has none of another film.
    private func prepared() throws(Failure) -> [(frames: Range<Int>, path: String)] {
        let files = [try RowBatch.content(options.scene), try RowBatch.content(options.daemon.config)]
        let hash = RowBatch.hash([Help.version, "\(options.frames)"] + files + words)
        let mark = "\(folder)/from"
        let known = unsafe access(mark, R_OK) == 0 ? try RowBatch.content(mark) : ""
        if known != hash + "\n" { TemporaryDirectory.remove(folder) }
        guard unsafe mkdir(folder, 0o777) == 0 || errno == EEXIST else {
            throw .failed("cannot make \(folder): \(SystemError.text())")
        }
        try RowBatch.note(hash, at: mark)
        let count = min(max(options.frames.count / Self.usualPieces, Self.leastFrames), Self.mostFrames)
        let ending = FileName.ending(of: output) ?? "y4m"
        return stride(from: options.frames.lowerBound, to: options.frames.upperBound, by: count).map { first in
            (first..<min(first + count, options.frames.upperBound), "\(folder)/\(first).\(ending)")
        }
    }

    private func make(_ frames: Range<Int>, _ path: String, _ program: String) throws(Failure) {
        let words =
            ["render", FileName.plain(options.name)] + words
            + ["--frames", "\(frames.lowerBound)-\(frames.upperBound - 1)", "-o", path]
        let log = "\(folder)/log"
        let file = unsafe open(log, O_RDWR | O_CREAT | O_CLOEXEC | O_TRUNC, 0o600)
        guard file >= 0 else { throw .failed("cannot write \(log): \(SystemError.text())") }
        defer { close(file) }
        guard var process = try ChildProcess.spawn(program, words, streams: .init(error: file)) else {
            throw .unavailable("cannot start \(program)")
        }
        defer {
            process.end(by: SIGTERM)
            _ = process.wait()
        }
        while process.poll() == nil {
            try Interruption.check()
            usleep(5000)
        }
        let status = process.wait()
        guard status != 0 else { return }
        try Interruption.check()
        try SharedFile.read(log) { (text) throws(Failure) in try Console.write(text, to: STDERR_FILENO) }
        throw .saidAlready(status: status)
    }
}
