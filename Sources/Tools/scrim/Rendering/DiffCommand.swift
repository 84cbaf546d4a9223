import Expressions

/// `diff A B`: compares the pictures of two files at given times, and lists the layers that differ.
enum DiffCommand {
    private struct Options {
        var files: [String] = []
        var output: String?
        var moments = [0.0]
        var daemon = PrivateDaemon.Options()
    }

    static func perform(_ words: [String]) throws(Failure) {
        let options = try options(words)
        Interruption.catchSignals()
        var first = try Side(options.files[0], options.daemon)
        var second = try Side(options.files[1], options.daemon)
        var cells: [PictureSheet.Cell] = []
        var isDifferent = false
        for (index, time) in options.moments.enumerated() {
            let (one, two) = try (first.picture(index, at: time), second.picture(index, at: time))
            guard first.size == second.size else {
                throw .failed(
                    "\(options.files[0]) is \(first.size[0])x\(first.size[1]) pixels, \(options.files[1]) \(second.size[0])x\(second.size[1])"
                )
            }
            let layers = try differences(first.state(), second.state())
            let title = SheetCommand.title(time)
            if one.hash != two.hash || !layers.isEmpty {
                isDifferent = true
                let pixels = one.hash == two.hash ? "the same pixels" : "other pixels"
                try Console.printLine("\(title): \(pixels)" + layers.map { "\n  \($0)" }.joined())
            }
            cells += [
                PictureSheet.Cell(file: one.file, title: "expected, \(title)"),
                PictureSheet.Cell(file: two.file, title: "actual"),
                PictureSheet.Cell(file: one.file, title: "difference", other: two.file),
            ]
        }
        if let output = options.output {
            try PictureSheet(cells: cells, size: (first.size[0], first.size[1]), columns: 3).write(to: output)
        }
        if isDifferent { throw .saidAlready(status: 1) }
    }

    private static func options(_ words: [String]) throws(Failure) -> Options {
        var reader = OptionReader(words)
        var options = Options()
        while let item = reader.next() {
            guard case .option(let name, let joined) = item else {
                if case .word(let file) = item { options.files.append(file) }
                continue
            }
            func value() throws(Failure) -> String { try reader.value(of: name, joined: joined) }
            switch name {
            case "-o":
                let path = try value()
                _ = try PictureFormat.of(path)
                options.output = path
            case "--at": options.moments = try RenderOptions.moments(value())
            default:
                guard try options.daemon.take(name, value) else { throw OptionReader.unknown(name) }
            }
        }
        guard options.files.count == 2, !options.files.contains("-") else {
            throw .usage("diff takes two files of lines")
        }
        return options
    }

    /// One of the files, in its own daemon.
    private struct Side: ~Copyable {
        private var script: Script
        private var daemon: PrivateDaemon
        private var timeline: Timeline
        private(set) var size = [0, 0]

        init(_ path: String, _ options: PrivateDaemon.Options) throws(Failure) {
            var options = options
            if Pack.isPack(path) { options.use(try Pack(path)) }
            let script = try Script(path: options.pack?.scene ?? path, name: path)
            var daemon = try PrivateDaemon(options)
            let timeline = try Timeline(daemon.connect())
            self.script = script
            self.daemon = daemon
            self.timeline = timeline
        }

        mutating func picture(_ index: Int, at time: Double) throws(Failure) -> (file: String, hash: String) {
            try timeline.advance(to: time, playing: &script)
            let (file, raw) = (daemon.file("d\(index).png"), daemon.file("d.rgba"))
            _ = try timeline.pipeline.connection.snapshot(["format=png"], to: file)
            let hash = try FrameHashes.hash(of: &timeline.pipeline.connection, through: raw)
            let picture = try timeline.pipeline.connection.outputPicture("main")
            size = [picture.width, picture.height]
            return (file, hash)
        }

        /// The visible state of each layer: its properties as text.
        mutating func state() throws(Failure) -> [(id: String, values: [(key: String, value: String)])] {
            var layers: [(id: String, values: [(key: String, value: String)])] = []
            for id in JSONValue(try timeline.pipeline.connection.ask("list kind=layer"))?.elements.compactMap(\.string)
                ?? []
            {
                let payload = try timeline.pipeline.connection.ask(WordQuoting.line(["get", id, "from=presentation"]))
                layers.append((id, JSONValue(payload)?.members.map { ($0.key, $0.value.compact) } ?? []))
            }
            return layers
        }
    }

    /// Lines with the layers that differ, and their differences.
    private static func differences(
        _ first: [(id: String, values: [(key: String, value: String)])],
        _ second: [(id: String, values: [(key: String, value: String)])]
    ) -> [String] {
        let (old, new) = (
            Dictionary(first.map { ($0.id, $0.values) }) { one, _ in one },
            Dictionary(second.map { ($0.id, $0.values) }) { one, _ in one }
        )
        var lines: [String] = []
        for (id, values) in first {
            guard let others = new[id] else {
                lines.append("\(id): only in the first")
                continue
            }
            for (key, value) in values {
                let other = others.first { $0.key == key }?.value
                if other != value { lines.append("\(id): \(key) \(value) → \(other ?? "default")") }
            }
            for (key, value) in others where !values.contains(where: { $0.key == key }) {
                lines.append("\(id): \(key) default → \(value)")
            }
        }
        lines += second.filter { old[$0.id] == nil }.map { "\($0.id): only in the second" }
        return lines
    }
}
