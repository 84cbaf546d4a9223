import CSystem
import Glibc
import Schema
import ScrimPluginABI
import Synchronization

/// Opens shared libraries. They stay mapped until the process ends: libraries with a runtime, such as Swift's, cannot
/// be unloaded safely.
enum Library {
    typealias Entry = @convention(c) (UInt32) -> UnsafePointer<scrim_plugin>?

    /// Maximum size of a library that is reloaded, in bytes.
    private static let limit = 256 << 20

    /// Counter for the names of copies.
    private static let copies = Atomic<UInt64>(0)

    /// The entry of the library at `path`. `fresh` loads the file's current content in addition to an earlier image of
    /// the same file.
    ///
    /// Throws `io` with the loader's message, `limit` for a file that is too large.
    static func entry(of path: String, fresh: Bool) throws(SceneError) -> Entry {
        guard fresh else { return unsafe try entry(of: path, as: path) }
        let copy = try copy(path)
        // A mapped file needs no descriptor.
        defer { close(copy) }
        let number = copies.add(1, ordering: .relaxed).newValue
        return unsafe try entry(of: path, as: name(of: copy, number: number))
    }

    private static func entry(of path: String, as name: String) throws(SceneError) -> Entry {
        _ = unsafe dlerror()
        // RTLD_NODELETE keeps the code mapped even if the loader drops the library.
        guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
            throw SceneError(.io, "\"\(path)\": \(loaderMessage())")
        }
        guard let symbol = unsafe dlsym(handle, "scrim_plugin_entry") else {
            throw SceneError(.unsupported, "\"\(path)\" is no plugin: it has no scrim_plugin_entry")
        }
        return unsafe unsafeBitCast(symbol, to: Entry.self)
    }

    /// A unique path of the descriptor: the loader identifies images by name, and descriptor numbers are reused. The
    /// copy's number is encoded in binary by redundant parts of the path: `./` is 1, `/` is 0.
    private static func name(of descriptor: Int32, number: UInt64) -> String {
        let digits = String(number, radix: 2).map { $0 == "1" ? "./" : "/" }.joined()
        return "/proc/self/fd/\(digits)\(descriptor)"
    }

    private static func loaderMessage() -> String {
        guard let text = unsafe dlerror() else { return "cannot be loaded" }
        return unsafe String(cString: text)
    }

    /// Copies the file into memory and returns the descriptor.
    private static func copy(_ path: String) throws(SceneError) -> Int32 {
        let source = try PluginFile(path)
        let target = unsafe sys_memfd("scrim-plugin")
        guard target >= 0 else { throw PluginFile.failure(path) }
        do throws(SceneError) {
            try source.read(path, limit: limit) { writeAll(target, $0) }
        } catch {
            close(target)
            throw error
        }
        return target
    }

    private static func writeAll(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Bool {
        unsafe bytes.withUnsafeBytes { all in
            var rest = unsafe all[...]
            while unsafe !rest.isEmpty {
                let count = unsafe write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                guard count > 0 else { return false }
                unsafe rest = rest.dropFirst(count)
            }
            return true
        }
    }
}
