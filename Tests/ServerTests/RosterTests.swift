import Server
import Testing

@Suite struct RosterTests {
    private final class Member {
        let name: Int
        init(_ name: Int) { self.name = name }
    }

    @Test func `members stand in the order of their connections, each once`() {
        var roster = Roster<Member>()
        let members = (0..<5).map { Member($0) }
        for index in [3, 0, 4, 3, 1] {
            roster.set(members[index], ConnectionID(index: index, generation: 0), isMember: true)
        }
        #expect(roster.members.map(\.name) == [0, 1, 3, 4])
        roster.set(members[3], ConnectionID(index: 3, generation: 0), isMember: false)
        roster.set(members[2], ConnectionID(index: 2, generation: 0), isMember: false)
        #expect(roster.members.map(\.name) == [0, 1, 4])
    }

    @Test func `a client that is over does not take the place of the next one with its index`() {
        var roster = Roster<Member>()
        let (old, new) = (Member(0), Member(1))
        let (oldID, newID) = (ConnectionID(index: 7, generation: 0), ConnectionID(index: 7, generation: 1))
        roster.set(old, oldID, isMember: true)
        roster.set(old, oldID, isMember: false)
        roster.set(new, newID, isMember: true)
        roster.set(old, oldID, isMember: false)
        #expect(roster.members.map(\.name) == [1])
        #expect(!roster.contains(old, oldID))
        #expect(roster.contains(new, newID))
    }
}
