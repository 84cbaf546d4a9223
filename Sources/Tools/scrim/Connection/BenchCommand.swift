import Expressions
import Glibc

/// `bench latency`: the time from a line to its pixel.
///
/// A daemon of our own shows in memory that we can read (`export=memfd`). One line after another gives a layer a color that it never had;
/// the time runs from before the line is written until the layer's first pixel has the color. Between two lines the daemon rests for a
/// while, and for other times, so that no phase of the refresh is preferred.
///
/// `--wayland`: in a window, until the moment at which the compositor says that the frame became visible.
enum BenchCommand {
    /// What is measured, and beside what load.
    struct Options {
        /// Lines that are timed.
        var count = 500
        var size = "1280x720"
        /// Layers that move all the time.
        var cards = 0
        /// Processes that keep a core busy.
        var busy = 0
        var isOnScreen = false
    }

    /// Seconds after which a color that is not shown ends the measurement.
    private static let longest = 10.0

    static func perform(_ words: [String], _ format: OutputFormat) throws(Failure) {
        var format = format
        var reader = OptionReader(words)
        var (names, options) = ([String](), Options())
        while let item = reader.next() {
            switch item {
            case .word(let word): names.append(word)
            case .option(let name, let joined):
                switch name {
                case "--count": options.count = try number(name, joined, &reader, 1...100_000)
                case "--cards": options.cards = try number(name, joined, &reader, 0...10_000)
                case "--busy": options.busy = try number(name, joined, &reader, 0...1024)
                case "--wayland":
                    if joined != nil { throw .usage("--wayland takes no value") }
                    options.isOnScreen = true
                case "--size": options.size = try reader.value(of: name, joined: joined)
                default: if try !format.take(name, joined, &reader) { throw OptionReader.unknown(name) }
                }
            }
        }
        guard names == ["latency"] else { throw .usage("bench takes latency, nothing else") }
        Interruption.catchSignals()
        let times = LatencyTimes(try measure(options))
        if case .auto = format.form {
            try Console.write(times.text(options).utf8)
        } else {
            try format.print(times.json(options))
        }
    }

    private static func number(
        _ name: String, _ joined: String?, _ reader: inout OptionReader, _ range: ClosedRange<Int>
    ) throws(Failure) -> Int {
        let text = try reader.value(of: name, joined: joined)
        guard let number = Int(text), range.contains(number) else {
            throw .usage("\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound), not \(text)")
        }
        return number
    }

    // MARK: Measuring

    /// Seconds from each line to its pixel.
    private static func measure(_ options: Options) throws(Failure) -> [Double] {
        if options.isOnScreen, Environment.value("WAYLAND_DISPLAY") == nil {
            throw .unavailable("--wayland needs a Wayland compositor: WAYLAND_DISPLAY is not set")
        }
        var settings = PrivateDaemon.Options()
        (settings.size, settings.clock) = (options.size, "realtime")
        settings.isOnScreen = options.isOnScreen
        var daemon = try PrivateDaemon(settings)
        var connection = try daemon.connect()
        if !options.isOnScreen { _ = try connection.ask("set main export=memfd") }
        _ = try connection.ask("create probe layer frame=0,0,16,16 backgroundColor=black")
        for line in cards(options.cards) { _ = try connection.ask(line) }
        _ = try connection.ask("sync")
        var others: [pid_t] = []
        defer { for other in others { end(other) } }
        for _ in 0..<options.busy { others.append(try spin()) }
        if options.isOnScreen {
            return try times(options) { number throws(Failure) in try presented(number, &connection) }
        }
        let frame = try SharedFrame(of: daemon.identifier)
        return try times(options) { number throws(Failure) in try time(number, &connection, frame) }
    }

    private static func times(_ options: Options, _ measure: (Int) throws(Failure) -> Double) throws(Failure)
        -> [Double]
    {
        var times: [Double] = []
        for number in 1...options.count {
            usleep(useconds_t(25_000 + number * 7_919 % 25_000))
            times.append(try measure(number))
        }
        return times
    }

    /// The line that gives the probe the color `number`.
    private static func line(_ number: Int) -> String {
        let hex = String(number, radix: 16)
        return "set probe backgroundColor=#\(String(repeating: "0", count: 6 - hex.count))\(hex)"
    }

    /// One line, until the compositor showed its frame, which is the last composed one when `sync` is answered.
    private static func presented(_ number: Int, _ connection: inout Connection) throws(Failure) -> Double {
        for line in [line(number), "sync", "stats"] { connection.queue(line.utf8) }
        let begin = Amount.now()
        _ = try connection.answer()
        _ = try connection.answer()
        var wanted: Double?
        while Amount.now() - begin < longest {
            let stats = JSONValue(try connection.answer())
            wanted = wanted ?? stats?.value(at: "frames")?.number
            if let wanted, let shown = stats?.value(at: "presented.frame")?.number, shown >= wanted,
                let end = stats?.value(at: "presented.time")?.number
            {
                return end - begin
            }
            try Interruption.check()
            usleep(1000)
            connection.queue("stats".utf8)
        }
        throw .failed("the compositor did not tell within \(Int(longest)) seconds when line \(number) was visible")
    }

    /// One line, until its pixel is in shared memory.
    private static func time(
        _ number: Int, _ connection: inout Connection, _ frame: borrowing SharedFrame
    ) throws(Failure) -> Double {
        connection.queue(line(number).utf8)
        let wanted = 0xFF00_0000 | UInt32(number)
        let begin = Amount.now()
        // The line fits into the socket's buffer: one call sends it.
        _ = try connection.exchange(milliseconds: 0)
        while frame.firstPixel != wanted {
            guard Amount.now() - begin < longest else {
                throw .failed("line \(number) is not shown after \(Int(longest)) seconds")
            }
            try Interruption.check()
            sched_yield()
        }
        let end = Amount.now()
        _ = try connection.answer()
        return end - begin
    }

    /// Lines for layers that go to and fro, beside the probe.
    private static func cards(_ count: Int) -> [String] {
        (0..<count).flatMap { n in
            let (x, y) = (40 + n * 37 % 1000, 40 + n * 61 % 560)
            return [
                "create card\(n) layer frame=\(x),\(y),120,80 cornerRadius=12 backgroundColor=steelblue",
                "animate card\(n) position.x=\(x + 160) duration=\(1 + n % 3) autoreverses=true repeat=inf",
            ]
        }
    }

    /// A process that computes until it is ended, or this one has ended.
    private static func spin() throws(Failure) -> pid_t {
        let streams = ChildProcess.Streams()
        guard
            let child = try ChildProcess.spawn(
                "sh", ["-c", "while kill -0 $PPID 2>/dev/null; do :; done"], streams: streams)
        else {
            throw .unavailable("there is no sh on PATH")
        }
        return child.identifier
    }

    private static func end(_ process: pid_t) {
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }
}

/// The frame buffer of a daemon of ours, for reading.
@safe struct SharedFrame: ~Copyable {
    private let base: UnsafeMutableRawPointer
    private let length: Int

    /// Throws `failed` when the process has no such memory file.
    init(of process: pid_t) throws(Failure) {
        guard let descriptor = Self.open(process) else { throw .failed("the daemon shares no frame buffer") }
        defer { close(descriptor) }
        let length = max(Int(lseek(descriptor, 0, SEEK_END)), 4)
        guard let base = unsafe mmap(nil, length, PROT_READ, MAP_SHARED, descriptor, 0), unsafe base != MAP_FAILED
        else { throw .failed("the frame buffer cannot be mapped: \(SystemError.text())") }
        unsafe (self.base, self.length) = (base, length)
    }

    /// The descriptor under which the process has it, opened once more.
    private static func open(_ process: pid_t) -> Int32? {
        for number in 0..<1024 {
            let path = "/proc/\(process)/fd/\(number)"
            var target = [CChar](repeating: 0, count: 256)
            let count = unsafe readlink(path, &target, target.count)
            guard count > 0 else { continue }
            let name = String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if name.hasPrefix("/memfd:scrim-frame") {
                let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
                return descriptor < 0 ? nil : descriptor
            }
        }
        return nil
    }

    deinit { unsafe munmap(base, length) }

    /// 0xAARRGGBB, premultiplied.
    var firstPixel: UInt32 { unsafe base.load(as: UInt32.self) }
}
