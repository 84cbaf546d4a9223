/// What a `Document` is made of.
public protocol DocumentContent: Sendable {
    /// Compact JSON.
    var json: String { get }
    /// The bytes of `json`, known without making it.
    var jsonBytes: Int { get }

    func isEqual(to other: any DocumentContent) -> Bool
}

/// A list or a record, for keys of `data`: its JSON is made when somebody asks for it. Touched by one thread at a time.
public final class Document: @unchecked Sendable {
    public let content: any DocumentContent
    private var text: String?

    public init(_ content: any DocumentContent) { self.content = content }

    /// Compact JSON.
    public var json: String {
        if let text { return text }
        let made = content.json
        text = made
        return made
    }

    /// The bytes of the JSON.
    public var byteCount: Int { text?.utf8.count ?? content.jsonBytes }
}

extension Document: Equatable {
    public static func == (a: Document, b: Document) -> Bool {
        a === b || a.byteCount == b.byteCount && a.content.isEqual(to: b.content)
    }
}
