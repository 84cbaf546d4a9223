import Glibc

/// `amcp`: serves CasparCG's control protocol for the templates of a running daemon. Implemented in the Python package
/// `scrim`.
enum AmcpCommand {
    static func perform(_ target: Target, _ words: [String]) throws(Failure) {
        var options = OptionReader(words)
        var passed: [String] = []
        while let item = options.next() {
            switch item {
            case .option("--port", let joined):
                let text = try options.value(of: "--port", joined: joined)
                guard let port = Int(text), (1...65535).contains(port) else {
                    throw .usage("--port takes a number from 1 to 65535: \(text)")
                }
                passed += ["--port", text]
            case .option("--host", let joined): passed += ["--host", try options.value(of: "--host", joined: joined)]
            case .option(let name, _): throw OptionReader.unknown(name)
            case .word(let word): throw .usage("amcp takes options alone: \(word)")
            }
        }
        try Interpreter.run(module: "amcp", passed, of: target)
    }
}

extension Interpreter {
    /// Replaces this process by a module of the Python package, and passes it the daemon and this program.
    static func run(module: String, _ words: [String], of target: Target) throws(Failure) -> Never {
        var words = words
        if let socket = target.socket {
            words += ["--socket", socket]
        } else if let name = target.name {
            words += ["--name", name]
        }
        if let file = SharedFile.path("clients/python/scrim/\(module).py") {
            unsafe setenv("PYTHONPATH", String(file.dropLast("/scrim/\(module).py".count)), 1)
        }
        if let program = SharedFile.program { unsafe setenv("SCRIM_PROGRAM", program, 1) }
        try run(["-m", "scrim.\(module)"] + words, for: module)
    }
}
