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
