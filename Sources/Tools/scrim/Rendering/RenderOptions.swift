import Geometry

/// The options of `render`.
struct RenderOptions {
    /// The file of lines; `-` is standard input.
    let scene: String
    /// The scene file or pack as the user named it.
    let name: String
    /// Nil when only hashes are requested.
    let output: RenderOutput?
    /// Scene time of the first frame, in seconds.
    let start: Double
    let rate: FrameRate
    /// Frames to render, of a sequence that begins with frame 0; 0..<1 for a picture.
    let frames: Range<Int>
    /// Number of frames of the whole sequence; nil: `--frames` without `--seconds`.
    let whole: Int?
    /// A file with the film's audio.
    let sound: String?
    let encoding: FilmEncoding
    /// True to print a hash of each frame.
    let prints: Bool
    /// A file with the expected hashes of the frames.
    let expected: String?
    let daemon: PrivateDaemon.Options
    /// Lines to run after the file's last one.
    let more: [String]
    /// Times to show instead of frames; nil for none or one.
    let moments: [Double]?
    /// True to show the times in one picture, and its number of columns; nil: automatic.
    let isSheet: Bool
    let columns: Int?
    /// True to outline findings of `check`.
    let isMarked: Bool
    /// True to report progress as JSON lines on standard error.
    let tellsProgress: Bool

    /// Scene time of a frame, in seconds.
    func time(of index: Int) -> Double { moments.map { $0[index] } ?? start + rate.time(of: index) }

    /// Goes on with the pieces of a film that was interrupted.
    let resumes: Bool
    /// Options without a value.
    static let flags: Set = ["--hash", "--sheet", "--mark", "--strict", "--resume"]

    static let mostFrames = 10_000_000

    init(_ words: [String]) throws(Failure) {
        var options = OptionReader(words)
        var files: [String] = []
        var output: String?
        var start = 0.0
        var seconds: Double?
        var rate: FrameRate?
        var part: Part?
        var sound: String?
        var encoding = FilmEncoding()
        var prints = false
        var expected: String?
        var daemon = PrivateDaemon.Options()
        var more: [String] = []
        var moments: [Double] = []
        var (isSheet, isMarked) = (false, false)
        var columns: Int?
        var tellsProgress = false
        var (isStrict, resumes) = (false, false)
        while let item = options.next() {
            guard case .option(let name, let joined) = item else {
                if case .word(let file) = item { files.append(file) }
                continue
            }
            func value() throws(Failure) -> String { try options.value(of: name, joined: joined) }
            switch name {
            case "-o": output = try value()
            case "--at":
                moments = try Self.moments(value())
                start = moments[0]
            case "--progress": tellsProgress = try Progress.isJSON(value())
            case "--sheet": isSheet = true
            case "--strict": isStrict = true
            case "--resume": resumes = true
            case "--mark": isMarked = true
            case "--columns":
                let text = try value()
                columns = Int(text)
                guard let columns, (1...Self.mostMoments).contains(columns) else {
                    throw .usage("--columns takes a number from 1 to \(Self.mostMoments): \(text)")
                }
            case "--seconds": seconds = try Self.seconds(value(), name)
            case "--frames", "--slice":
                guard part == nil else { throw .usage("--frames and --slice are two ways to say the same") }
                part = try Part(name, value())
            case "--line": more.append(try value())
            case "--hash": prints = true
            case "--expect": expected = try value()
            case "--audio": sound = try value()
            case "--fps":
                let text = try value()
                rate = FrameRate(text)
                if rate == nil { throw .usage("--fps takes 60, 29.97 or 30000/1001, not more than 1000: \(text)") }
            default:
                let isTaken = if try encoding.take(name, value) { true } else { try daemon.take(name, value) }
                guard isTaken else { throw OptionReader.unknown(name) }
            }
        }
        guard files.count == 1 else { throw .usage("render takes one file of lines") }
        name = files[0]
        if Pack.isPack(files[0]) {
            let pack = try Pack(files[0], isStrict: isStrict)
            daemon.use(pack)
            files = [pack.scene]
            // A sequence is as long as the pack says, unless one picture is asked for.
            let isPicture = !moments.isEmpty || isSheet || isMarked || output.map { Self.isPicture($0) } == true
            if seconds == nil, !isPicture,
                let value = pack.manifest.options.first(where: { $0.name == "seconds" })?.value
            {
                seconds = try Self.seconds(value, "--seconds")
            }
            if seconds != nil || part?.isRange == true, rate == nil {
                rate = pack.manifest.options.first { $0.name == "fps" }.flatMap { FrameRate($0.value) }
            }
        } else if isStrict {
            throw .usage("--strict goes with a pack")
        }
        let isFilm = seconds != nil || part?.isRange == true
        let isSequence = isFilm || (moments.count > 1 && !isSheet)
        guard moments.count < 2 || !isFilm else { throw .usage("--at takes one time with --seconds or --frames") }
        guard !isFilm || !(isSheet || isMarked) else {
            throw .usage("--sheet and --mark go with --at, not with a sequence")
        }
        guard !isMarked || isSheet || moments.count < 2 else { throw .usage("--mark of several moments needs --sheet") }
        guard columns == nil || isSheet else { throw .usage("--columns goes with --sheet") }
        guard !(isSheet || isMarked) || !(prints || expected != nil) else {
            throw .usage("--hash and --expect go with frames, not with --sheet and --mark")
        }
        guard rate == nil || isFilm else { throw .usage("--fps needs --seconds or --frames") }
        guard part == nil || isFilm else { throw .usage("--slice needs --seconds") }
        let chosen = rate ?? FrameRate("60")
        guard let chosen else { preconditionFailure("60 is a frame rate") }
        self.rate = chosen
        scene = files[0]
        self.start = start
        var whole: Int?
        if let seconds {
            let count = (seconds * chosen.perSecond).rounded()
            guard count <= Double(Self.mostFrames) else { throw .usage("more than \(Self.mostFrames) frames") }
            whole = max(Int(count), 1)
        }
        frames = try part?.frames(of: whole) ?? 0..<(whole ?? max(moments.count, 1))
        self.whole = isFilm ? whole : nil
        self.moments = isFilm || moments.isEmpty ? nil : moments
        (self.isSheet, self.columns, self.isMarked) = (isSheet, columns, isMarked)
        if isFilm { daemon.refresh = "\(chosen.perSecond)" }
        self.daemon = daemon
        self.sound = sound
        self.encoding = encoding
        (self.prints, self.expected) = (prints, expected)
        self.more = more
        self.tellsProgress = tellsProgress
        let isLooked = output == nil && (prints || expected != nil)
        self.output = isLooked ? nil : try RenderOutput(output ?? Self.defaultOutput(name), isSequence: isSequence)
        if isSequence, !isFilm, self.output != nil {
            guard case .pictures? = self.output else {
                throw .usage(
                    "several moments need --sheet, or a name like OUT-%d.png: \(output ?? Self.defaultOutput(name))")
            }
        }
        self.resumes = resumes
        if resumes {
            let isFile =
                switch self.output {
                case .video(let path): path != "-"
                case .film(_, let format): format.joins
                default: false
                }
            guard isFile, scene != "-", !prints, expected == nil else {
                throw .usage("--resume goes with a film whose pieces can be joined: .y4m, .mp4, .webm, .mov or .mkv")
            }
        }
        if prints, output == "-" { throw .usage("--hash and -o - both write to standard output") }
        if sound != nil, self.output?.format?.takesSound != true {
            throw .usage("--audio goes with a film that has sound: .mp4, .webm, .mov or .mkv")
        }
        if encoding != FilmEncoding(), self.output?.format == nil {
            throw .usage(
                "--preset, --crf, --bitrate, --codec and --ffmpeg go with a film of ffmpeg's: \(FilmFormat.names)")
        }
    }

    /// True for the name of one picture.
    private static func isPicture(_ output: String) -> Bool {
        let ending = FileName.ending(of: output)
        return ending != "y4m" && output != "-" && !output.contains("%") && FilmFormat(rawValue: ending ?? "") == nil
    }

    /// `NAME.png` in the working directory for a scene `…/NAME.scrim`.
    private static func defaultOutput(_ scene: String) -> String {
        guard scene != "-", let name = scene.split(separator: "/").last else { return "render.png" }
        let ending = FileName.ending(of: String(name)).map { $0.count + 1 } ?? 0
        return name.dropLast(ending) + ".png"
    }

    /// Maximum number of times in one command.
    static let mostMoments = 1000

    /// Parses `0,1,2.5`, in increasing order.
    static func moments(_ text: String) throws(Failure) -> [Double] {
        var moments: [Double] = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            moments.append(try seconds(String(word), "--at"))
        }
        guard moments.count <= mostMoments else { throw .usage("--at takes \(mostMoments) moments at most") }
        return moments.sorted()
    }

    private static func seconds(_ text: String, _ option: String) throws(Failure) -> Double {
        guard let seconds = SceneTime.seconds(text), seconds <= 1e9 else {
            throw .usage("\(option) takes seconds, from 0 on: \(text)")
        }
        return seconds
    }
}

extension RenderOptions {
    /// A part of a sequence: `--frames A-B`, both inclusive, or `--slice K/N`, the K-th of N parts.
    enum Part: Equatable {
        case range(Range<Int>)
        case slice(Int, of: Int)

        init(_ option: String, _ text: String) throws(Failure) {
            let isRange = option == "--frames"
            let numbers = text.split(separator: isRange ? "-" : "/", omittingEmptySubsequences: false).map { Int($0) }
            guard numbers.count == 2, let first = numbers[0], let last = numbers[1], first <= last,
                first >= (isRange ? 0 : 1), last < RenderOptions.mostFrames
            else {
                throw .usage(
                    isRange
                        ? "--frames takes the first and the last frame, as in 0-599: \(text)"
                        : "--slice takes a part and the number of parts, as in 1/8: \(text)")
            }
            self = isRange ? .range(first..<last + 1) : .slice(first, of: last)
        }

        var isRange: Bool { if case .range = self { true } else { false } }

        /// The frames, given the total number; nil: unlimited.
        func frames(of whole: Int?) throws(Failure) -> Range<Int> {
            switch self {
            case .range(let range):
                if let whole, range.upperBound > whole {
                    throw .usage("there are frames 0 to \(whole - 1), not \(range.upperBound - 1)")
                }
                return range
            case .slice(let part, let parts):
                let whole = whole ?? 0
                guard parts <= whole else { throw .usage("\(whole) frames make no \(parts) parts") }
                return whole * (part - 1) / parts..<whole * part / parts
            }
        }
    }
}

/// Times in protocol syntax.
enum SceneTime {
    /// `2`, `0.5s`, `250ms`; nil for a negative one and for anything else.
    static func seconds(_ text: some StringProtocol) -> Double? {
        let isMilliseconds = text.hasSuffix("ms")
        let digits = isMilliseconds ? text.dropLast(2) : text.hasSuffix("s") ? text.dropLast() : text[...]
        guard digits.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }), let number = Double(digits) else {
            return nil
        }
        guard number.isFinite, number >= 0 else { return nil }
        return isMilliseconds ? number / 1000 : number
    }
}

/// Destination of rendered frames.
enum RenderOutput: Equatable {
    /// One picture; `-` is standard output.
    case picture(String)
    /// One picture per frame, with its number between the two parts, with at least `digits` digits.
    case pictures(before: String, digits: Int, after: String)
    /// Uncompressed video; `-` is standard output.
    case video(String)
    /// Video compressed by ffmpeg.
    case film(String, FilmFormat)

    var format: FilmFormat? { if case .film(_, let format) = self { format } else { nil } }

    init(_ path: String, isSequence: Bool) throws(Failure) {
        let ending = FileName.ending(of: path)
        switch ending {
        case _ where path == "-": self = isSequence ? .video(path) : .picture(path)
        case "y4m": self = .video(path)
        case .some(let name) where isSequence && !path.contains("%"):
            guard let format = FilmFormat(rawValue: name) else {
                throw .usage(
                    "a sequence needs a name like OUT-%04d.png or OUT.y4m, or one that ends in \(FilmFormat.names): \(path)"
                )
            }
            self = .film(path, format)
        case .some(let name) where FilmFormat(rawValue: name) != nil && !isSequence:
            throw .usage("\(path) is a sequence: give --seconds")
        default:
            _ = try PictureFormat.of(path)
            self = try isSequence ? Self.numbered(path) : .picture(path)
        }
        switch self {
        case .video, .film:
            if !isSequence { throw .usage("\(path) is a sequence: give --seconds") }
        case .picture, .pictures: break
        }
    }

    /// `OUT-%04d.png` or `OUT-%d.png`.
    private static func numbered(_ path: String) throws(Failure) -> RenderOutput {
        let parts = path.split(separator: "%", omittingEmptySubsequences: false)
        guard parts.count == 2, let letter = parts[1].firstIndex(of: "d") else {
            throw .usage("a sequence needs a name like OUT-%04d.png, OUT.y4m or OUT.mp4: \(path)")
        }
        let width = parts[1][..<letter]
        guard width.utf8.allSatisfy({ (0x30...0x39).contains($0) }), width.utf8.count <= 2 else {
            throw .usage("cannot number frames by %\(width)d: write %04d")
        }
        let after = parts[1][parts[1].index(after: letter)...]
        return .pictures(before: String(parts[0]), digits: Int(width) ?? 0, after: String(after))
    }

    /// The name of one of `pictures`.
    static func numbered(_ index: Int, before: String, digits: Int, after: String) -> String {
        let number = "\(index)"
        return before + String(repeating: "0", count: max(digits - number.count, 0)) + number + after
    }
}
