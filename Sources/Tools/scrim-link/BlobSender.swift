import Geometry
import Glibc
import Reactor

/// Files and scenes on their way to the broker, in parts that it retains.
///
/// So few go at a time that records are not held up. After a connection that was lost, those that the broker has acknowledged do not go again.
final class BlobSender {
    private let options: Options
    private let broker: Broker
    /// On the broker, or on their way there.
    private var blobs: [String: Sent] = [:]
    /// Blobs with parts to send, oldest first.
    private var queue: [String] = []
    private var inFlight: [Int32: (hash: String, part: Int)] = [:]
    /// False until it is known whether the broker has what it had.
    private var isOpen = false
    /// Called when a blob is on the broker.
    var onWhole: (() -> Void)?

    /// Parts that are on their way at a time.
    private static let window = 16
    /// How long a blob stays that no head names, and one that another has replaced.
    private static let (life, shortLife): (Nanoseconds, Nanoseconds) = (600_000_000_000, 20_000_000_000)

    private struct Sent {
        let blob: Blob
        var source: BlobSource
        /// Parts that were not sent, last ones first.
        var missing: [Int]
        var flying = 0
        /// The machine's time behind which it is taken away.
        var end: Nanoseconds
    }

    init(_ options: Options, _ broker: Broker) { (self.options, self.broker) = (options, broker) }

    /// Has the broker keep a blob, unless it does.
    func send(_ blob: Blob, _ source: BlobSource) {
        let end = Clock.now + Self.life
        guard blobs[blob.hash] == nil else {
            blobs[blob.hash]?.end = end
            return
        }
        blobs[blob.hash] = Sent(
            blob: blob, source: source, missing: (0..<blob.chunks).reversed(), flying: 0, end: end)
        queue.append(blob.hash)
        goOn()
    }

    /// The broker has blobs of another primary: they go when no head names them.
    func note(_ blob: Blob) {
        guard blobs[blob.hash] == nil else { return }
        blobs[blob.hash] = Sent(blob: blob, source: .bytes([]), missing: [], end: Clock.now + Self.life)
    }

    /// Another blob stands for what this one was.
    func replace(_ hash: String) {
        let end = Clock.now + Self.shortLife
        if let old = blobs[hash]?.end { blobs[hash]?.end = min(old, end) }
    }

    /// True when the broker has all of a blob.
    func isWhole(_ blob: Blob) -> Bool {
        guard let sent = blobs[blob.hash] else { return false }
        return sent.flying == 0 && sent.missing.isEmpty
    }

    // MARK: The connection

    /// The connection stands, and the broker has what it had.
    func open() {
        isOpen = true
        goOn()
    }

    /// The broker may have nothing.
    func forget() {
        for (hash, sent) in blobs {
            if sent.missing.isEmpty, sent.flying == 0 {
                blobs[hash] = nil
            } else {
                blobs[hash]?.missing = (0..<sent.blob.chunks).reversed()
                if !queue.contains(hash) { queue.append(hash) }
            }
        }
        goOn()
    }

    func close() {
        isOpen = false
        for (hash, part) in inFlight.values {
            blobs[hash]?.missing.append(part)
            blobs[hash]?.flying = 0
            if !queue.contains(hash) { queue.insert(hash, at: 0) }
        }
        inFlight = [:]
    }

    /// The broker has a message.
    func acknowledged(_ number: Int32) {
        guard let (hash, _) = inFlight.removeValue(forKey: number) else { return }
        blobs[hash]?.flying -= 1
        if let sent = blobs[hash], sent.flying == 0, sent.missing.isEmpty {
            // What the broker has is kept here no longer.
            if case .bytes = sent.source { blobs[hash]?.source = .bytes([]) }
            onWhole?()
        }
        goOn()
    }

    private func goOn() {
        while isOpen, broker.isOpen, inFlight.count < Self.window, let hash = queue.first {
            guard let part = blobs[hash]?.missing.popLast(), let sent = blobs[hash] else {
                queue.removeFirst()
                continue
            }
            let range = min(part * options.chunk, sent.blob.size)..<min((part + 1) * options.chunk, sent.blob.size)
            // A file that has become another one: who needs it finds that its hash is wrong.
            let bytes = sent.source.read(range) ?? []
            guard let number = broker.publish(options.topic("blob/\(hash)/\(part)"), bytes, isRetained: true) else {
                blobs[hash]?.missing.append(part)
                return
            }
            blobs[hash]?.flying += 1
            inFlight[number] = (hash, part)
        }
    }

    /// Takes away what no head has named for long.
    func tidy(without named: Set<String>) {
        guard isOpen, broker.isOpen else { return }
        let now = Clock.now
        for (hash, sent) in blobs where sent.end < now && sent.flying == 0 && !named.contains(hash) {
            for part in 0..<sent.blob.chunks {
                broker.publish(options.topic("blob/\(hash)/\(part)"), [], isRetained: true)
            }
            blobs[hash] = nil
            queue.removeAll { $0 == hash }
        }
    }
}

/// The location of a blob's bytes.
enum BlobSource {
    case bytes([UInt8])
    case file(String)

    /// Nil when they are not there any more.
    func read(_ range: Range<Int>) -> [UInt8]? {
        switch self {
        case .bytes(let bytes): return bytes.count >= range.upperBound ? Array(bytes[range]) : nil
        case .file(let path):
            let file = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return nil }
            defer { close(file) }
            var bytes = [UInt8](repeating: 0, count: range.count)
            let count = unsafe bytes.withUnsafeMutableBytes {
                unsafe pread(file, $0.baseAddress, $0.count, range.lowerBound)
            }
            return count == range.count ? bytes : nil
        }
    }
}
