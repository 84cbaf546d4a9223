import Glibc

/// `inspect`: a page to look into the daemon. A program of its own serves it, as which this process goes on (`exec`).
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
        // Says what is wrong with the daemon before a page does.
        let connection = try target.connect()
        let socket = try FileName.absolute(connection.path)
        throw start(["scrim-inspect", "--socket", socket] + passed)
    }

    /// Becomes the program beside our own, else the one on `PATH`.
    ///
    /// - Returns: why that did not work.
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
