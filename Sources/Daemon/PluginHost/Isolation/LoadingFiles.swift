import CSystem
import Glibc
package import Schema

/// The files that a foreign plugin may read while it is loaded: libraries, fonts, the time zone. Afterwards it may read
/// none.
package enum LoadingFiles {
    /// Files of the dynamic loader, and files that system libraries read when they are loaded.
    private static let common = [
        "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache", "/etc/ld.so.preload",
        "/etc/fonts",
        "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig", "/var/cache/fontconfig",
        "/etc/localtime",
        "/usr/share/zoneinfo", "/dev/null", "/dev/urandom", "/sys/devices/system/cpu",
    ]
    /// Maximum number of libraries allowed from one folder.
    private static let mostBeside = 4096

    /// Denies this process all other files, permanently. `libraries` are the libraries to load, which find others in
    /// their folders.
    ///
    /// Throws `unsupported` if the kernel does not support that.
    package static func confine(to libraries: [String]) throws(SceneError) {
        let list = sys_files_begin()
        guard list >= 0 else { throw refusal }
        for path in common { try allow(path, list) }
        // The daemon's own libraries, and Swift's.
        guard sys_files_allow_loaded(list) == 0 else { throw refusal }
        var folders = Set(libraries.map(folder) + libraries.flatMap(SearchPath.folders))
        if let named = unsafe getenv("LD_LIBRARY_PATH") {
            folders.formUnion(unsafe String(cString: named).split(separator: ":").map(String.init))
        }
        for path in libraries { try allow(path, list) }
        for folder in folders { for name in libraryNames(in: folder) { try allow("\(folder)/\(name)", list) } }
        guard sys_files_confine(list) == 0 else { throw refusal }
    }

    private static func allow(_ path: String, _ list: Int32) throws(SceneError) {
        guard unsafe sys_files_allow(list, path) == 0 else { throw refusal }
    }

    private static var refusal: SceneError {
        SceneError(
            .unsupported,
            "a plugin of others is not loaded: this kernel cannot close files to it (Landlock: error \(errno))")
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The names of libraries in a folder; other files stay inaccessible.
    private static func libraryNames(in folder: String) -> [String] {
        guard let stream = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while names.count < mostBeside, let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            // Accepts names like "libx.so.1.2" without text search, which would need another Swift library.
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            if parts.dropFirst().contains("so") { names.append(name) }
        }
        return names
    }
}
