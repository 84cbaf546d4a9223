public import Schema

/// Instances by slot of their parts, in pages: scenes with few parts need few pages; four bytes per slot.
public struct OwnerTable {
    private static let pageSize = 256
    private static let none: Slot = -1

    /// Pages without a part are empty.
    private var pages: [[Slot]] = []

    public init() {}

    /// The instance whose part is in this slot; nil for none.
    public subscript(part: Slot) -> Slot? {
        get {
            let (page, at) = (Int(part) / Self.pageSize, Int(part) % Self.pageSize)
            guard page < pages.count, !pages[page].isEmpty, pages[page][at] != Self.none else { return nil }
            return pages[page][at]
        }
        set {
            let (page, at) = (Int(part) / Self.pageSize, Int(part) % Self.pageSize)
            if page >= pages.count || pages[page].isEmpty {
                guard newValue != nil else { return }
                while pages.count <= page { pages.append([]) }
                pages[page] = Array(repeating: Self.none, count: Self.pageSize)
            }
            pages[page][at] = newValue ?? Self.none
        }
    }
}
