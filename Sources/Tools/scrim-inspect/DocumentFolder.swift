import Glibc

/// Files of the site, below `docs/` in the address: pages whose blocks run in the daemon.
struct DocumentFolder {
    /// Maximum size of a file in bytes.
    private static let fileLimit = 32 << 20
    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "txt": "text/plain; charset=utf-8", "png": "image/png", "webp": "image/webp", "svg": "image/svg+xml",
    ]

    private let folder: String

    /// - Returns: nil when there is no such folder.
    init?(_ path: String) {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        folder = unsafe String(cString: real)
        guard unsafe access("\(folder)/index.html", R_OK) == 0 else { return nil }
    }

    /// The file at a path relative to the folder; one that a link leads out of the folder is none.
    func answer(_ route: String) -> Answer {
        let name = route.isEmpty || route.hasSuffix("/") ? route + "index.html" : route
        guard let real = unsafe realpath("\(folder)/\(name)", nil) else { return Self.missing }
        defer { unsafe free(real) }
        let path = unsafe String(cString: real)
        guard path.hasPrefix(folder + "/"), let type = Self.types[Self.ending(of: path)], let bytes = Self.read(path)
        else { return Self.missing }
        return Answer(bytes, type: type)
    }

    private static let missing = Answer(status: 404, "there is no such page\n")

    private static func ending(of path: String) -> String {
        path.split(separator: "/").last?.split(separator: ".").last.map(String.init) ?? ""
    }

    private static func read(_ path: String) -> [UInt8]? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var about = stat()
        guard unsafe fstat(file, &about) == 0, about.st_mode & S_IFMT == S_IFREG, about.st_size <= fileLimit else {
            return nil
        }
        return unsafe [UInt8](unsafeUninitializedCapacity: Int(about.st_size)) { room, count in
            count = 0
            while count < room.count {
                let got = unsafe Glibc.read(file, room.baseAddress.map { unsafe $0 + count }, room.count - count)
                guard got > 0 else { return }
                count += got
            }
        }
    }
}
