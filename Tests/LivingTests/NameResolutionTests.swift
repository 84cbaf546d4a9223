import Geometry
import Testing

@testable import Living

@Suite struct NameResolutionTests {
    private struct Names: NameScope {
        func hasField(_ name: ByteView) -> Bool { ["x", "translation.x"].contains(name.string) }
        func hasParameter(_ name: ByteView) -> Bool { ["value", "on"].contains(name.string) }
        func hasOwnProperty(_ path: ByteView) -> Bool { ["position.x", "value", "opacity"].contains(path.string) }
        func hasObject(_ id: ByteView) -> Bool {
            ["a", "a.position", "a.opacity", "slider", "x", "time"].contains(id.string)
        }
        func hasProperty(_ path: ByteView, of id: ByteView) -> Bool {
            switch id.string {
            case "a": ["opacity", "position.y"].contains(path.string)
            default: ["x", "value"].contains(path.string)
            }
        }
    }

    @Test(arguments: [
        ("x", ResolvedName.field(0..<1, part: 1..<1)), ("translation.x", .field(0..<13, part: 13..<13)),
        ("x.y", .field(0..<1, part: 2..<3)), ("value", .parameter(0..<5, part: 5..<5)),
        ("value.x", .parameter(0..<5, part: 6..<7)), ("old", .old(part: 3..<3)), ("old.x", .old(part: 4..<5)),
        ("position.x", .own(0..<10)), ("opacity", .own(0..<7)), ("self.opacity", .selfProperty(5..<12)),
        ("parent.bounds.size.width", .parentProperty(7..<24)), ("root.opacity", .rootProperty(5..<12)),
        ("slider.value", .property(object: 0..<6, 7..<12)), ("a.position.x", .property(object: 0..<10, 11..<12)),
        ("a.opacity", .property(object: 0..<1, 2..<9)), ("a.position.y", .property(object: 0..<1, 2..<12)),
        ("a.position.none", .property(object: 0..<10, 11..<15)), ("a.none", .property(object: 0..<1, 2..<6)),
        ("a", .object(0..<1)), ("a.position", .object(0..<10)),
        ("self", .object(0..<4)), ("time", .object(0..<4)), ("wall", .wall), ("nobody.z", .unknown(0..<6)),
        ("selfish", .unknown(0..<7)), ("older", .unknown(0..<5)),
    ])
    func innermostAndLongestCount(_ name: String, _ wanted: ResolvedName) {
        #expect(ByteView.with(name) { ResolvedName($0, in: Names()) } == wanted)
    }
}
