import Glibc

/// Programs that are installed beside this one.
enum SiblingProgram {
    /// The program beside our own, else its name, which is looked for on `PATH`.
    static func path(_ name: String) -> String {
        guard let own = SharedFile.program else { return name }
        let beside = "/" + (own.split(separator: "/").dropLast() + [name[...]]).joined(separator: "/")
        return unsafe access(beside, X_OK) == 0 ? beside : name
    }

    /// Becomes the program that the first word names: the one beside our own, else the one on `PATH`.
    ///
    /// - Returns: why that did not work.
    static func start(_ words: [String]) -> Failure {
        let name = words.first ?? ""
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        if let own = unsafe realpath("/proc/self/exe", nil) {
            let parts = unsafe String(cString: own).split(separator: "/").dropLast()
            unsafe free(own)
            unsafe execv("/" + parts.joined(separator: "/") + "/" + name, &arguments)
        }
        unsafe execvp(name, &arguments)
        return .unavailable("there is no \(name) beside scrim, nor on PATH")
    }
}
