import Geometry
import Glibc
import Storage

/// Position of a film's frames in a whole, stored in its file: `scrim:FIRST.COUNT.WHOLE.SCENE` in the comment of a
/// film, or `S:` and the same in the header of a .y4m. Numbers are in base 36, as some readers accept only headers up
/// to 95 bytes.
struct FilmPart: Equatable {
    /// Its frames in the whole.
    var frames: Range<Int>
    /// Total number of frames; nil: unknown.
    var whole: Int?
    /// A short hash of the film's sources: the scene's lines, size, rate and configuration.
    var scene: String

    init(frames: Range<Int>, whole: Int?, scene: String) {
        (self.frames, self.whole, self.scene) = (frames, whole, scene)
    }

    /// Nil for other texts.
    init?(_ text: some StringProtocol) {
        guard let colon = text.firstIndex(of: ":"), ["scrim", "S"].contains(String(text[..<colon])) else { return nil }
        let words = text[text.index(after: colon)...].split(separator: ".", omittingEmptySubsequences: false)
        guard words.count == 4, let first = Int(words[0], radix: 36), let count = Int(words[1], radix: 36),
            (0...Int(Int32.max)).contains(first), (1...Int(Int32.max)).contains(count)
        else { return nil }
        frames = first..<first + count
        whole = Int(words[2], radix: 36)
        scene = String(words[3])
    }

    /// For the header of a .y4m.
    var short: String { "S:\(place)" }

    private var place: String {
        let numbers = [frames.lowerBound, frames.count].map { String($0, radix: 36) }
        return "\(numbers[0]).\(numbers[1]).\(whole.map { String($0, radix: 36) } ?? "-").\(scene)"
    }

    /// ffmpeg's options that store it in a film.
    var metadata: [String] { ["-metadata", "comment=scrim:\(place)"] }

    /// The whole that pieces form together; nil when none has a position. Throws when pieces are missing, duplicate,
    /// unordered or from another film.
    ///
    /// - Parameter wanted: the expected frames; nil: the whole film.
    static func joined(
        _ pieces: [(name: String, part: FilmPart?)], _ wanted: Range<Int>? = nil
    ) throws(Failure) -> FilmPart? {
        guard let (known, first) = pieces.lazy.compactMap({ piece in piece.part.map { (piece.name, $0) } }).first else {
            return nil
        }
        var next = wanted?.lowerBound ?? 0
        var before: String?
        for (name, part) in pieces {
            guard let part else { throw .failed("\(name) does not say which part it is, as \(known) does") }
            guard part.scene == first.scene, part.whole == first.whole else {
                throw .failed("\(name) is a part of another film than \(known)")
            }
            let begin = part.frames.lowerBound
            if begin > next { throw .failed("\(range(next..<begin)) missing before \(name)") }
            if begin < next, let before {
                throw .failed("\(name) begins with frame \(begin), which comes before the end of \(before)")
            }
            (next, before) = (part.frames.upperBound, name)
        }
        if let end = wanted?.upperBound ?? first.whole, next < end {
            throw .failed("\(range(next..<end)) missing at the end")
        }
        return FilmPart(frames: (wanted?.lowerBound ?? 0)..<next, whole: first.whole, scene: first.scene)
    }

    private static func range(_ frames: Range<Int>) -> String {
        frames.count == 1
            ? "frame \(frames.lowerBound) is" : "frames \(frames.lowerBound) to \(frames.upperBound - 1) are"
    }
}

extension FilmPart {
    /// The part of a sequence for these options; nil for a scene that is no regular file and can be read only once.
    init?(of options: RenderOptions) throws(Failure) {
        var status = stat()
        guard unsafe stat(options.scene, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var hash = SHA256()
        for path in [options.scene, options.daemon.config] { try Self.update(&hash, path) }
        let rate = "\(options.rate.numerator)/\(options.rate.denominator)"
        for line in options.more { Self.update(&hash, line: line.utf8) }
        let form = [options.daemon.size ?? "", options.daemon.scale ?? "", rate, "\(options.start)"]
        hash.update(form.joined(separator: " ").utf8)
        self.init(frames: options.frames, whole: options.whole, scene: Self.short(hash.hexadecimal()))
    }

    /// Five digits in base 36 of a hexadecimal hash.
    private static func short(_ hash: String) -> String {
        let digits = String((UInt64(hash.prefix(12), radix: 16) ?? 0) % 60_466_176, radix: 36)
        return String(repeating: "0", count: 5 - digits.count) + digits
    }

    private static func update(_ hash: inout SHA256, _ path: String) throws(Failure) {
        var script = try Script(path: path)
        while !script.isAtEnd {
            try script.fill()
            while let line = script.next() { update(&hash, line: line) }
        }
    }

    /// Hashes the words of a line, regardless of their quotes.
    private static func update(_ hash: inout SHA256, line: some Collection<UInt8>) {
        if line.contains(where: { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") }) {
            for word in CheckedLine(String(decoding: line, as: UTF8.self), number: 0).words {
                hash.update((word.key + (word.isExpression ? ":=" : "=") + word.value + "\0").utf8)
            }
        } else {
            hash.update(line)
        }
        hash.update([UInt8(ascii: "\n")])
    }
}
