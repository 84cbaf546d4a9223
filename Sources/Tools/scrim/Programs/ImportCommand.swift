/// `import`: prints lines that create the contents of an SVG or Lottie file. Implemented in Python.
enum ImportCommand {
    static func perform(_ words: [String]) throws(Failure) {
        var options = OptionReader(words)
        var file: String?
        var passed: [String] = []
        while let item = options.next() {
            switch item {
            case .option(let name, let joined) where ["--parent", "--prefix", "--pictures"].contains(name):
                passed += [name, try options.value(of: name, joined: joined)]
            case .option(let name, _): throw OptionReader.unknown(name)
            case .word(let word):
                guard file == nil else { throw .usage("import takes one file: \(word)") }
                file = word
            }
        }
        guard let file else { throw .usage("import takes a file: .svg or Lottie's .json") }
        guard
            let script = SharedFile.path("share/scrim/import/scrim-import", "clients/import/scrim-import")
        else { throw .unavailable("there is no share/scrim/import/scrim-import above scrim") }
        // A file name that begins with a dash must not be taken for an option.
        let name = file.hasPrefix("-") && file != "-" ? "./\(file)" : file
        try Interpreter.run([script, name] + passed, for: "import")
    }
}
