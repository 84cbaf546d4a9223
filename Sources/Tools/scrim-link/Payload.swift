import Expressions
import Geometry
import Glibc
import LineProtocol
import Storage

/// Payloads of topics: JSON objects with the version `v` of what is described in docs/link.md.
enum Payload {
    static let version = 1
    /// The form of a head's scene: lines of this daemon's minor version.
    static let format = "scrim 0.1"

    /// An object that begins with the version.
    static func make(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.key("v")
        json.number(version)
        body(&json)
        json.endObject()
        var out = ByteWriter()
        out.append(json: json)
        return out.array
    }

    /// Nil for what is no object of this version.
    static func read(_ bytes: [UInt8]) -> JSONValue? {
        guard bytes.first == UInt8(ascii: "{"), let value = JSONValue(bytes), value["v"]?.number == Double(version)
        else {
            return nil
        }
        return value
    }
}

extension JSONValue {
    /// A member that is a number from 0 on.
    func natural(_ key: String) -> Int? {
        guard let number = self[key]?.number, number >= 0, number < 1e15 else { return nil }
        return Int(exactly: number)
    }

    func text(_ key: String) -> String? { self[key]?.string }
}

extension JSONWriter {
    mutating func member(_ name: StaticString, _ value: Int) {
        key(name)
        number(value)
    }

    mutating func member(_ name: StaticString, _ value: Double) {
        key(name)
        number(value)
    }

    mutating func member(_ name: StaticString, _ value: String) {
        key(name)
        string(text: value)
    }
}

/// A file or a scene by its content.
struct Blob: Equatable {
    /// SHA-256 in hexadecimal.
    var hash: String
    var size: Int
    /// Messages that have its parts.
    var chunks: Int

    /// Bytes of one, at most.
    static let most = 1 << 30

    init(of bytes: [UInt8], chunk: Int) {
        var sum = SHA256()
        sum.update(bytes)
        (hash, size, chunks) = (sum.hexadecimal(), bytes.count, max(1, (bytes.count + chunk - 1) / chunk))
    }

    /// The content of a file, read in parts; nil when it cannot be read, or is longer than `most`.
    init?(ofFile path: String, chunk: Int) {
        let file = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var about = stat()
        guard unsafe fstat(file, &about) == 0, about.st_mode & S_IFMT == S_IFREG, about.st_size <= Self.most else {
            return nil
        }
        var (sum, size) = (SHA256(), 0)
        var part = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = unsafe part.withUnsafeMutableBytes { unsafe Glibc.read(file, $0.baseAddress, $0.count) }
            guard count >= 0 else { return nil }
            guard count > 0 else { break }
            sum.update(part[0..<count])
            size += count
        }
        (hash, self.size, chunks) = (sum.hexadecimal(), size, max(1, (size + chunk - 1) / chunk))
    }

    /// Nil for an object that tells none.
    init?(_ value: JSONValue?) {
        guard let value, let hash = value.text("sha256"), hash.utf8.count == 64,
            hash.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
            let size = value.natural("size"), size <= Self.most, let chunks = value.natural("chunks"),
            (1...1 << 20).contains(chunks)
        else { return nil }
        (self.hash, self.size, self.chunks) = (hash, size, chunks)
    }

    func write(to json: inout JSONWriter) {
        json.member("sha256", hash)
        json.member("size", size)
        json.member("chunks", chunks)
    }

}

/// A record of the journal.
struct Record {
    var epoch: Int
    var number: Int
    var time: Double
    var wall: Double
    var client: Int
    var isManual: Bool
    var lines: [String]
    /// Its lines, where they are too long for a message.
    var blob: Blob?

    /// Nil for what is none.
    init?(_ value: JSONValue, epoch: Int? = nil) {
        guard let epoch = epoch ?? value.natural("epoch"), let number = value.natural("seq"),
            let time = value["time"]?.number, (0...1e9).contains(time), let wall = value["wall"]?.number,
            wall.magnitude < 1e12, case .array(let lines)? = value["lines"]
        else { return nil }
        (self.epoch, self.number, self.time, self.wall) = (epoch, number, time, wall)
        client = value.natural("client") ?? 0
        isManual = value.text("clock") == "manual"
        let texts = lines.compactMap(\.string)
        guard texts.count == lines.count else { return nil }
        self.lines = texts
        blob = Blob(value["blob"])
    }

    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("seq", number)
        json.member("time", time)
        json.member("wall", wall)
        json.member("client", client)
        if isManual { json.member("clock", "manual") }
        json.key("lines")
        json.beginArray()
        for line in lines { json.string(text: line) }
        json.endArray()
        if let blob {
            json.key("blob")
            json.beginObject()
            blob.write(to: &json)
            json.endObject()
        }
        json.endObject()
    }

    /// Bytes of its lines.
    var size: Int { lines.reduce(0) { $0 + $1.utf8.count + 1 } }
}

/// The whole scene of one moment, as a head tells it.
struct SceneHead {
    var epoch: Int
    var number: Int
    var time: Double
    var wall: Double
    var isManual: Bool
    var digest: String
    var scene: Blob
    /// Files by the paths that the primary has them at.
    var files: [(path: String, blob: Blob)] = []

    func payload() -> [UInt8] {
        Payload.make { json in
            json.member("epoch", epoch)
            json.member("seq", number)
            json.member("time", time)
            json.member("wall", wall)
            if isManual { json.member("clock", "manual") }
            json.member("format", Payload.format)
            json.member("digest", digest)
            json.key("scene")
            json.beginObject()
            scene.write(to: &json)
            json.endObject()
            json.key("files")
            json.beginArray()
            for (path, blob) in files {
                json.beginObject()
                json.member("path", path)
                blob.write(to: &json)
                json.endObject()
            }
            json.endArray()
        }
    }
}

extension SceneHead {
    /// Nil for what is none, or of a form that is not known.
    init?(_ payload: [UInt8]) {
        guard let value = Payload.read(payload), let epoch = value.natural("epoch"), let number = value.natural("seq"),
            let time = value["time"]?.number, (0...1e9).contains(time), let wall = value["wall"]?.number,
            wall.magnitude < 1e12, let digest = value.text("digest"), digest.utf8.count == 64,
            digest.utf8.allSatisfy({ $0 > 0x20 && $0 != UInt8(ascii: "\"") }),
            value.text("format")?.hasPrefix("scrim 0.") == true, let scene = Blob(value["scene"])
        else { return nil }
        (self.epoch, self.number, self.time, self.wall) = (epoch, number, time, wall)
        (self.digest, self.scene) = (digest, scene)
        isManual = value.text("clock") == "manual"
        for file in value["files"]?.elements ?? [] {
            if let path = file.text("path"), let blob = Blob(file) { files.append((path, blob)) }
        }
    }
}
