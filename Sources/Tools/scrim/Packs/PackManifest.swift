import Expressions
import PackArchive

/// The manifest of a pack, `manifest.json`.
struct PackManifest {
    /// The newest form of packs that is understood.
    static let format = 1

    /// Versions of Scrim and of the libraries that pictures depend on, by their names.
    var versions: [(name: String, version: String)] = []
    /// SHA-256 of files, by the paths that the lines say. Those that lead out of the scene's folder are known by `name(of:)`.
    var files: [(path: String, hash: String)] = []
    /// SHA-256 of fonts of the system, by the names of their files.
    var fonts: [(name: String, hash: String)] = []
    /// Families that stood for those that were asked for.
    var families: [(asked: String, found: String)] = []
    /// How the scene is rendered unless it is told otherwise: options and their values.
    var options: [(name: String, value: String)] = []

    /// Options of `pack` that a pack keeps for `render`.
    static let options = ["size", "scale", "fps", "seconds"]

    init() {}

    /// Throws why a text is no manifest, in words that follow the pack's name.
    init(_ text: String) throws(Failure) {
        guard let value = JSONValue(text), case .object = value else { throw .failed("its manifest is no JSON object") }
        guard let format = value["format"]?.number else { throw .failed("its manifest has no format") }
        guard format == Double(Self.format) else {
            throw .failed(
                "it has format \(JSONValue.text(of: format)), and \(Self.format) is the newest that is known here")
        }
        func texts(_ key: String) throws(Failure) -> [(String, String)] {
            var members: [(String, String)] = []
            for (name, member) in value[key]?.members ?? [] {
                guard let text = member.string, !name.isEmpty, !name.utf8.contains(0) else {
                    throw .failed("its manifest says \"\(key)\" wrong")
                }
                members.append((name, text))
            }
            return members
        }
        versions = try texts("versions")
        guard value["files"] != nil else { throw .failed("its manifest names no files") }
        for (path, hash) in try texts("files") {
            guard Self.isPlain(path) else { throw .failed("its manifest has a path that leads outside: \(path)") }
            files.append((path, hash))
        }
        for (name, hash) in try texts("outside") { files.append((Self.path(named: name), hash)) }
        for (name, hash) in try texts("fonts") {
            guard Self.isPlain(name), !name.contains("/") else {
                throw .failed("its manifest names a font wrong: \(name)")
            }
            fonts.append((name, hash))
        }
        families = try texts("families")
        for hash in files.map(\.hash) + fonts.map(\.hash) where !Self.isHash(hash) {
            throw .failed("its manifest has no SHA-256 of a file: \(hash)")
        }
        for name in Self.options {
            switch value[name] {
            case nil, .null?: continue
            case .string(let text)?: options.append((name, text))
            case .number(_, let text)?: options.append((name, text))
            default: throw .failed("its manifest says \"\(name)\" wrong")
            }
        }
    }

    /// One line of JSON.
    var text: String {
        func object(_ members: [(String, String)]) -> JSONValue { .object(members.map { ($0, .string($1)) }) }
        var members: [(key: String, value: JSONValue)] = [
            ("format", .number(Double(Self.format), text: "\(Self.format)")), ("versions", object(versions)),
        ]
        for (name, value) in options {
            let number = Double(value)
            members.append((name, number.map { .number($0, text: value) } ?? .string(value)))
        }
        members.append(("files", object(files.filter { Self.isPlain($0.path) })))
        let outside = files.filter { !Self.isPlain($0.path) }.map { (Self.name(of: $0.path), $0.hash) }
        if !outside.isEmpty { members.append(("outside", object(outside))) }
        if !fonts.isEmpty { members.append(("fonts", object(fonts))) }
        if !families.isEmpty { members.append(("families", object(families))) }
        return JSONValue.object(members).compact + "\n"
    }

    static func isHash(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// True for a path below the folder that it counts from.
    static func isPlain(_ path: String) -> Bool {
        !path.isEmpty && !path.utf8.contains(UInt8(ascii: "\\")) && path.utf8.first != UInt8(ascii: "/")
            && !path.split(separator: "/", omittingEmptySubsequences: false).contains("..")
    }

    /// A path as the name of one file, as `named.h` has it.
    static func name(of path: String) -> String {
        path.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%25")
            .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "%2F")
    }

    /// The path whose name this is.
    static func path(named name: String) -> String {
        name.split(separator: "%2F", omittingEmptySubsequences: false).joined(separator: "/")
            .split(separator: "%25", omittingEmptySubsequences: false).joined(separator: "%")
    }

    // MARK: Versions

    /// Versions of what is here, of the libraries that draw and of the decoders of these files.
    static func versionsHere(for paths: [String]) -> [(name: String, version: String)] {
        var names = ["pango", "harfbuzz", "freetype", "pixman"]
        let decoders = [
            "png": "spng", "webp": "libwebp", "avif": "libavif", "heic": "libheif", "heif": "libheif", "jxl": "libjxl",
            "tif": "libtiff", "tiff": "libtiff", "mp4": "ffmpeg", "webm": "ffmpeg", "mkv": "ffmpeg", "mov": "ffmpeg",
        ]
        names += Set(paths.compactMap { FileName.ending(of: $0).flatMap { decoders[$0] } }).sorted()
        return [("scrim", Help.version)] + names.compactMap { name in version(of: name).map { (name, $0) } }
    }

    private static func version(of library: String) -> String? {
        var text = [CChar](repeating: 0, count: 64)
        guard unsafe scrim_library_version(library, &text, text.count) else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Libraries of which another version is here than where the pack was made.
    var otherVersions: [String] {
        let here = Self.versionsHere(for: files.map(\.path))
        return versions.compactMap { name, version in
            let own =
                here.first { $0.name == name }?.version ?? (name == "scrim" ? Help.version : Self.version(of: name))
            return own == version ? nil : "\(name) \(version), here \(own ?? "none")"
        }
    }
}
