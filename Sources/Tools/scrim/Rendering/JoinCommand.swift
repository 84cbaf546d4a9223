import Geometry
import Glibc

/// Joins pieces of a film: the pieces of a sequence give the same film as rendering the whole, byte for byte.
enum JoinCommand {
    static func perform(_ words: [String]) throws(Failure) {
        var options = OptionReader(words)
        var pieces: [String] = []
        var output: String?
        var sound: String?
        while let item = options.next() {
            switch item {
            case .option("-o", let joined): output = try options.value(of: "-o", joined: joined)
            case .option("--audio", let joined): sound = try options.value(of: "--audio", joined: joined)
            case .option(let name, _): throw OptionReader.unknown(name)
            case .word(let piece): pieces.append(piece)
            }
        }
        guard let output, !pieces.isEmpty else { throw .usage("join takes pieces of a film, and -o OUT") }
        try join(pieces, into: output, sound: sound)
    }

    /// Puts pieces together.
    ///
    /// - Parameters:
    ///   - sound: a file whose sound goes with the film, cut where the film ends.
    ///   - frames: those that the pieces are to make up; nil: the whole.
    static func join(
        _ pieces: [String], into output: String, sound: String?, frames: Range<Int>? = nil
    ) throws(Failure) {
        guard let first = pieces.first else { return }
        let (from, to) = (FileName.ending(of: first), FileName.ending(of: output))
        if let other = pieces.first(where: { FileName.ending(of: $0) != from }) {
            throw .usage("pieces are alike: \(first) and \(other) are not")
        }
        if pieces.contains(where: { Self.isSame($0, output) }) { throw .usage("\(output) is one of the pieces") }
        switch (from, to) {
        case ("y4m", "y4m") where sound == nil,
            ("y4m", nil) where output == "-" && sound == nil:
            try join(pieces, into: output, frames)
        case ("y4m", "mp4"): try compress(pieces, into: output, sound: sound, frames)
        case (let name?, let other?) where name == other && FilmFormat(rawValue: name)?.joins == true:
            try joinFilms(pieces, into: output, sound: sound, frames)
        case ("y4m", "y4m"), ("y4m", nil):
            throw .usage(
                sound == nil
                    ? "where to has no name: -o OUT.y4m"
                    : "--audio goes with a film that has sound: .mp4, .webm, .mov or .mkv")
        default:
            throw .usage(
                "\(first) cannot become \(output): .y4m becomes .y4m or .mp4; .mp4, .webm, .mov and .mkv stay as they are"
            )
        }
    }

    private static func isSame(_ a: String, _ b: String) -> Bool {
        var (x, y) = (stat(), stat())
        return unsafe stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino
    }

    /// Joins uncompressed pieces into one file or on standard output.
    private static func join(_ pieces: [String], into path: String, _ frames: Range<Int>?) throws(Failure) {
        if path == "-" { return try write(pieces, to: STDOUT_FILENO, frames) }
        var partial = PartialFile(for: path)
        let file = unsafe open(partial.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw .failed("\(path): \(SystemError.text())") }
        defer { close(file) }
        try write(pieces, to: file, frames)
        try partial.finish()
    }

    private static func compress(
        _ pieces: [String], into path: String, sound: String?, _ frames: Range<Int>?
    ) throws(Failure) {
        guard let rate = FrameRate("60") else { preconditionFailure("60 is a frame rate") }
        // Size and rate are in the pieces.
        var encoding = FilmEncoding()
        if let whole = try whole(of: pieces, frames) { encoding.more = whole.metadata }
        var encoder = try FilmEncoder(writing: path, .mp4, size: (0, 0), rate, sound: sound, encoding: encoding)
        try encoder.pass { (pipe) throws(Failure) in try write(pieces, to: pipe, frames) }
        try encoder.finish()
    }

    /// The whole that uncompressed pieces form; nil when they have no positions.
    private static func whole(of pieces: [String], _ frames: Range<Int>?) throws(Failure) -> FilmPart? {
        var parts: [(name: String, part: FilmPart?)] = []
        for piece in pieces { parts.append((piece, try RawFilm(piece).part)) }
        return try FilmPart.joined(parts, frames)
    }

    /// Writes one header, and the frames of all.
    private static func write(_ pieces: [String], to output: Int32, _ frames: Range<Int>?) throws(Failure) {
        let whole = try whole(of: pieces, frames)
        var header: [UInt8] = []
        for piece in pieces {
            let file = unsafe open(piece, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { throw .failed("\(piece): \(SystemError.text())") }
            defer { close(file) }
            var isFirst = true
            while true {
                var block = try read(file, piece)
                if block.isEmpty { break }
                if isFirst {
                    // Headers are much shorter than a block.
                    guard block.starts(with: "YUV4MPEG2 ".utf8), let end = block.firstIndex(of: UInt8(ascii: "\n"))
                    else {
                        throw .failed("\(piece) is no .y4m film")
                    }
                    let own = RawFilm.form(of: block[...end])
                    block.removeSubrange(...end)
                    if header.isEmpty {
                        header = own
                        try Console.write(
                            own + (whole.map { Array(" X\($0.short)".utf8) } ?? []) + [10], to: output)
                    } else if own != header {
                        throw .failed("\(piece) has another size or rate than \(pieces[0])")
                    }
                    isFirst = false
                }
                try Console.write(block, to: output)
            }
            if isFirst { throw .failed("\(piece) is empty") }
        }
    }

    /// Reads up to a mebibyte; empty at the end.
    private static func read(_ file: Int32, _ name: String) throws(Failure) -> [UInt8] {
        var block = [UInt8](repeating: 0, count: 1 << 20)
        var count = 0
        while count < block.count {
            let got = unsafe block.withUnsafeMutableBytes {
                unsafe Glibc.read(file, $0.baseAddress.map { unsafe $0 + count }, $0.count - count)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw .failed("\(name): \(SystemError.text())") }
            if got == 0 { break }
            count += got
        }
        block.removeLast(block.count - count)
        return block
    }

    /// Joins compressed pieces with ffmpeg, without recompression.
    private static func joinFilms(
        _ pieces: [String], into path: String, sound: String?, _ wanted: Range<Int>?
    ) throws(Failure) {
        var parts: [(name: String, part: FilmPart?)] = []
        for piece in pieces { parts.append((piece, try comment(of: piece).flatMap { FilmPart($0) })) }
        let whole = try FilmPart.joined(parts, wanted)
        for case (let piece, let part?) in parts {
            let count = try frames(of: piece)
            guard count == part.frames.count else { throw torn(piece, count, part) }
        }
        let folder = try TemporaryDirectory()
        let list = folder.file("pieces")
        var text = ""
        for piece in pieces {
            let quoted = try FileName.absolute(piece).split(separator: "'", omittingEmptySubsequences: false)
                .joined(separator: "'\\''")
            text += "file '\(quoted)'\n"
        }
        let file = unsafe open(list, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .failed("\(list): \(SystemError.text())") }
        defer { close(file) }
        try Console.write(Array(text.utf8), to: file)
        var partial = PartialFile(for: path)
        var words = ["-loglevel", "error", "-y", "-f", "concat", "-safe", "0", "-i", list]
        if let sound { words += ["-i", FileName.plain(sound)] }
        words += ["-c", "copy"]
        if sound != nil, let format = FileName.ending(of: path).flatMap({ FilmFormat(rawValue: $0) }) {
            words += ["-map", "0:v", "-map", "1:a", "-shortest"] + format.soundCoding
        }
        words += ["-fflags", "+bitexact", "-flags:a", "+bitexact"] + (whole?.metadata ?? [])
        var process = try FilmEncoder.start(words + [FileName.plain(partial.path)], input: nil, "joining films needs")
        let status = process.wait()
        if status != 0 { throw .failed("ffmpeg failed with status \(status)") }
        try partial.finish()
    }

    private static func torn(_ piece: String, _ count: Int, _ part: FilmPart) -> Failure {
        .failed("\(piece) has \(count) of its \(part.frames.count) frames: it is torn")
    }

    /// The comment of a compressed film.
    private static func comment(of piece: String) throws(Failure) -> String? {
        try answer(["-i", FileName.plain(piece), "-f", "ffmetadata", "-"], piece).split(separator: "\n")
            .first { $0.lowercased().hasPrefix("comment=") }
            .map { $0.dropFirst(8).filter { $0 != "\\" } }
    }

    /// Number of pictures of a compressed film: one line each.
    private static func frames(of piece: String) throws(Failure) -> Int {
        try answer(["-i", FileName.plain(piece), "-map", "0:v", "-c", "copy", "-f", "framecrc", "-"], piece)
            .split(separator: "\n").count { !$0.hasPrefix("#") }
    }

    /// ffmpeg's standard output about a piece.
    private static func answer(_ words: [String], _ piece: String) throws(Failure) -> String {
        let folder = try TemporaryDirectory()
        let path = folder.file("answer")
        let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .failed("\(path): \(SystemError.text())") }
        defer { close(file) }
        let streams = ChildProcess.Streams(output: file, error: STDERR_FILENO)
        guard var process = try ChildProcess.spawn("ffmpeg", ["-loglevel", "error"] + words, streams: streams) else {
            throw .failed("joining films needs ffmpeg, which is not installed")
        }
        guard process.wait() == 0 else { throw .failed("\(piece) cannot be read as a film") }
        var script = try Script(path: path)
        var lines: [String] = []
        while !script.isAtEnd {
            try script.fill()
            while let line = script.nextOfAny() { lines.append(String(decoding: line, as: UTF8.self)) }
        }
        return lines.joined(separator: "\n")
    }
}
