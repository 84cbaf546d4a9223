import CSystem
import Glibc

/// The programs that draw SVG and Lottie files: the importer (`scrim-picture`, in Python), which turns a file into lines, and a daemon without
/// a screen, which draws these. Both are confined together: they may read the system's libraries, fonts and Scrim's own files.
enum ScenePrograms {
    /// The first argument of the process that starts them.
    static let option = "--scenes"

    private static let interpreters = ["/usr/bin/python3", "/usr/local/bin/python3", "/bin/python3"]
    private static let loaders = ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"]
    private static let readable = [
        "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache", "/etc/fonts",
        "/usr/share/fonts",
        "/usr/local/share/fonts", "/usr/share/fontconfig", "/var/cache/fontconfig", "/etc/localtime",
        "/usr/share/zoneinfo",
        "/dev/null", "/dev/urandom", "/sys/devices/system/cpu",
        // Swift reads a program's own arguments there. Landlock hides the memory and the variables of other processes.
        "/proc",
    ]

    /// The words of the process that starts them; nil when the importer, Python or the daemon is missing, or files cannot be closed to them.
    static func words(memory: UInt64) -> [String]? {
        let program = folder
        guard let script = file("share/scrim/import/scrim-picture", "clients/import/scrim-picture"),
            let python = interpreters.first(where: { unsafe access($0, X_OK) == 0 }),
            unsafe access("\(program)/scrimd", X_OK) == 0
        else { return nil }
        if memory > 0 {
            let list = sys_files_begin()
            guard list >= 0 else { return nil }
            close(list)
        }
        return ["\(program)/scrim-decoder", option, "\(memory)", "\(program)/scrimd", python, script]
    }

    /// Confines this process, starts the daemon and becomes the importer. Returns on an error only.
    static func run(_ words: ArraySlice<String>) {
        let words = Array(words)
        guard words.count == 4, let memory = UInt64(words[0]) else { return }
        let (daemon, python, script) = (words[1], words[2], words[3])
        _ = sys_die_with_parent(SIGKILL)
        var ends: [Int32] = [-1, -1]
        guard unsafe sys_listening_pair(&ends) == 0 else { return }
        if memory > 0 {
            guard sys_limit_programs(sys_address_space() + memory) == 0, confineFiles([daemon, python], script),
                sys_confine_programs() == 0
            else { return }
        }
        let options = [
            "--output", "offscreen", "--size", "1x1", "--clock", "manual", "--config", "/dev/null", "--safe",
        ]
        var drawing = unsafe arguments([daemon] + options)
        guard unsafe sys_start_listening(ends[0], &drawing) > 0 else { return }
        // Without the user's site, variables and packages, and without writing what it compiles.
        var importing = unsafe arguments([python, "-I", "-S", "-B", script])
        unsafe sys_become(3, ends[1], &importing)
    }

    private static func confineFiles(_ programs: [String], _ script: String) -> Bool {
        let list = sys_files_begin()
        guard list >= 0 else { return false }
        let own = folder
        var paths = readable + [parent(of: script), "\(own)/../lib/scrim", "\(own)/../share/scrim"]
        if let checkout = file("Plugins").map(parent) {
            paths += ["\(checkout)/Plugins", "\(checkout)/examples/fonts"]
        }
        if let home = variable("HOME") {
            paths += [".fonts", ".local/share/fonts", ".config/fontconfig", ".cache/fontconfig"].map { "\(home)/\($0)" }
        }
        if let data = variable("XDG_DATA_HOME") { paths.append("\(data)/fonts") }
        if let rules = variable("FONTCONFIG_FILE") { paths.append(parent(of: rules)) }
        for path in paths where unsafe sys_files_allow(list, path) != 0 { return false }
        guard sys_files_allow_loaded(list) == 0 else { return false }
        for path in programs + loaders + [own] where unsafe sys_files_allow_running(list, path) != 0 { return false }
        // And where a pack that is made collects fonts.
        for path in ["/dev/null"] + [variable("SCRIM_COLLECT")].compactMap(\.self)
        where unsafe sys_files_allow_changes(list, path) != 0 { return false }
        return sys_files_confine(list) == 0
    }

    private static func arguments(_ words: [String]) -> [UnsafeMutablePointer<CChar>?] {
        unsafe words.map { unsafe strdup($0) } + [nil]
    }

    private static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
        return unsafe String(cString: value)
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// The folder of this program.
    private static var folder: String {
        guard let own = unsafe realpath("/proc/self/exe", nil) else { return "." }
        defer { unsafe free(own) }
        return parent(of: unsafe String(cString: own))
    }

    /// A file that was installed, or that of the checkout: relative to one of the folders above the program.
    private static func file(_ candidates: String...) -> String? {
        var above = folder
        for _ in 0..<6 where above != "/" {
            above = parent(of: above)
            if let found = candidates.first(where: { unsafe access("\(above)/\($0)", R_OK) == 0 }) {
                return "\(above)/\(found)"
            }
        }
        return nil
    }
}
