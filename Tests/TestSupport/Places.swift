import Glibc

/// Where things are.
package enum Places {
    /// The checkout's folder.
    package static let checkout = folder(of: #filePath, up: 3)

    /// What the build made: the folder of the test program, with the programs and libraries.
    package static let products: String = {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        let path = String(decoding: buffer[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return folder(of: path, up: 1)
    }()

    /// True when the plugin was built: those in packages of their own may be left out.
    package static func has(_ plugin: String) -> Bool { unsafe access("\(products)/lib\(plugin).so", R_OK) == 0 }

    /// The plugins that are packages of their own; `extras` of Package.swift.
    package static let extraPlugins = [
        "Avif", "Drm", "Filters", "Gif", "Heic", "Jxl", "Pipewire", "Qoi", "Tiff", "Video", "Vnc", "Webp", "X11",
    ]

    /// True when all plugins were built.
    package static let hasAllPlugins = extraPlugins.allSatisfy(has)

    /// The bytes of a file of the checkout, at most a mebibyte; none when there is no such file.
    package static func bytes(_ name: String) -> [UInt8] {
        guard let file = unsafe fopen("\(checkout)/\(name)", "r") else { return [] }
        defer { unsafe fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = unsafe fread(&bytes, 1, bytes.count, file)
        return Array(bytes[..<count])
    }

    /// The names of the checkout's files that match a pattern of a shell, to be read by `bytes`.
    package static func files(_ pattern: String) -> [String] {
        var found = unsafe glob_t()
        defer { unsafe globfree(&found) }
        guard unsafe glob("\(checkout)/\(pattern)", 0, nil, &found) == 0 else { return [] }
        return unsafe (0..<Int(found.gl_pathc)).compactMap { index in
            unsafe found.gl_pathv[index].map { unsafe String(String(cString: $0).dropFirst(checkout.count + 1)) }
        }
    }

    /// The words of files that match patterns of a shell; `.word` for one that follows a dot.
    package static func words(in patterns: [String], except: [String] = []) -> Set<String> {
        var words: Set<String> = []
        for file in patterns.flatMap(files) where !except.contains(where: file.hasSuffix) {
            let bytes = bytes(file)
            var begin = 0
            for (at, byte) in bytes.enumerated() {
                let isOfWord = byte == 95 || (48...57).contains(byte) || (65...90).contains(byte & 0xDF)
                if isOfWord { continue }
                if at > begin {
                    let first = begin > 0 && bytes[begin - 1] == UInt8(ascii: ".") ? begin - 1 : begin
                    words.insert(String(decoding: bytes[first..<at], as: UTF8.self))
                }
                begin = at + 1
            }
        }
        return words
    }

    private static func folder(of path: String, up: Int) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).dropLast(up).joined(separator: "/")
    }
}

/// What the environment says, as a number.
package func environment(_ name: String) -> Double? {
    unsafe getenv(name).flatMap { unsafe Double(String(cString: $0)) }
}

/// A folder that goes with its owner.
package final class TemporaryFolder {
    package let path: String

    package init() {
        var template = Array("/tmp/scrim-test-XXXXXX".utf8CString)
        path = unsafe mkdtemp(&template).map { unsafe String(cString: $0) } ?? ""
    }

    deinit { unsafe _ = system("rm -rf '\(path)'") }

    /// A file's text; empty when there is none.
    package func read(_ name: String) -> String {
        guard let file = unsafe fopen("\(path)/\(name)", "r") else { return "" }
        defer { unsafe fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// Writes a file beside and renames it; returns its path.
    @discardableResult
    package func write(_ name: String, _ bytes: some Collection<UInt8>) -> String {
        let bytes = Array(bytes)
        guard let file = unsafe fopen("\(path)/.new", "w") else { return "" }
        unsafe fwrite(bytes, 1, bytes.count, file)
        unsafe fclose(file)
        unsafe rename("\(path)/.new", "\(path)/\(name)")
        return "\(path)/\(name)"
    }
}
