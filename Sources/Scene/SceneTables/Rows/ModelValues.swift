public import Schema

/// Model values of animated properties, whose presentation values are in the rows and extras.
public struct ModelValues {
    private var values: [Slot: [(id: PropertyID, value: Value)]] = [:]

    public init() {}

    /// The model value of a property; nil when it is not animated.
    public func value(_ slot: Slot, _ id: PropertyID) -> Value? {
        guard let own = values[slot] else { return nil }
        for at in own.indices where own[at].id == id { return own[at].value }
        return nil
    }

    /// The animated properties of an object.
    public func all(of slot: Slot) -> [(id: PropertyID, value: Value)]? { values[slot] }

    /// Adds a property.
    public mutating func cover(_ slot: Slot, _ id: PropertyID, _ value: Value) {
        values[slot, default: []].append((id, value))
    }

    /// Changes a model value; returns false when the property is not animated.
    public mutating func set(_ slot: Slot, _ id: PropertyID, _ value: Value) -> Bool {
        guard let at = values[slot]?.firstIndex(where: { $0.id == id }) else { return false }
        values[slot]?[at].value = value
        return true
    }

    /// Removes a property. Returns its model value and whether it was the object's last; nil when it was not animated.
    public mutating func uncover(_ slot: Slot, _ id: PropertyID) -> (value: Value, isLast: Bool)? {
        guard let at = values[slot]?.firstIndex(where: { $0.id == id }), let model = values[slot]?.remove(at: at) else {
            return nil
        }
        let isLast = values[slot]?.isEmpty == true
        if isLast { values[slot] = nil }
        return (model.value, isLast)
    }

    /// Removes the values of an object. Call when its slot is freed.
    public mutating func forget(_ slot: Slot) { if !values.isEmpty { values[slot] = nil } }
}
