/// A subset of the connected clients with a common property, in the order of their connections.
///
/// Updated incrementally, so that a turn visits only the clients concerned, and copies no list.
package struct Roster<Member: AnyObject> {
    package private(set) var members: [Member] = []
    /// Indices of the members' connections, ascending.
    private var indices: [Int] = []

    package init() {}

    /// Adds or removes a client.
    package mutating func set(_ member: Member, _ id: ConnectionID, isMember: Bool) {
        let at = position(of: id)
        let isThere = at < members.count && members[at] === member
        if isMember, !isThere {
            indices.insert(id.index, at: at)
            members.insert(member, at: at)
        } else if !isMember, isThere {
            indices.remove(at: at)
            members.remove(at: at)
        }
    }

    package func contains(_ member: Member, _ id: ConnectionID) -> Bool {
        let at = position(of: id)
        return at < members.count && members[at] === member
    }

    /// Index of the first member whose connection has this index or a higher one.
    private func position(of id: ConnectionID) -> Int {
        var (low, high) = (0, indices.count)
        while low < high {
            let middle = (low + high) / 2
            if indices[middle] < id.index { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
