/// Error codes of protocol 1.
public enum ErrorCode: String, CaseIterable, Sendable {
    case syntax
    case unknownVerb = "unknown-verb"
    case unknownKind = "unknown-kind"
    case unknownObject = "unknown-object"
    case unknownProperty = "unknown-property"
    case unknownVariable = "unknown-variable"
    case value
    case exists
    case cycle
    case limit
    case denied
    case io
    case decode
    case plugin
    case unsupported
    case aborted
    case busy
    case replica
    case sequence
    case `internal`
}

/// A client error with which a request fails. The message is one line that names the wrong word.
public struct SceneError: Error, Equatable, Sendable {
    public var code: ErrorCode
    public var message: String

    public init(_ code: ErrorCode, _ message: String) {
        self.code = code
        self.message = message
    }
}
