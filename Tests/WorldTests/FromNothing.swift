import Geometry
import LineProtocol
import Scene
import Schema
import Testing
import World

extension Talk {
    /// All that can be read of every object: what was said, and what follows from it.
    func everything() -> [String] {
        world.updateBindings()
        scene.layout.layOut()
        scene.layout.fit()
        var lines: [String] = []
        scene.tree.forEachObject { slot in
            let kind = scene.kind(of: slot)
            // A parameter that a component has no more keeps its number, and has a name that no line can say.
            for (at, property) in kind.properties.enumerated()
            where !property.traits.contains(.goesOn) && !property.name.hasPrefix(" ") {
                let id = PropertyID(UInt16(at))
                var named: [String] = []
                let value = scene.value(slot, id).mappingObjects { object in
                    named.append(scene.slot(of: object).map { scene.name(of: $0) } ?? "nobody")
                    return nil
                }
                lines.append("\(scene.name(of: slot)).\(property.name) \(value) \(named)")
            }
        }
        return lines
    }

    /// Holds everything that is computed and laid out to a fresh scene that the dump makes, to the last bit.
    func expectTheSameFromNothing(
        _ other: Talk, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let (before, dump) = (everything(), dump())
        for line in dump {
            let reply = other.send(line)
            #expect(reply.hasPrefix("ok"), "\(line): \(reply)", sourceLocation: sourceLocation)
        }
        let after = other.everything()
        let (old, new) = (Set(before), Set(after))
        let (lost, found) = (old.subtracting(new).sorted(), new.subtracting(old).sorted())
        #expect(lost == [] && found == [], "values became others", sourceLocation: sourceLocation)
        #expect(other.dump() == dump, sourceLocation: sourceLocation)
    }
}
