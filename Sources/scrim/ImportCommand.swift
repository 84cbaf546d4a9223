import Glibc

/// `import`: lines that make what an SVG or a Lottie file shows. A script in Python writes them, as which this process goes on (`exec`).
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
        guard let script else { throw .unavailable("there is no share/scrim/import/scrim-import above scrim") }
        // A name that begins with a dash is none of the script's options.
        let name = file.hasPrefix("-") && file != "-" ? "./\(file)" : file
        var arguments = unsafe (["python3", script, name] + passed).map { unsafe strdup($0) } + [nil]
        unsafe execvp("python3", &arguments)
        throw .unavailable("import is written in Python, and there is no python3 on PATH")
    }

    /// The installed script, else that of the checkout in which the program was built.
    private static var script: String? {
        guard let own = unsafe realpath("/proc/self/exe", nil) else { return nil }
        defer { unsafe free(own) }
        var folders = unsafe String(cString: own).split(separator: "/").dropLast()
        var candidates: [String] = []
        for _ in 0..<6 where !folders.isEmpty {
            let folder = "/" + folders.joined(separator: "/")
            candidates += ["\(folder)/share/scrim/import/scrim-import", "\(folder)/clients/import/scrim-import"]
            folders = folders.dropLast()
        }
        return candidates.first { unsafe access($0, R_OK) == 0 }
    }
}
