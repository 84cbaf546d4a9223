import CSystem
import Glibc
import Service

/// The pack that a daemon shows: its files and fonts are all that its lines have.
enum ScenePack {
    /// The folder to remove at the end.
    private nonisolated(unsafe) static var unpacked: String?

    static func isPack(_ path: String) -> Bool { path.hasSuffix(".scrimpack") }

    /// Unpacks a pack by the `scrim` beside this program, which says what is wrong with it. The folder; nil when it cannot be had.
    static func unpack(_ path: String, by scrim: String) -> String? {
        var template = Array("\(Folders.variable("TMPDIR") ?? "/tmp")/scrimd-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { return nil }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        unsafe unpacked = folder
        atexit { ScenePack.remove() }
        return run(scrim, ["__unpack", path, folder]) == 0 ? folder : nil
    }

    /// Runs a program and waits for it. Its exit status; nil when it could not be started, or a signal ended it.
    static func run(_ program: String, _ arguments: [String]) -> Int32? {
        var words: [UnsafeMutablePointer<CChar>?] = unsafe ([program] + arguments).map { (word: String) in
            unsafe strdup(word)
        }
        unsafe words.append(nil)
        defer { unsafe words.forEach { unsafe free($0) } }
        var process: pid_t = 0
        guard unsafe posix_spawn(&process, program, nil, nil, &words, environ) == 0 else { return nil }
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0 { if errno != EINTR { return nil } }
        return sys_exited(status) ? sys_exit_status(status) : nil
    }

    /// Makes the pack's files and fonts the process's. Call before a thread or a plugin asks for them.
    static func enter(_ folder: String) {
        unsafe setenv("SCRIM_PACK", folder, 1)
        unsafe setenv("FONTCONFIG_FILE", "\(folder)/fonts.conf", 1)
    }

    private static func remove() {
        guard let folder = unsafe unpacked else { return }
        for part in ["named", "fonts", "files", ""] {
            let path = part.isEmpty ? folder : "\(folder)/\(part)"
            guard let entries = unsafe opendir(path) else { continue }
            while let entry = unsafe readdir(entries) {
                let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                    unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
                }
                if name != ".", name != ".." { unsafe unlink("\(path)/\(name)") }
            }
            unsafe closedir(entries)
            unsafe rmdir(path)
        }
    }
}
