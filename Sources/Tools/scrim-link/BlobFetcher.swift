import Glibc
import Reactor

/// Files by their content, from the broker into a folder with a budget.
///
/// Parts go into a file as they come. After a connection that was lost, only those that are missing are asked for.
final class BlobFetcher {
    private let options: Options
    private let broker: Broker
    private let reactor: Reactor
    private var open: [String: Fetch] = [:]
    /// Blobs that were not what their names say.
    private(set) var damaged = 0
    /// Why the last one could not be written; nil: it could.
    private(set) var failure: String?

    /// Seconds behind which a blob does not come any more.
    private static let longestWait = 5.0
    /// Parts that are asked for one by one at a time, and those of a blob up to which all are asked for at once: a broker queues a thousand
    /// messages for a client.
    private static let (window, mostAtOnce) = (64, 512)

    private final class Fetch {
        let blob: Blob
        let path: String
        let file: Int32
        var isHere: [Bool]
        var count = 0
        /// Parts that are asked for one by one; nil: all at once.
        var asked: Set<Int>?
        var next = 0
        var then: [(String?) -> Void] = []
        var timeout: Alarm?

        init?(_ blob: Blob, _ path: String) {
            (self.blob, self.path) = (blob, path)
            file = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            isHere = Array(repeating: false, count: blob.chunks)
            if file < 0 { return nil }
        }

        deinit {
            if file >= 0 { close(file) }
            _ = unsafe unlink(path)
        }

        /// Writes a part where it belongs: all but the last one are equally long.
        func put(_ part: [UInt8], at index: Int) -> Bool {
            let offset = index == blob.chunks - 1 ? blob.size - part.count : index * part.count
            guard offset >= 0, offset + part.count <= blob.size else { return true }
            return unsafe part.withUnsafeBytes { unsafe pwrite(file, $0.baseAddress, $0.count, offset) } == part.count
        }
    }

    init(_ options: Options, _ broker: Broker, _ reactor: Reactor) {
        (self.options, self.broker, self.reactor) = (options, broker, reactor)
        Folders.make(Folders.cache)
    }

    private func path(_ hash: String) -> String { "\(Folders.cache)/\(hash)" }

    private func topic(_ hash: String, _ part: Int? = nil) -> String {
        options.topic("blob/\(hash)/\(part.map(String.init) ?? "+")")
    }

    /// Calls `then` with the path of a file that has the content, once; nil when it does not come.
    func fetch(_ blob: Blob, then: @escaping (String?) -> Void) {
        let path = path(blob.hash)
        if Blob(ofFile: path, chunk: options.chunk)?.hash == blob.hash {
            // The newest are kept.
            _ = unsafe utimensat(AT_FDCWD, path, nil, 0)
            return then(path)
        }
        if let fetch = open[blob.hash] { return fetch.then.append(then) }
        makeRoom(for: blob.size)
        guard let fetch = Fetch(blob, "\(path).\(getpid())") else {
            fail(errno)
            return then(nil)
        }
        fetch.then = [then]
        open[blob.hash] = fetch
        ask(fetch)
        arm(fetch)
    }

    private func arm(_ fetch: Fetch) {
        fetch.timeout = Alarm(reactor, in: Self.longestWait) { [weak self] in self?.end(fetch, nil) }
    }

    /// Asks for all parts at once, or for those that are missing.
    private func ask(_ fetch: Fetch) {
        guard fetch.count > 0 || fetch.blob.chunks > Self.mostAtOnce else {
            fetch.asked = nil
            return broker.subscribe(topic(fetch.blob.hash))
        }
        (fetch.asked, fetch.next) = ([], 0)
        askMore(fetch)
    }

    private func askMore(_ fetch: Fetch) {
        while let asked = fetch.asked, asked.count < Self.window, fetch.next < fetch.blob.chunks {
            if !fetch.isHere[fetch.next] {
                fetch.asked?.insert(fetch.next)
                broker.subscribe(topic(fetch.blob.hash, fetch.next))
            }
            fetch.next += 1
        }
    }

    /// The connection is lost: nothing comes until there is another one.
    func pause() { for fetch in open.values { fetch.timeout = nil } }

    /// Asks anew, behind a connection that was lost.
    func resume() {
        for fetch in open.values {
            ask(fetch)
            arm(fetch)
        }
    }

    /// Takes a message of a topic below `blob/`.
    func take(_ rest: Substring, _ payload: [UInt8]) {
        let words = rest.split(separator: "/")
        guard words.count == 2, let fetch = open[String(words[0])], let at = Int(words[1]),
            (0..<fetch.blob.chunks).contains(at), !fetch.isHere[at], !payload.isEmpty || fetch.blob.size == 0
        else { return }
        guard fetch.put(payload, at: at) else {
            fail(errno)
            return end(fetch, nil)
        }
        fetch.isHere[at] = true
        fetch.count += 1
        arm(fetch)
        if fetch.asked?.remove(at) != nil {
            broker.unsubscribe(topic(fetch.blob.hash, at))
            askMore(fetch)
        }
        guard fetch.count == fetch.blob.chunks else { return }
        guard Blob(ofFile: fetch.path, chunk: options.chunk)?.hash == fetch.blob.hash else {
            damaged += 1
            Console.say("the blob \(fetch.blob.hash) has other bytes than its name says: it is not used")
            return end(fetch, nil)
        }
        failure = nil
        let path = path(fetch.blob.hash)
        let isKept = unsafe rename(fetch.path, path) == 0
        if !isKept { fail(errno) }
        end(fetch, isKept ? path : nil)
    }

    private func fail(_ number: Int32) {
        let reason = "\(Folders.cache): \(unsafe String(cString: strerror(number)))"
        if failure != reason { Console.say(reason) }
        failure = reason
    }

    private func end(_ fetch: Fetch, _ path: String?) {
        guard open[fetch.blob.hash] === fetch else { return }
        open[fetch.blob.hash] = nil
        fetch.timeout = nil
        if let asked = fetch.asked {
            for part in asked { broker.unsubscribe(topic(fetch.blob.hash, part)) }
        } else {
            broker.unsubscribe(topic(fetch.blob.hash))
        }
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
