import Glibc
import PackArchive
import Storage

/// `pack`: a scene file and all files that it names become one file. The scene is played once, and each file and font that the daemon opens
/// is kept.
enum PackCommand {
    /// Pictures that are made on the way, so that what shows later is opened too.
    private static let mostLooks = 400
    private static let usualPause = 0.25

    static func perform(_ words: [String]) throws(Failure) {
        var options = OptionReader(words)
        var files: [String] = []
        var output: String?
        var daemon = PrivateDaemon.Options()
        var manifest = PackManifest()
        while let item = options.next() {
            guard case .option(let name, let joined) = item else {
                if case .word(let file) = item { files.append(file) }
                continue
            }
            let value = try options.value(of: name, joined: joined)
            switch name {
            case "-o": output = value
            case "--plugin-path": daemon.pluginPath = value
            case "--size", "--scale", "--fps", "--seconds": manifest.options.append((String(name.dropFirst(2)), value))
            default: throw OptionReader.unknown(name)
            }
        }
        guard let output, files.count == 1, files[0] != "-" else {
            throw .usage("pack takes one file of lines, and -o OUT")
        }
        guard Pack.isPack(output) else { throw .usage("a pack's name ends in .scrimpack: \(output)") }
        // The values are those of `render`, and checked as there.
        let render = try RenderOptions(
            files + manifest.options.flatMap { ["--\($0.name)", $0.value] } + ["--hash"])
        daemon.size = render.daemon.size
        (daemon.scale, daemon.refresh) = (render.daemon.scale, render.daemon.refresh)
        guard scrim_archive_is_there() else { throw .failed("packs need libarchive, which is not installed") }
        Interruption.catchSignals()
        let collected = try TemporaryDirectory()
        for name in ["named", "fonts"] { _ = unsafe mkdir(collected.file(name), 0o700) }
        daemon.variables = [("SCRIM_COLLECT", collected.path)]
        try play(files[0], daemon, until: render.time(of: render.frames.upperBound - 1))
        try write(output, scene: files[0], &manifest, from: collected.path)
    }

    /// Plays the scene, and makes pictures of it that nobody sees.
    private static func play(_ file: String, _ options: PrivateDaemon.Options, until end: Double) throws(Failure) {
        var script = try Script(path: file)
        var daemon = try PrivateDaemon(options)
        do throws(Failure) {
            var timeline = try Timeline(daemon.connect())
            let pause = max(usualPause, end / Double(mostLooks))
            for look in 0...Int((end / pause).rounded(.up)) {
                try timeline.advance(to: min(Double(look) * pause, end), playing: &script)
                _ = try timeline.pipeline.connection.snapshot(["format=rgba"], to: daemon.file("look.rgba"))
            }
            try timeline.play(&script)
        } catch .unavailable(let message) {
            try Interruption.check()
            throw .unavailable(message + daemon.lastWords())
        }
    }

    /// Lines of two words with a tab between them; none when the file is not there.
    private static func list(_ path: String) throws(Failure) -> [(String, String)] {
        guard unsafe access(path, R_OK) == 0 else { return [] }
        var text: [UInt8] = []
        try SharedFile.read(path) { text += $0 }
        return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line in
            let words = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return words.count == 2 ? (words[0], words[1]) : nil
        }
    }

    private static func write(
        _ output: String, scene: String, _ manifest: inout PackManifest, from folder: String
    ) throws(Failure) {
        if let (path, reason) = try list("\(folder)/missing").first {
            throw .failed("\(scene) names \(path), which cannot be packed: \(reason)")
        }
        var bytes: [UInt8] = []
        try SharedFile.read(scene) { bytes += $0 }
        let text = String(decoding: bytes, as: UTF8.self)
        var contents: [String: String] = [:]
        func hash(_ path: String) throws(Failure) -> String {
            var digest = SHA256()
            try SharedFile.read(path) { digest.update($0) }
            let hash = digest.hexadecimal()
            contents[hash] = path
            return hash
        }
        for name in try SharedFile.names(in: "\(folder)/named") {
            manifest.files.append((PackManifest.path(named: name), try hash("\(folder)/named/\(name)")))
        }
        // What came with Scrim was opened by its path on this machine, too, which the lines do not say.
        let files = manifest.files
        manifest.files.removeAll { path, hash in
            path.hasPrefix("/")
                && files.contains { $0.hash == hash && PackManifest.isPlain($0.path) && path.hasSuffix("/\($0.path)") }
                && text.range(of: path) == nil
        }
        for name in try SharedFile.names(in: "\(folder)/fonts") {
            manifest.fonts.append((name, try hash("\(folder)/fonts/\(name)")))
        }
        for (asked, found) in try list("\(folder)/families")
        where !manifest.families.contains(where: { $0.asked == asked }) {
            manifest.families.append((asked, found))
        }
        manifest.versions = PackManifest.versionsHere(for: manifest.files.map(\.path))
        var file = PartialFile(for: output)
        let descriptor = unsafe open(file.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .failed("cannot write \(output): \(SystemError.text())") }
        defer { close(descriptor) }
        guard let archive = unsafe scrim_archive_writer_new(descriptor) else {
            throw .failed("there is no memory for \(output)")
        }
        let head = Array(manifest.text.utf8)
        _ = unsafe scrim_archive_writer_entry(archive, "manifest.json", UInt64(head.count))
        _ = unsafe scrim_archive_writer_data(archive, head, head.count)
        var failure: Failure?
        do throws(Failure) {
            for (name, path) in [("scene.scrim", scene)]
                + contents.sorted(by: { $0.key < $1.key }).map({ ("files/" + $0, $1) })
            {
                var status = stat()
                guard unsafe stat(path, &status) == 0 else {
                    throw .failed("cannot read \(path): \(SystemError.text())")
                }
                _ = unsafe scrim_archive_writer_entry(archive, name, UInt64(status.st_size))
                try SharedFile.read(path) { _ = unsafe scrim_archive_writer_data(archive, $0, $0.count) }
                try Interruption.check()
            }
        } catch { failure = error }
        let isWhole = unsafe scrim_archive_writer_finish(archive)
        if let failure { throw failure }
        guard isWhole else { throw .failed("cannot write \(output)") }
        try file.finish()
    }
}
