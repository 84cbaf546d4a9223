import LineProtocol
import Schema
import TestSupport
import Testing

@Suite struct EventNameTests {
    @Test func `the index of an event is its position among all`() {
        #expect(EventName.allCases.map(\.index) == Array(EventName.allCases.indices))
    }

    @Test func `each event is sent somewhere`() {
        let words = Places.words(in: ["Sources/Daemon/Service/*.swift", "Sources/Daemon/Service/*/*.swift"])
        for event in EventName.allCases {
            let isSent = words.contains(".\(event)")
            #expect(isSent, "\(event)")
        }
    }

    /// Without a default: of a new event it has to be said.
    private func triggers(_ event: EventName) -> [ReactionTrigger] {
        switch event {
        case .tap: [.tap]
        case .singleTap: [.singleTap]
        case .pan: [.pan]
        case .swipe: [.swipe]
        case .longPress: [.longPress]
        case .pinch: [.pinch]
        case .rotate: [.rotate]
        case .scroll: [.scroll]
        case .pointer: [.enter, .leave, .move, .down, .up]
        case .key: [.key]
        case .drag: [.drag]
        case .drop: [.drop]
        case .collision: [.collision]
        case .animation: [.animation]
        case .changed: [.changed]
        // Not about a layer, or about what a client did itself or has to know.
        case .frame, .output, .content, .created, .removed, .plugin, .transaction, .reaction, .binding, .timer, .film,
            .layout, .tile, .problem, .restored, .failed, .template, .journal, .replica:
            []
        }
    }

    @Test func `each trigger of reactions is of an event`() {
        let triggers = EventName.allCases.flatMap(triggers)
        #expect(triggers.map(\.rawValue).sorted() == ReactionTrigger.allCases.map(\.rawValue))
    }
}
