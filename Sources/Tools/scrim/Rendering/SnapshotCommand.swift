import Expressions
import Geometry
import Glibc

/// Writes a picture of the daemon's output to a file or to standard output.
enum SnapshotCommand {
    static func perform(_ words: [String], _ target: Target) throws(Failure) {
        var options = OptionReader(words)
        var file: String?
        // The daemon's verb keeps existing files; this program replaces a named file.
        var overwrites = true
        var passed: [String] = []
        var marked: [String] = []
        while let item = options.next() {
            switch item {
            case .option("--mark", let joined):
                marked += try options.value(of: "--mark", joined: joined).split(separator: ",").map(String.init)
            case .word(let word) where word.hasPrefix("mark="):
                marked += word.dropFirst("mark=".count).split(separator: ",").map(String.init)
            case .option("-o", let joined): file = try options.value(of: "-o", joined: joined)
            case .option(let name, _): throw OptionReader.unknown(name)
            case .word(let word) where word.hasPrefix("path="):
                file = String(word.dropFirst("path=".count))
                overwrites = false
            case .word(let word): passed.append(word)
            }
        }
        let asked = passed.last { $0.hasPrefix("format=") }?.dropFirst("format=".count)
        let path = file ?? "snapshot." + (asked.flatMap { $0.isEmpty ? nil : $0 } ?? "png")
        if asked == nil, let format = try PictureFormat.of(path) { passed.append("format=\(format)") }
        var connection = try target.connect()
        if !marked.isEmpty { return try mark(marked, passed, path, &connection) }
        if path == "-" {
            try Console.write(connection.picture(passed))
        } else {
            let payload = try connection.snapshot(passed, to: path, overwrites: overwrites)
            try Console.printLine(payload)
        }
    }
}

extension SnapshotCommand {
    /// A picture of an output with layers outlined and named.
    private static func mark(
        _ ids: [String], _ words: [String], _ path: String, _ connection: inout Connection
    ) throws(Failure) {
        for word in words where !word.hasPrefix("output=") && !word.hasPrefix("format=") {
            throw .usage("--mark outlines layers of a whole output: \(word) does not go with it")
        }
        let output = words.last { $0.hasPrefix("output=") }?.dropFirst("output=".count)
        let folder = try TemporaryDirectory()
        let file = folder.file("picture.png")
        _ = try connection.snapshot(words.filter { $0.hasPrefix("output=") } + ["format=png"], to: file)
        var cell = PictureSheet.Cell(file: file, title: "")
        for id in ids {
            // Unknown ids fail.
            _ = try connection.ask(WordQuoting.line(["get", id, "kind"]))
            guard let frame = try connection.extent(of: id) else {
                Console.complain("\(id) is not seen")
                continue
            }
            cell.marks.append(PictureSheet.Mark(frame: frame, name: id))
        }
        let size = try connection.outputPicture(output.map(String.init) ?? "main").size
        try PictureSheet(cells: [cell], size: size, columns: 1, hasTitles: false).write(to: path)
    }
}

/// The daemon's picture formats, by file name.
enum PictureFormat {
    /// Nil for an unknown extension: the daemon's default is used.
    static func of(_ path: String) throws(Failure) -> String? {
        guard path != "-", let ending = FileName.ending(of: path) else { return nil }
        guard ["png", "ppm", "rgba", "pdf", "svg"].contains(ending) else {
            throw .usage(
                "cannot tell a picture's format from \(path): name it .png, .ppm, .rgba, .pdf or .svg, or give format=")
        }
        return ending
    }
}

/// Operations on paths.
enum FileName {
    /// The lower-case extension of the last component; nil for none.
    static func ending(of path: String) -> String? {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        return name[name.index(after: dot)...].lowercased()
    }

    /// The path as an argument that cannot be taken for an option.
    static func plain(_ path: String) -> String { path.hasPrefix("-") ? "./" + path : path }

    /// The absolute path, for processes with another working directory.
    static func absolute(_ path: String) throws(Failure) -> String {
        if path.hasPrefix("/") { return path }
        guard let directory = unsafe getcwd(nil, 0) else {
            throw .failed("cannot find the working directory: \(SystemError.text())")
        }
        defer { unsafe free(directory) }
        return unsafe String(cString: directory) + "/" + path
    }
}

extension Connection {
    /// Has the daemon write a picture.
    ///
    /// - Parameters:
    ///   - words: the part to picture: `output=`, `layer=`, `rect=`, `scale=`, `format=`.
    ///   - overwrites: a file that is there is replaced.
    /// - Returns: the reply's payload.
    mutating func snapshot(_ words: [String], to path: String, overwrites: Bool = true) throws(Failure) -> String {
        let target = ["path=" + (try FileName.absolute(path))] + (overwrites ? ["overwrite=true"] : [])
        return try ask(WordQuoting.line(["snapshot"] + words + target))
    }

    /// The bytes of a picture in the reply.
    mutating func picture(_ words: [String]) throws(Failure) -> [UInt8] {
        let payload = try ask(WordQuoting.line(["snapshot"] + words))
        guard let data = JSONValue(payload)?["data"]?.string, let bytes = Base64.decode(data) else {
            throw .failed("the daemon's reply holds no picture")
        }
        return bytes
    }
}
