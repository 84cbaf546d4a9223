import Synchronization

/// The parts of a `Document`.
public protocol DocumentContent: Sendable {
    /// Compact JSON.
    var json: String { get }
    /// The bytes of `json`, known without making it.
    var jsonBytes: Int { get }

    func isEqual(to other: any DocumentContent) -> Bool
}

/// A list or a record, for keys of `data`: its JSON is made when somebody asks for it. Copies of a scene share it with
/// other threads.
public final class Document: Sendable {
    public let content: any DocumentContent
    private let text = Mutex<String?>(nil)

    public init(_ content: any DocumentContent) { self.content = content }

    /// Compact JSON.
    public var json: String {
        if let known = text.withLock({ $0 }) { return known }
        let made = content.json
        text.withLock { $0 = made }
        return made
    }

    /// The bytes of the JSON.
    public var byteCount: Int { text.withLock { $0?.utf8.count } ?? content.jsonBytes }
}

extension Document: Equatable {
    public static func == (a: Document, b: Document) -> Bool {
        a === b || a.byteCount == b.byteCount && a.content.isEqual(to: b.content)
    }
}
