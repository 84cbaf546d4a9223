import CSystem
import Glibc
import Scene
import ScrimPluginABI

/// Opens shared libraries. They stay mapped until the process ends: libraries that bring a runtime are rarely safe to
/// close (a Swift one is not).
enum Library {
    typealias Entry = @convention(c) (UInt32) -> UnsafePointer<scrim_plugin>?

    /// The entry of the library at `path`. `fresh` loads the file's present content beside an image of the same file.
    ///
    /// Throws `io` with the loader's words.
    static func entry(of path: String, fresh: Bool) throws(SceneError) -> Entry {
        let copy = fresh ? try copy(path) : -1
        let name = fresh ? "/proc/self/fd/\(copy)" : path
        _ = unsafe dlerror()
        // RTLD_NODELETE keeps the code even where the loader itself gives up on the library.
        guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
            let message = loaderMessage()
            if fresh { close(copy) }
            throw SceneError(.io, "\"\(path)\": \(message)")
        }
        guard let symbol = unsafe dlsym(handle, "scrim_plugin_entry") else {
            throw SceneError(.unsupported, "\"\(path)\" is no plugin: it has no scrim_plugin_entry")
        }
        return unsafe unsafeBitCast(symbol, to: Entry.self)
    }

    private static func loaderMessage() -> String {
        guard let text = unsafe dlerror() else { return "cannot be loaded" }
        return unsafe String(cString: text)
    }

    /// A copy of the file in memory, as a descriptor.
    ///
    /// Its descriptor stays open: the loader knows images by their path, and a descriptor's number that came again would
    /// find the old image.
    private static func copy(_ path: String) throws(SceneError) -> Int32 {
        let source = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw SceneError(.io, "\"\(path)\": \(unsafe String(cString: strerror(errno)))") }
        defer { close(source) }
        let target = unsafe sys_memfd("scrim-plugin")
        guard target >= 0 else { throw SceneError(.io, "\"\(path)\": no memory file: \(errno)") }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe read(source, &buffer, buffer.count)
            if count == 0 { break }
            guard count > 0, writeAll(target, buffer[..<count]) else {
                close(target)
                throw SceneError(.io, "\"\(path)\" cannot be copied: \(unsafe String(cString: strerror(errno)))")
            }
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
