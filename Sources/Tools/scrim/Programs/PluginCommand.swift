import Glibc

/// `plugin new NAME`: creates a folder with a plugin that builds, passes scrim-plugin-check and draws.
enum PluginCommand {
    static let kinds = ["layer", "filter", "behavior", "decoder", "output"]
    static let languages = ["c", "swift", "rust"]

    static func create(_ words: [String]) throws(Failure) {
        var options = OptionReader(words)
        var names: [String] = []
        var (kind, language) = ("layer", "c")
        while let item = options.next() {
            switch item {
            case .word(let word): names.append(word)
            case .option("--kind", let joined): kind = try options.value(of: "--kind", joined: joined)
            case .option("--lang", let joined): language = try options.value(of: "--lang", joined: joined)
            case .option(let name, _): throw OptionReader.unknown(name)
            }
        }
        guard names.count == 1 else { throw .usage("plugin new takes one name") }
        guard kinds.contains(kind) else { throw .usage("--kind: one of \(kinds.joined(separator: ", ")) is expected") }
        guard languages.contains(language) else {
            throw .usage("--lang: one of \(languages.joined(separator: ", ")) is expected")
        }
        let project = try PluginProject(name: names[0], kind: kind, language: language)
        try project.write()
        try Console.printLine("\(project.name)/README.md says how to build and try it.")
    }
}

/// Fills in the templates of the installed SDK.
///
/// A plugin consists of the files of three folders: of its language (how it is built), of its kind (manifest and README), and of both (the
/// source). In file names, `%` stands for a slash and NAME for the plugin's name. In the texts, `@NAME@` is the plugin's name, `@name@` its
/// kind's, `@PREFIX@` the SDK's installation prefix, `@VERSION@` its version.
struct PluginProject {
    let name: String
    private let folders: [String]
    private let replaced: [(mark: String, text: String)]
    /// Maximum bytes of a template's file.
    private static let limit = 1 << 20

    init(name: String, kind: String, language: String) throws(Failure) {
        let isName =
            name.utf8.count <= 64 && name.utf8.first.map(Self.isLetter) == true
            && name.utf8.allSatisfy { Self.isLetter($0) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        guard isName else {
            throw .usage("\"\(name)\": a plugin's name is a letter, then letters and digits, 64 in all")
        }
        self.name = name
        let prefix = try Self.prefix()
        folders = [language, kind, "\(kind)-\(language)"].map { "\(prefix)/share/scrim/templates/\($0)" }
        let kindName = name.prefix(1).lowercased() + name.dropFirst()
        replaced = [("@NAME@", name), ("@name@", kindName), ("@PREFIX@", prefix), ("@VERSION@", Help.version)]
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }

    /// Prefix of headers, kit and templates: `$SCRIM_PREFIX`, otherwise the folder above the program's.
    private static func prefix() throws(Failure) -> String {
        var candidates: [String] = []
        if let named = Environment.value("SCRIM_PREFIX") { candidates.append(named) }
        if let own = unsafe realpath("/proc/self/exe", nil) {
            let parts = unsafe String(cString: own).split(separator: "/").dropLast(2)
            unsafe free(own)
            candidates.append("/" + parts.joined(separator: "/"))
        }
        for prefix in candidates where unsafe access("\(prefix)/share/scrim/templates", R_OK) == 0 { return prefix }
        throw .failed("the SDK is not installed: the package scrim-dev, or `make install-dev` in a checkout, brings it")
    }

    func write() throws(Failure) {
        var files: [(folder: String, file: String)] = []
        for folder in folders { files += try Self.files(in: folder).map { (folder, $0) } }
        try Self.makeFolder(name, isNew: true)
        for (folder, file) in files {
            let path = "\(name)/" + file.replacing("%", with: "/").replacing("NAME", with: name)
            let parts = path.split(separator: "/")
            for end in 2..<max(parts.count, 2) {
                try Self.makeFolder(parts[..<end].joined(separator: "/"), isNew: false)
            }
            var text = try Self.text(of: "\(folder)/\(file)")
            for (mark, put) in replaced { text = text.replacing(mark, with: put) }
            try Self.put(text, into: path)
        }
    }

    private static func files(in folder: String) throws(Failure) -> [String] {
        guard let entries = unsafe opendir(folder) else { throw .failed("\(folder): \(SystemError.text())") }
        defer { unsafe closedir(entries) }
        var names: [String] = []
        while let entry = unsafe readdir(entries) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private static func makeFolder(_ path: String, isNew: Bool) throws(Failure) {
        if unsafe mkdir(path, 0o777) == 0 { return }
        if errno == EEXIST, !isNew { return }
        throw .failed("\(path): \(SystemError.text())")
    }

    private static func text(of path: String) throws(Failure) -> String {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .failed("\(path): \(SystemError.text())") }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < limit {
            let count = unsafe read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { throw .failed("\(path): \(SystemError.text())") }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func put(_ text: String, into path: String) throws(Failure) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .failed("\(path): \(SystemError.text())") }
        defer { close(descriptor) }
        try Console.write(Array(text.utf8), to: descriptor)
    }
}
