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
        throw SiblingProgram.start(["scrim-inspect", "--socket", socket] + passed)
    }
}
