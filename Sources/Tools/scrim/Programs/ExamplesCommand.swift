import Glibc

/// The scenes that come with the tool: lists them, shows one, copies one.
enum ExamplesCommand {
    static func perform(_ words: [String], _ coloring: Coloring) throws(Failure) {
        var options = OptionReader(words)
        var (names, folder): ([String], String?) = ([], nil)
        var previews: [String] = []
        while let item = options.next() {
            switch item {
            case .word(let word): names.append(word)
            case .option("--copy", let joined): folder = try options.value(of: "--copy", joined: joined)
            case .option("-o", let joined): previews = ["-o", try options.value(of: "-o", joined: joined)]
            case .option(let name, _): throw OptionReader.unknown(name)
            }
        }
        guard names.count <= 1, !names.isEmpty || folder == nil && previews.isEmpty, folder == nil || previews.isEmpty
        else { throw .usage("examples takes one name, and --copy FOLDER or -o OUT.png") }
        guard let root = SharedFile.path("share/scrim/examples", "examples") else {
            throw .unavailable("there is no share/scrim/examples above scrim")
        }
        guard let name = names.first else {
            return try Console.write(HelpPage(coloring).rows(try list(root)).utf8)
        }
        let known = try list(root).map(\.0)
        guard known.contains(name) else {
            throw .failed("there is no example \(name); `scrim examples` lists them")
        }
        if let folder { return try copy(name, in: root, to: folder) }
        try PreviewCommand.perform(["\(root)/\(name).scrim"] + previews, coloring)
    }

    /// Names and first sentences, in order.
    private static func list(_ root: String) throws(Failure) -> [(String, String)] {
        var found: [(String, String)] = []
        for entry in try SharedFile.names(in: root) {
            if entry.hasSuffix(".scrim") {
                found.append((entry, ""))
            } else if let inside = try? SharedFile.names(in: "\(root)/\(entry)") {
                found += inside.filter { $0.hasSuffix(".scrim") }.map { ("\(entry)/\($0)", "") }
            }
        }
        return try found.map { (file, _) throws(Failure) in
            (String(file.dropLast(".scrim".count)), try sentence("\(root)/\(file)"))
        }
    }

    /// The first sentence of a file's comment.
    private static func sentence(_ path: String) throws(Failure) -> String {
        let lines = try text(path).split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix("# ") }).map({ String($0.dropFirst(2)) }) else { return "" }
        guard let end = line.range(of: ". ") else { return line }
        return String(line[..<end.lowerBound]) + "."
    }

    private static func text(_ path: String) throws(Failure) -> String {
        var bytes: [UInt8] = []
        try SharedFile.read(path) { (piece) throws(Failure) in bytes += piece }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Copies a scene and the files that it names by paths relative to it. None is overwritten.
    private static func copy(_ name: String, in root: String, to folder: String) throws(Failure) {
        let source = "\(root)/\(name).scrim"
        let home = source.split(separator: "/").dropLast().joined(separator: "/")
        let file = String(source.split(separator: "/").last ?? "")
        var files = [file]
        for word in try text(source).split(whereSeparator: { " =\"',;\n".contains($0) }) {
            let path = String(word)
            guard !path.hasPrefix("/"), !path.split(separator: "/").contains(".."),
                path.hasSuffix(".png") || path.hasSuffix(".svg")
                    || path.hasSuffix(".ttf") || path.hasSuffix(".scrim"), !files.contains(path),
                unsafe access("/\(home)/\(path)", R_OK) == 0
            else { continue }
            files.append(path)
        }
        for path in files {
            var folders = folder
            for part in [""] + path.split(separator: "/").dropLast().map(String.init) {
                folders += part.isEmpty ? "" : "/" + part
                guard unsafe mkdir(folders, 0o777) == 0 || errno == EEXIST else {
                    throw .failed("\(folders): \(SystemError.text())")
                }
            }
            let target = "\(folder)/\(path)"
            let descriptor = unsafe open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            guard descriptor >= 0 else { throw .failed("\(target): \(SystemError.text())") }
            defer { close(descriptor) }
            try SharedFile.read("/\(home)/\(path)") { (piece) throws(Failure) in
                try Console.write(piece, to: descriptor)
            }
            try Console.printLine(target)
        }
    }
}
