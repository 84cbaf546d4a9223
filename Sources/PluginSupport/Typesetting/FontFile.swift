import CPango
import CSystem
import Glibc

/// A font file, read once into sealed memory, so that later changes of the file have no effect on mappings.
@safe
final class FontFile {
    /// Maximum size of a file, in bytes.
    static let limit = 64 << 20
    /// The family name given to the file's font instead of its own, so that it cannot be confused with another font.
    static let family = "scrim-font-file"

    private let descriptor: Int32

    /// The reason why a file is not a usable font.
    struct Failure: Error {
        var reason: String
    }

    /// Throws when the file cannot be read, is not a regular file, is too large, or contains no font.
    init(path: String) throws(Failure) {
        let source = unsafe sys_open_named(path)
        guard source >= 0 else { throw Failure(reason: unsafe String(cString: strerror(errno))) }
        defer { close(source) }
        var status = stat()
        guard unsafe fstat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Failure(reason: "it is no regular file")
        }
        guard status.st_size <= Self.limit else { throw Failure(reason: "it is larger than 64 MiB") }
        descriptor = unsafe sys_memfd("scrim-font")
        // From here on the object is initialized, and `deinit` closes the descriptor.
        guard descriptor >= 0 else { throw Failure(reason: "there is no memory for it") }
        try copy(from: source)
        guard sys_seal(descriptor, true) == 0 else { throw Failure(reason: "it cannot be kept") }
    }

    deinit { close(descriptor) }

    private func copy(from source: Int32) throws(Failure) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var total = 0
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(source, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Failure(reason: unsafe String(cString: strerror(errno))) }
            if count == 0 { return }
            total += count
            // The file may grow while it is read.
            guard total <= Self.limit else { throw Failure(reason: "it is larger than 64 MiB") }
            var written = 0
            while written < count {
                let part = unsafe buffer.withUnsafeBytes {
                    unsafe write(descriptor, $0.baseAddress.map { unsafe $0 + written }, count - written)
                }
                guard part > 0 else { throw Failure(reason: "there is no memory for it") }
                written += part
            }
        }
    }

    /// Adds the file's fonts to a configuration, under the family name above. False when there are none.
    func add(to config: OpaquePointer) -> Bool {
        guard unsafe FcConfigAppFontAddFile(config, "/proc/self/fd/\(descriptor)") != 0,
            let fonts = unsafe FcConfigGetFonts(config, FcSetApplication), unsafe fonts.pointee.nfont > 0
        else { return false }
        for place in unsafe 0..<Int(fonts.pointee.nfont) {
            guard let pattern = unsafe fonts.pointee.fonts[place] else { continue }
            unsafe FcPatternDel(pattern, FC_FAMILY)
            unsafe FcPatternAddString(pattern, FC_FAMILY, Self.family)
        }
        return true
    }
}
