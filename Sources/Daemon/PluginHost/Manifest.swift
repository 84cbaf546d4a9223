package import Schema

/// The text beside a plugin's library, NAME.scrimplugin, with its kinds and decoders: they are known before it is loaded.
///
/// A line is a key and its value, separated by spaces; `#` begins a comment line; `kind` may come again:
///
///     id Shape
///     version 1.0.0
///     abi 1
///     library libShape.so
///     kind shape layer
///     decoder png image/png png,apng
///     licence MIT
///     description vector shapes
///
/// `abi` is the major version of the contract. `library` is a file name, looked for beside the manifest and then in the
/// host's library folders. `kind` takes a name and an interface, `layer`, `object`, `output`, `filter` or `behavior`; `decoder` a name, a media type
/// and file name endings. One of either is needed. `isolation`, `process` or `none`, says whether the plugin runs in a process of its own. `licence` and `description` may be left out.
package struct Manifest: Equatable, Sendable {
    package var id = ""
    package var version = ""
    package var abi: UInt32 = 0
    package var library = ""
    package var kinds: [PromisedKind] = []
    package var decoders: [PromisedDecoder] = []
    /// Nil: as usual for its folder.
    package var isolation: PluginIsolation?
    package var licence = ""
    package var description = ""

    package init() {}

    package struct PromisedKind: Equatable, Sendable {
        package var name: String
        package var family: KindFamily
    }

    /// `mediaType` as in "image/png"; `endings` are file name extensions without the dot.
    package struct PromisedDecoder: Equatable, Sendable {
        package var name: String
        package var mediaType: String
        package var endings: [String]

        package init(name: String, mediaType: String, endings: [String]) {
            (self.name, self.mediaType, self.endings) = (name, mediaType, endings)
        }
    }

    /// Maximum size of a manifest, in bytes.
    static let limit = 65_536

    /// Throws `value` with the line's number and the error.
    package init(parsing text: String) throws(SceneError) {
        var seen: Set<String> = []
        var number = 0
        // By bytes: characters take a hundred times as long, and a daemon reads all manifests at its start.
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            let words = line.split(maxSplits: 1, whereSeparator: Self.isBlank)
            guard let first = words.first, first.first != UInt8(ascii: "#") else { continue }
            let key = String(Substring(first))
            let value = words.count > 1 ? Self.trimmed(words[1]) : ""
            guard !value.isEmpty else { throw SceneError(.value, "line \(number): \"\(key)\" has no value") }
            guard key == "kind" || key == "decoder" || seen.insert(key).inserted else {
                throw SceneError(.value, "line \(number): \"\(key)\" comes twice")
            }
            try take(key, value, number)
        }
        for (key, value) in [("id", id), ("version", version), ("library", library)] where value.isEmpty {
            throw SceneError(.value, "\"\(key)\" is missing")
        }
        guard abi != 0 else { throw SceneError(.value, "\"abi\" is missing") }
        guard !kinds.isEmpty || !decoders.isEmpty else {
            throw SceneError(.value, "no \"kind\" and no \"decoder\" is named")
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }

    private static func trimmed(_ text: Substring.UTF8View) -> String {
        var rest = text
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        while let first = rest.first, isBlank(first) { rest.removeFirst() }
        return String(Substring(rest))
    }

    /// The words of a value.
    private static func words(_ value: String) -> [String] {
        value.utf8.split(whereSeparator: isBlank).map { String(Substring($0)) }
    }

    private mutating func take(_ key: String, _ value: String, _ line: Int) throws(SceneError) {
        switch key {
        case "id":
            guard isName(value) else { throw SceneError(.value, "line \(line): \"\(value)\" is no name") }
            id = value
        case "version": version = value
        case "abi":
            guard let major = UInt32(value), major > 0 else {
                throw SceneError(.value, "line \(line): \"\(value)\" is no version of the contract")
            }
            abi = major
        case "library":
            guard !value.contains("/") else {
                throw SceneError(.value, "line \(line): \"\(value)\" is a path; name a file beside the manifest")
            }
            library = value
        case "kind":
            let words = Self.words(value)
            guard words.count == 2, isName(words[0]) else {
                throw SceneError(.value, "line \(line): a kind is a name and an interface, as in: kind shape layer")
            }
            guard let family = Self.family(words[1]) else {
                throw SceneError(
                    .value,
                    "line \(line): unknown interface \"\(words[1])\"; known are layer, output, filter, object and behavior"
                )
            }
            guard !kinds.contains(where: { $0.name == words[0] }) else {
                throw SceneError(.value, "line \(line): the kind \"\(words[0])\" comes twice")
            }
            kinds.append(PromisedKind(name: words[0], family: family))
        case "decoder":
            let words = Self.words(value)
            guard words.count == 3, isName(words[0]), words[1].contains("/") else {
                throw SceneError(
                    .value,
                    "line \(line): a decoder is a name, a media type and endings, as in: decoder png image/png png,apng"
                )
            }
            guard !decoders.contains(where: { $0.name == words[0] }) else {
                throw SceneError(.value, "line \(line): the decoder \"\(words[0])\" comes twice")
            }
            let endings = words[2].utf8.split(separator: UInt8(ascii: ",")).map { String(Substring($0)) }
            decoders.append(PromisedDecoder(name: words[0], mediaType: words[1], endings: endings))
        case "isolation":
            guard let choice = PluginIsolation(rawValue: value) else {
                throw SceneError(.value, "line \(line): \"\(value)\" is none of process, none")
            }
            isolation = choice
        case "licence": licence = value
        case "description": description = value
        default: throw SceneError(.value, "line \(line): unknown key \"\(key)\"")
        }
    }

    private static func family(_ interface: String) -> KindFamily? {
        switch interface {
        case "layer": .layer
        case "output": .output
        case "filter": .filter
        case "object": .other
        case "behavior": .behavior
        default: nil
        }
    }

    /// Reads the file at `path`. Throws `io` when it cannot be read, `value` with the path when it is malformed.
    package init(file path: String) throws(SceneError) {
        var bytes: [UInt8] = []
        try PluginFile(path).read(path, limit: Self.limit) {
            bytes += $0
            return true
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw SceneError(.value, "\"\(path)\" is no UTF-8")
        }
        do throws(SceneError) {
            try self.init(parsing: text)
        } catch {
            throw SceneError(error.code, "\"\(path)\": \(error.message)")
        }
    }
}

/// True for `[A-Za-z][A-Za-z0-9._-]*` of at most 128 bytes: the names of kinds, properties and plugins.
func isName(_ text: String) -> Bool {
    var isFirst = true
    for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): break
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            if isFirst { return false }
        default: return false
        }
        isFirst = false
    }
    return !isFirst && text.utf8.count <= 128
}
