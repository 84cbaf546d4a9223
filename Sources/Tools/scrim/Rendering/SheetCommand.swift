import Expressions

/// `render --sheet` and `--mark`: several times of a scene in one picture.
enum SheetCommand {
    static func perform(_ options: RenderOptions) throws(Failure) {
        Interruption.catchSignals()
        guard case .picture(let path)? = options.output else { throw .usage("--sheet and --mark make one picture") }
        let marks = options.isMarked ? try marks(options) : []
        var script = try Script(path: options.scene, name: options.daemon.pack?.name, more: options.more)
        var daemon = try PrivateDaemon(options.daemon)
        var timeline = try Timeline(daemon.connect())
        var cells: [PictureSheet.Cell] = []
        for index in options.frames {
            let time = options.time(of: index)
            try timeline.advance(to: time, playing: &script)
            let file = daemon.file("m\(index).png")
            _ = try timeline.pipeline.connection.snapshot(["format=png"], to: file)
            var cell = PictureSheet.Cell(file: file, title: title(time))
            for (object, codes) in marks {
                guard let frame = try timeline.pipeline.connection.extent(of: object) else { continue }
                cell.marks.append(PictureSheet.Mark(frame: frame, name: "\(object): \(codes)"))
            }
            cells.append(cell)
        }
        let size = try timeline.pipeline.connection.outputPicture("main").size
        let sheet = PictureSheet(
            cells: cells, size: size, columns: options.columns ?? PictureSheet.usualColumns(cells.count),
            hasTitles: options.isSheet)
        try sheet.write(to: path)
    }

    /// A time with millisecond precision.
    static func title(_ time: Double) -> String { JSONValue.text(of: (time * 1000).rounded() / 1000) + " s" }

    /// Findings of `check`, by object.
    private static func marks(_ options: RenderOptions) throws(Failure) -> [(object: String, codes: String)] {
        guard options.scene != "-" else { throw .usage("--mark takes a file, which is read twice") }
        var check = CheckCommand.Options()
        check.files = [options.scene]
        check.moments = options.frames.map { options.time(of: $0) }
        check.daemon = options.daemon
        var marks: [(object: String, codes: [String])] = []
        for finding in try CheckCommand.findings(in: options.scene, check) {
            guard let object = finding.object else { continue }
            if let at = marks.firstIndex(where: { $0.object == object }) {
                if !marks[at].codes.contains(finding.code) { marks[at].codes.append(finding.code) }
            } else {
                marks.append((object, [finding.code]))
            }
        }
        return marks.map { ($0.object, $0.codes.joined(separator: ", ")) }
    }
}
