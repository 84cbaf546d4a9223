package import Expressions
package import Schema

/// The list or record in a document.
package struct ExpressionDocument: DocumentContent {
    package let value: ExpressionValue
    package let jsonBytes: Int

    /// `value` is a list or a record; nil when it is nested too deep to be read again.
    package init?(_ value: ExpressionValue) {
        guard let (value, bytes) = value.plain else { return nil }
        (self.value, jsonBytes) = (value, bytes)
    }

    package var json: String { value.shortestText }

    package func isEqual(to other: any DocumentContent) -> Bool {
        (other as? ExpressionDocument).map { $0.value == value } ?? false
    }
}

extension Document {
    /// A document of a list or a record; nil when it is nested too deep to be read again.
    package convenience init?(_ value: ExpressionValue) {
        guard let content = ExpressionDocument(value) else { return nil }
        self.init(content)
    }

    /// The list or record.
    package var value: ExpressionValue { (content as? ExpressionDocument)?.value ?? .none }
}
