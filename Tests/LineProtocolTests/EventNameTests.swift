import Geometry
import Schema
import TestSupport
import Testing

@testable import LineProtocol

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

    @Test func `a schema finds members that it lacks, and those that a line lacks`() {
        func fault(_ event: EventName, _ members: String) -> String? {
            ByteView.with("event \(event.rawValue) {\(members)}\n") { event.schema.fault(in: $0) }
        }
        #expect(fault(.restored, #""id":"a""#) == nil)
        #expect(fault(.restored, "") == #"not sent: "id""#)
        #expect(fault(.restored, #""id":"a","of":1"#) == #"not in its schema: "of""#)
        #expect(fault(.created, #""id":"a","of":1"#) == nil)
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
