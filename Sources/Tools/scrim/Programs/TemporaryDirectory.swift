import Glibc

/// A temporary directory, removed with all its contents.
struct TemporaryDirectory: ~Copyable {
    let path: String

    init() throws(Failure) {
        let parent = Environment.value("TMPDIR") ?? "/tmp"
        var template = Array("\(parent)/scrim-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else {
            throw .failed("cannot make a directory in \(parent): \(SystemError.text())")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    deinit { Self.remove(path) }

    /// Removes a directory with all that is in it; links are not followed.
    static func remove(_ path: String) {
        if let entries = unsafe opendir(path) {
            while let entry = unsafe readdir(entries) {
                let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                    unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
                }
                guard name != ".", name != ".." else { continue }
                if unsafe unlink("\(path)/\(name)") != 0, errno == EISDIR { remove("\(path)/\(name)") }
            }
            unsafe closedir(entries)
        }
        unsafe rmdir(path)
    }
}
