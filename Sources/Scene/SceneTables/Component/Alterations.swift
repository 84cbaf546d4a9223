public import Schema

/// Values that an instance's own lines changed in a part, a row or the instance itself after its definition had created it.
public struct Alterations: Equatable, Sendable {
    /// Properties that were set.
    public var properties: Set<PropertyID> = []
    /// Keys of `user.` that were set.
    public var users: Set<String> = []
    /// True for a part that is not from the definition.
    public var isLater = false
    /// For an instance: names of its definition's parts that were removed.
    public var gone: Set<String> = []

    public init() {}
}
