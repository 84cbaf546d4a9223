import Glibc
import PackArchive
import Storage

/// A scene and all files that it names, in one file; unpacked into a folder of our own as long as this lives.
///
/// The folder has `scene.scrim`, `named/` (the files by the names of their paths), `fonts/` and `fonts.conf`.
final class Pack {
    /// The path as the user named it.
    let name: String
    let manifest: PackManifest
    private let directory: TemporaryDirectory

    var folder: String { directory.path }
    /// The file of its lines.
    var scene: String { directory.file("scene.scrim") }

    static func isPack(_ path: String) -> Bool { FileName.ending(of: path) == "scrimpack" }

    /// - Parameter isStrict: other versions of libraries than those it was made with are an error, not a warning.
    /// - Throws: `failed` naming the pack when it is damaged, too large, or of another form.
    init(_ path: String, isStrict: Bool = false) throws(Failure) {
        let directory = try TemporaryDirectory()
        manifest = try Self.unpack(path, into: directory.path, isStrict: isStrict)
        name = path
        self.directory = directory
    }

    /// Unpacks into an empty folder.
    static func unpack(_ path: String, into folder: String, isStrict: Bool = false) throws(Failure) -> PackManifest {
        let manifest: PackManifest
        do throws(Failure) {
            var reader = try PackReader(path, folder)
            manifest = try reader.unpack()
            try arrange(manifest, in: folder)
        } catch .failed(let reason) {
            throw .failed("\(path): \(reason)")
        }
        let others = manifest.otherVersions
        if !others.isEmpty {
            let message = "\(path) was made with \(others.joined(separator: "; ")): pictures may differ"
            if isStrict { throw .failed(message) }
            Console.complain(message)
        }
        return manifest
    }

    /// Variables by which a daemon finds the files and fonts in the pack, and no others.
    var variables: [(name: String, value: String)] {
        [("SCRIM_PACK", folder), ("FONTCONFIG_FILE", "\(folder)/fonts.conf")]
    }

    /// The files by the names of their paths, and the fonts.
    private static func arrange(_ manifest: PackManifest, in folder: String) throws(Failure) {
        for name in ["named", "fonts"] { _ = unsafe mkdir("\(folder)/\(name)", 0o700) }
        func link(_ hash: String, as path: String) throws(Failure) {
            guard unsafe symlink("../files/\(hash)", path) == 0 else {
                throw .failed("cannot unpack \(path): \(SystemError.text())")
            }
        }
        for (path, hash) in manifest.files { try link(hash, as: "\(folder)/named/\(PackManifest.name(of: path))") }
        for (name, hash) in manifest.fonts { try link(hash, as: "\(folder)/fonts/\(name)") }
        let file = unsafe open("\(folder)/fonts.conf", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .failed("cannot write in \(folder): \(SystemError.text())") }
        defer { close(file) }
        try Console.write(fonts(manifest, in: folder).utf8, to: file)
    }

    /// Fontconfig's rules: the pack's fonts, and for what they lack the one that comes with Scrim.
    private static func fonts(_ manifest: PackManifest, in folder: String) -> String {
        func escaped(_ text: String) -> String {
            text.reduce(into: "") { $0 += $1 == "&" ? "&amp;" : $1 == "<" ? "&lt;" : $1 == ">" ? "&gt;" : String($1) }
        }
        var rules = "<dir>\(escaped(folder))/fonts</dir>"
        if let own = SharedFile.path("share/scrim/fonts", "examples/fonts") { rules += "<dir>\(escaped(own))</dir>" }
        for (asked, found) in manifest.families where asked != found {
            rules += """
                <match target="pattern"><test name="family"><string>\(escaped(asked))</string></test>\
                <edit name="family" mode="prepend" binding="same"><string>\(escaped(found))</string></edit></match>

                """
        }
        for family in [manifest.families.first?.found, "Scrim Sans"].compactMap({ $0 }) {
            rules += """
                <match target="pattern"><edit name="family" mode="append_last"><string>\(escaped(family))</string></edit></match>

                """
        }
        // What stands for italic and bold faces that a family lacks, as everywhere.
        rules += """
            <match target="font"><test name="slant"><const>roman</const></test>\
            <test target="pattern" name="slant" compare="not_eq"><const>roman</const></test>\
            <edit name="matrix" mode="assign"><times><name>matrix</name>\
            <matrix><double>1</double><double>0.2</double><double>0</double><double>1</double></matrix></times></edit>\
            <edit name="slant" mode="assign"><const>oblique</const></edit></match>
            <match target="font"><test name="weight" compare="less_eq"><const>medium</const></test>\
            <test target="pattern" name="weight" compare="more_eq"><const>bold</const></test>\
            <edit name="embolden" mode="assign"><bool>true</bool></edit>\
            <edit name="weight" mode="assign"><const>bold</const></edit></match>

            """
        return
            "<?xml version=\"1.0\"?>\n<!DOCTYPE fontconfig SYSTEM \"fonts.dtd\">\n<fontconfig>\n\(rules)</fontconfig>\n"
    }
}

/// Unpacks a pack: a confined process reads the zip, and what it sends is checked before a file is written.
struct PackReader: ~Copyable {
    private let folder: String
    private let socket: Int32
    private let process: pid_t
    /// Bytes of the pack itself.
    private let size: UInt64
    private var entries: [(name: String, size: UInt64)] = []

    private static let mostEntries = 10_000
    private static let mostManifest: UInt64 = 4 << 20
    /// Pictures, fonts and lines take so many times their packed size at most; more is a bomb.
    private static let mostGrowth: UInt64 = 100
    private static let growthAlways: UInt64 = 64 << 20
    private static let most: UInt64 = 8 << 30

    init(_ path: String, _ folder: String) throws(Failure) {
        (socket, process, size) = try Self.start(path)
        self.folder = folder
    }

    /// The reading process with its socket, and the bytes of the pack.
    private static func start(_ path: String) throws(Failure) -> (socket: Int32, process: pid_t, size: UInt64) {
        guard scrim_archive_is_there() else { throw .failed("packs need libarchive, which is not installed") }
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw .failed(SystemError.text()) }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .failed("it is no file")
        }
        var process: pid_t = 0
        let socket = unsafe scrim_archive_reader(file, &process)
        guard socket >= 0 else { throw .failed("it cannot be read: \(SystemError.text())") }
        return (socket, process, UInt64(status.st_size))
    }

    deinit {
        close(socket)
        kill(process, SIGKILL)
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
    }

    /// Writes `scene.scrim` and `files/SHA256`.
    mutating func unpack() throws(Failure) -> PackManifest {
        try list()
        var go: UInt8 = 1
        guard unsafe send(socket, &go, 1, Int32(MSG_NOSIGNAL)) == 1 else { throw gone }
        guard unsafe mkdir("\(folder)/files", 0o700) == 0 else { throw .failed("cannot unpack: \(SystemError.text())") }
        var text: [UInt8] = []
        for (index, entry) in entries.enumerated() {
            guard try record().kind == SCRIM_ARCHIVE_NEXT else { throw gone }
            let isManifest = entry.name == "manifest.json"
            if isManifest {
                try bytes(of: index) { text += $0 }
                continue
            }
            let path = "\(folder)/\(entry.name)"
            let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw .failed("cannot unpack \(entry.name): \(SystemError.text())") }
            defer { close(file) }
            var digest = SHA256()
            try bytes(of: index) { (piece) throws(Failure) in
                try Console.write(piece, to: file)
                digest.update(piece)
            }
            if entry.name.hasPrefix("files/"), digest.hexadecimal() != entry.name.dropFirst(6) {
                throw .failed("\(entry.name) has another SHA-256")
            }
        }
        guard try record().kind == SCRIM_ARCHIVE_DONE else { throw gone }
        guard let text = String(validating: text, as: UTF8.self) else { throw .failed("its manifest is no UTF-8") }
        let manifest = try PackManifest(text)
        let named = Set((manifest.files.map(\.hash) + manifest.fonts.map(\.hash)).map { "files/\($0)" })
        let there = Set(entries.lazy.map(\.name).filter { $0.hasPrefix("files/") })
        if let other = there.subtracting(named).min() { throw .failed("its manifest does not name \(other)") }
        if let missing = named.subtracting(there).min() { throw .failed("\(missing) is missing") }
        return manifest
    }

    /// Reads and checks the directory.
    private mutating func list() throws(Failure) {
        var sum: UInt64 = 0
        var names: Set<String> = []
        while true {
            let (kind, bytes) = try record()
            if kind == SCRIM_ARCHIVE_LISTED { break }
            guard kind == SCRIM_ARCHIVE_ENTRY, bytes.count > 9 else { throw gone }
            let size = bytes[0..<8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            guard let name = String(validating: bytes[9...], as: UTF8.self) else {
                throw .failed("the name of an entry is no UTF-8")
            }
            guard Self.isEntry(name) else { throw .failed("\"\(name)\" is no entry of a pack") }
            guard bytes[8] == 1 else { throw .failed("\(name) is no file") }
            guard names.insert(name).inserted else { throw .failed("\(name) is there twice") }
            guard entries.count < Self.mostEntries else {
                throw .failed("it has more than \(Self.mostEntries) entries")
            }
            guard name != "manifest.json" || size <= Self.mostManifest else {
                throw .failed("its manifest is too large")
            }
            entries.append((name, size))
            let (total, overflows) = sum.addingReportingOverflow(size)
            sum = total
            guard !overflows, sum <= min(self.size * Self.mostGrowth + Self.growthAlways, Self.most) else {
                throw .failed("it is too large when unpacked")
            }
        }
        for name in ["manifest.json", "scene.scrim"] where !names.contains(name) {
            throw .failed("it has no \(name)")
        }
    }

    private static func isEntry(_ name: String) -> Bool {
        name == "manifest.json" || name == "scene.scrim"
            || name.hasPrefix("files/") && PackManifest.isHash(name.dropFirst(6))
    }

    /// Calls `body` with the bytes of an entry, piece by piece, as many as it says to have.
    private func bytes(of index: Int, _ body: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
        var rest = entries[index].size
        while rest > 0 {
            let (kind, bytes) = try record()
            guard kind == SCRIM_ARCHIVE_DATA, UInt64(bytes.count) <= rest else {
                throw .failed("\(entries[index].name) has another size")
            }
            rest -= UInt64(bytes.count)
            try body(bytes)
        }
    }

    private var gone: Failure { .failed("it is damaged") }

    /// The next record of the reader. Throws its reason, and when it has gone.
    private func record() throws(Failure) -> (kind: scrim_archive_record, bytes: [UInt8]) {
        let head = try receive(5)
        let length = head[1...4].reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= 1 << 20 else { throw gone }
        let bytes = try receive(length)
        let kind = scrim_archive_record(rawValue: UInt32(head[0]))
        if kind == SCRIM_ARCHIVE_FAILED { throw .failed(String(decoding: bytes, as: UTF8.self)) }
        return (kind, bytes)
    }

    private func receive(_ count: Int) throws(Failure) -> [UInt8] {
        var done = 0
        var failed = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { room, filled in
            while done < count {
                let got = unsafe recv(socket, room.baseAddress.map { unsafe $0 + done }, count - done, 0)
                if got < 0, errno == EINTR { continue }
                guard got > 0 else {
                    failed = true
                    break
                }
                done += got
            }
            filled = done
        }
        try Interruption.check()
        if failed { throw gone }
        return bytes
    }
}
