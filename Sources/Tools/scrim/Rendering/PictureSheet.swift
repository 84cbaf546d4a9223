import Expressions
import Glibc

/// Pictures side by side with titles and marks, drawn by a private daemon.
struct PictureSheet {
    /// An outlined rectangle in a picture, with a name at its corner.
    struct Mark {
        /// x, y, width, height in pixels of the picture.
        let frame: [Double]
        let name: String
    }

    struct Cell {
        /// Absolute path of a .png.
        let file: String
        let title: String
        var marks: [Mark] = []
        /// Another picture; its difference from the first one is shown.
        var other: String?
    }

    let cells: [Cell]
    /// Size of each picture in pixels.
    let size: (width: Int, height: Int)
    let columns: Int
    /// False: no titles and no gaps between the pictures.
    var hasTitles = true

    /// Maximum pixels of a sheet: beyond it, the pictures are scaled down.
    private static let mostPixels = 24e6
    private static let (gap, title) = (12.0, 28.0)
    private static let colors = ["#ff3b30", "#ffcc00", "#34c759", "#0a84ff", "#bf5af2", "#ff9f0a"]

    /// Number of columns for a sheet with approximately a screen's proportions.
    static func usualColumns(_ count: Int) -> Int { max(1, min(count, Int(Double(count).squareRoot().rounded(.up)))) }

    func write(to path: String) throws(Failure) {
        let rows = (cells.count + columns - 1) / columns
        let all = Double(size.width * size.height) * Double(columns * rows)
        let scale = min(1, (Self.mostPixels / all).squareRoot())
        let (gap, title) = hasTitles ? (Self.gap, Self.title) : (0, 0)
        let (width, height) = (
            max(1, (Double(size.width) * scale).rounded()), max(1, (Double(size.height) * scale).rounded())
        )
        var options = PrivateDaemon.Options()
        options.size =
            "\(Int(Double(columns) * (width + gap) + gap))x\(Int(Double(rows) * (height + title + gap) + gap))"
        var daemon = try PrivateDaemon(options)
        var connection = try daemon.connect()
        _ = try connection.ask("set root backgroundColor=#1c1c1e")
        for (index, cell) in cells.enumerated() {
            let x = gap + Double(index % columns) * (width + gap)
            let y = gap + Double(index / columns) * (height + title + gap)
            try draw(cell, "c\(index)", [x, y + title, width, height], scale, &connection)
            guard hasTitles else { continue }
            _ = try connection.ask(
                WordQuoting.line([
                    "create", "t\(index)", "text", "anchorPoint=0,0.5", "position=\(x),\(y + title / 2)",
                    "fontSize=16", "foregroundColor=#f2f2f7", "string=\(cell.title)",
                ]))
        }
        if path == "-" {
            try Console.write(connection.picture(["format=png"]))
        } else {
            let format = try PictureFormat.of(path) ?? "png"
            _ = try connection.snapshot(["format=\(format)"], to: path)
        }
    }

    private func draw(
        _ cell: Cell, _ id: String, _ frame: [Double], _ scale: Double, _ connection: inout Connection
    ) throws(Failure) {
        func ask(_ words: String...) throws(Failure) { _ = try connection.ask(WordQuoting.line(words)) }
        func text(_ numbers: [Double]) -> String { numbers.map { "\($0)" }.joined(separator: ",") }
        let inside = "frame=" + text([0, 0, frame[2], frame[3]])
        try ask(
            "create", id, "layer", "frame=" + text(frame), "masksToBounds=true", "isolated=true",
            "backgroundColor=black")
        try ask("create", id + ".picture", "layer", "parent=" + id, inside, "contents=" + cell.file)
        if let other = cell.other {
            try ask(
                "create", id + ".other", "layer", "parent=" + id, inside, "contents=" + other,
                "compositingFilter=difference")
        }
        for (number, mark) in cell.marks.enumerated() where mark.frame.count == 4 {
            let color = Self.colors[number % Self.colors.count]
            let box = mark.frame.map { $0 * scale }
            // At the edges, the outline is inside of the picture.
            let (left, top) = (max(box[0] - 2, 0), max(box[1] - 2, 0))
            let (right, bottom) = (min(box[0] + box[2] + 2, frame[2]), min(box[1] + box[3] + 2, frame[3]))
            guard right > left, bottom > top else { continue }
            let name = "\(id).m\(number)"
            try ask(
                "create", name, "layer", "parent=" + id, "frame=" + text([left, top, right - left, bottom - top]),
                "borderWidth=2", "borderColor=" + color)
            let isLow = top < 18
            try ask(
                "create", name + "t", "text", "parent=" + id, "anchorPoint=0,\(isLow ? 0 : 1)",
                "position=" + text([left, isLow ? min(bottom, frame[3] - 16) : top]), "fontSize=12",
                "font=sans bold", "foregroundColor=black", "backgroundColor=" + color, "string= \(mark.name) ")
        }
    }
}

extension Connection {
    /// The visible part of an object in the output's pixels; nil when invisible.
    mutating func extent(of id: String) throws(Failure) -> [Double]? {
        let payload: String
        do throws(Failure) { payload = try ask(WordQuoting.line(["explain", id])) } catch .failed { return nil }
        let value = JSONValue(payload)
        guard let numbers = value?["extent"]?.elements.compactMap(\.number), numbers.count == 4, numbers[2] > 0,
            numbers[3] > 0
        else { return nil }
        return numbers
    }
}
