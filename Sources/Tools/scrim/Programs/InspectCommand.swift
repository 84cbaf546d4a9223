import Glibc

/// `inspect`: a web page for inspecting the daemon. This process is replaced by the program that serves it (`exec`).
enum InspectCommand {
    static func perform(_ words: [String], _ target: Target) throws(Failure) {
        var options = OptionReader(words)
        var passed: [String] = []
        var documents: String?
        while let item = options.next() {
            switch item {
            case .option("--port", let joined): passed += ["--port", try options.value(of: "--port", joined: joined)]
            case .option("--docs", let joined): documents = if let joined { joined } else { try site() }
            case .option(let name, _): throw OptionReader.unknown(name)
            case .word: throw .usage("inspect takes no words")
            }
        }
        if let documents { return try serve(documents, passed) }
        // Reports problems with the daemon before the page is opened.
        let connection = try target.connect()
        let socket = try FileName.absolute(connection.path)
        throw SiblingProgram.start(["scrim-inspect", "--socket", socket] + passed)
    }

    /// The folder of the documents.
    private static func site() throws(Failure) -> String {
        guard let path = SharedFile.path("share/scrim/site/index.html", "out/site/index.html") else {
            throw .failed("there is no site here: `make docs` in a checkout makes it, --docs=FOLDER names another")
        }
        return String(path.dropLast("/index.html".utf8.count))
    }

    /// Serves documents whose blocks run in a daemon of their own, until a signal arrives.
    private static func serve(_ documents: String, _ passed: [String]) throws(Failure) {
        Interruption.catchSignals()
        var options = PrivateDaemon.Options()
        options.clock = "realtime"
        // What lines name without a folder is not among the reader's files, the examples aside.
        let folder = try TemporaryDirectory()
        if let examples = SharedFile.path("share/scrim/examples", "examples") {
            _ = unsafe symlink(examples, folder.file("examples"))
        }
        options.folder = folder.path
        var daemon = try PrivateDaemon(options)
        let socket = try daemon.connect().path
        let words = ["--socket", socket, "--docs", documents] + passed
        let streams = ChildProcess.Streams(output: STDOUT_FILENO, error: STDERR_FILENO)
        guard var page = try ChildProcess.spawn(SiblingProgram.path("scrim-inspect"), words, streams: streams) else {
            throw .unavailable("there is no scrim-inspect beside scrim, nor on PATH")
        }
        defer {
            page.end(by: SIGTERM)
            _ = page.wait()
        }
        while true {
            _ = try Readiness.wait(for: [], milliseconds: 200)
            try Interruption.check()
            if let status = page.poll() { throw .failed("scrim-inspect has ended, with status \(status)") }
        }
    }
}
