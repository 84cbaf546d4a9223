import LineProtocol
import Testing

@Suite struct EventNameTests {
    @Test func `the index of an event is its position among all`() {
        #expect(EventName.allCases.map(\.index) == Array(EventName.allCases.indices))
    }
}
