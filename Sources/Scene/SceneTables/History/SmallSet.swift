/// A set that usually has a few elements: it compares those, and hashes from a dozen on.
public struct SmallSet<Element: Hashable> {
    private var few: [Element] = []
    private var many: Set<Element> = []

    private static var most: Int { 12 }

    public init() {}

    /// True when the element is in the set.
    public func contains(_ element: Element) -> Bool { many.isEmpty ? few.contains(element) : many.contains(element) }

    /// Adds an element; false when it was there.
    @discardableResult
    public mutating func insert(_ element: Element) -> Bool {
        guard many.isEmpty else { return many.insert(element).inserted }
        if few.contains(element) { return false }
        if few.count < Self.most {
            few.append(element)
        } else {
            many = Set(few)
            many.insert(element)
            few = []
        }
        return true
    }
}
