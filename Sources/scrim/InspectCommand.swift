import Glibc

/// `inspect`: a web page for inspecting the daemon. This process is replaced by the program that serves it (`exec`).
enum InspectCommand {
    static func perform(_ words: [String], _ target: Target) throws(Failure) {
        var options = OptionReader(words)
        var passed: [String] = []
        while let item = options.next() {
            switch item {
            case .option("--port", let joined): passed += ["--port", try options.value(of: "--port", joined: joined)]
            case .option(let name, _): throw OptionReader.unknown(name)
            case .word: throw .usage("inspect takes no words")
            }
        }
        // Reports problems with the daemon before the page is opened.
        let connection = try target.connect()
        let socket = try FileName.absolute(connection.path)
        throw start(["scrim-inspect", "--socket", socket] + passed)
    }

    /// Executes the program next to this one, otherwise the one on `PATH`.
    ///
    /// - Returns: the reason of a failure.
    private static func start(_ words: [String]) -> Failure {
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        if let own = unsafe realpath("/proc/self/exe", nil) {
            let parts = unsafe String(cString: own).split(separator: "/").dropLast()
            unsafe free(own)
            unsafe execv("/" + parts.joined(separator: "/") + "/scrim-inspect", &arguments)
        }
        unsafe execvp("scrim-inspect", &arguments)
        return .unavailable("there is no scrim-inspect beside scrim, nor on PATH")
    }
}
