import Glibc
import Reactor

/// Files by their content, from the broker into a folder with a budget.
final class BlobFetcher {
    private let options: Options
    private let broker: Broker
    private let reactor: Reactor
    private var open: [String: Fetch] = [:]
    /// Blobs that were not what their names say.
    private(set) var damaged = 0

    /// Seconds behind which a blob does not come any more.
    private static let longestWait = 5.0

    private final class Fetch {
        let blob: Blob
        var parts: [Int: [UInt8]] = [:]
        var bytes = 0
        var then: [(String?) -> Void] = []
        var timeout: Alarm?

        init(_ blob: Blob) { self.blob = blob }
    }

    init(_ options: Options, _ broker: Broker, _ reactor: Reactor) {
        (self.options, self.broker, self.reactor) = (options, broker, reactor)
        Folders.make(Folders.cache)
    }

    private func path(_ hash: String) -> String { "\(Folders.cache)/\(hash)" }

    private func topic(_ hash: String) -> String { options.topic("blob/\(hash)/+") }

    /// Calls `then` with the path of a file that has the content, once; nil when it does not come.
    func fetch(_ blob: Blob, then: @escaping (String?) -> Void) {
        let path = path(blob.hash)
        if let bytes = FileBytes.read(path), blob.isOf(bytes) {
            // The newest are kept.
            _ = unsafe utimensat(AT_FDCWD, path, nil, 0)
            return then(path)
        }
        if let fetch = open[blob.hash] { return fetch.then.append(then) }
        let fetch = Fetch(blob)
        fetch.then = [then]
        open[blob.hash] = fetch
        broker.subscribe(topic(blob.hash))
        arm(fetch)
    }

    private func arm(_ fetch: Fetch) {
        fetch.timeout = Alarm(reactor, in: Self.longestWait) { [weak self] in self?.end(fetch, nil) }
    }

    /// Subscribes anew, behind a connection that was lost.
    func resume() { for hash in open.keys { broker.subscribe(topic(hash)) } }

    /// Forgets what has not come.
    func forget() { for fetch in open.values { end(fetch, nil) } }

    /// Takes a message of a topic below `blob/`.
    func take(_ rest: Substring, _ payload: [UInt8]) {
        let words = rest.split(separator: "/")
        guard words.count == 2, let fetch = open[String(words[0])], let at = Int(words[1]),
            (0..<fetch.blob.chunks).contains(at), fetch.parts[at] == nil || fetch.parts[at] != payload
        else { return }
        fetch.bytes += payload.count - (fetch.parts[at]?.count ?? 0)
        fetch.parts[at] = payload
        arm(fetch)
        guard fetch.bytes <= fetch.blob.size, fetch.parts.count == fetch.blob.chunks else {
            if fetch.bytes > fetch.blob.size { refuse(fetch) }
            return
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(fetch.blob.size)
        for part in 0..<fetch.blob.chunks { bytes += fetch.parts[part] ?? [] }
        guard fetch.blob.isOf(bytes) else { return refuse(fetch) }
        makeRoom(for: bytes.count)
        let path = path(fetch.blob.hash)
        end(fetch, FileBytes.write(bytes, to: path) ? path : nil)
    }

    private func refuse(_ fetch: Fetch) {
        damaged += 1
        Console.say("the blob \(fetch.blob.hash) has other bytes than its name says: it is not used")
        end(fetch, nil)
    }

    private func end(_ fetch: Fetch, _ path: String?) {
        guard open[fetch.blob.hash] === fetch else { return }
        open[fetch.blob.hash] = nil
        fetch.timeout = nil
        broker.unsubscribe(topic(fetch.blob.hash))
        for then in fetch.then { then(path) }
    }

    /// Removes the files that were used longest ago, until there is room.
    private func makeRoom(for count: Int) {
        guard let folder = unsafe opendir(Folders.cache) else { return }
        defer { unsafe closedir(folder) }
        var files: [(path: String, size: Int, used: Int)] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            guard name.utf8.count == 64 else { continue }
            var about = stat()
            guard unsafe stat(path(name), &about) == 0 else { continue }
            files.append((path(name), Int(about.st_size), about.st_mtim.tv_sec))
        }
        var total = files.reduce(count) { $0 + $1.size }
        for file in files.sorted(by: { $0.used < $1.used }) where total > options.cache {
            _ = unsafe unlink(file.path)
            total -= file.size
        }
    }
}
