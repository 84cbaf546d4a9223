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

    /// Calls `body` with the bytes of a file, piece by piece.
    static func read(_ path: String, _ body: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .failed("cannot read \(path): \(SystemError.text())") }
        defer { close(file) }
        while true {
            var failure: Int32 = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 20) { room, count in
                let got = unsafe Glibc.read(file, room.baseAddress, room.count)
                failure = got < 0 ? errno : 0
                count = max(got, 0)
            }
            if failure == EINTR {
                try Interruption.check()
            } else if failure != 0 {
                throw .failed("cannot read \(path): \(SystemError.text(failure))")
            } else if bytes.isEmpty {
                return
            }
            try body(bytes)
        }
    }

    /// Names of what is in a folder, in order.
    static func names(in folder: String) throws(Failure) -> [String] {
        guard let entries = unsafe opendir(folder) else {
            throw .failed("cannot read \(folder): \(SystemError.text())")
        }
        defer { unsafe closedir(entries) }
        var names: [String] = []
        while let entry = unsafe readdir(entries) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
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
