/// `mcp`: a Model Context Protocol server for language models, on standard input and output. Implemented in the Python
/// package `scrim`.
enum McpCommand {
    static func perform(_ target: Target, _ words: [String]) throws(Failure) {
        var options = OptionReader(words)
        var passed: [String] = []
        while let item = options.next() {
            switch item {
            case .option("--write", nil): passed.append("--write")
            case .option("--size", let joined): passed += ["--size", try options.value(of: "--size", joined: joined)]
            case .option(let name, _): throw OptionReader.unknown(name)
            case .word(let word): throw .usage("mcp takes options alone: \(word)")
            }
        }
        try Interpreter.run(module: "mcp", passed, of: target)
    }
}
