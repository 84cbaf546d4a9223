import Glibc

/// Files installed with the tool: in `share/scrim` of its prefix, or in the checkout in which it was built.
enum SharedFile {
    /// The first readable path, relative to one of the six folders above the program; nil for none.
    static func path(_ candidates: String...) -> String? {
        guard let program = program else { return nil }
        var folders = program.split(separator: "/").dropLast()
        for _ in 0..<6 where !folders.isEmpty {
            let folder = "/" + folders.joined(separator: "/")
            if let found = candidates.first(where: { unsafe access("\(folder)/\($0)", R_OK) == 0 }) {
                return "\(folder)/\(found)"
            }
            folders = folders.dropLast()
        }
        return nil
    }

    /// The program's own path.
    static var program: String? {
        guard let own = unsafe realpath("/proc/self/exe", nil) else { return nil }
        defer { unsafe free(own) }
        return unsafe String(cString: own)
    }
}

/// Commands written in Python: this process is replaced by the interpreter.
enum Interpreter {
    /// Replaces this process. Throws `unavailable`, naming `command`, when there is no python3.
    static func run(_ words: [String], for command: String) throws(Failure) -> Never {
        var arguments = unsafe (["python3"] + words).map { unsafe strdup($0) } + [nil]
        unsafe execvp("python3", &arguments)
        throw .unavailable("\(command) is written in Python, and there is no python3 on PATH")
    }
}
