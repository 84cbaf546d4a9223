import Glibc

/// `mcp`: a Model Context Protocol server for language models, on standard input and output. The Python package `scrim` has it.
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
        if let socket = target.socket {
            passed += ["--socket", socket]
        } else if let name = target.name {
            passed += ["--name", name]
        }
        if let module = SharedFile.path("clients/python/scrim/mcp.py") {
            unsafe setenv("PYTHONPATH", String(module.dropLast("/scrim/mcp.py".count)), 1)
        }
        if let program = SharedFile.program { unsafe setenv("SCRIM_PROGRAM", program, 1) }
        try Interpreter.run(["-m", "scrim.mcp"] + passed, for: "mcp")
    }
}
