import Expressions
import Geometry
import LineProtocol
import Scene
import Schema
import TestSupport
import Testing
import World

/// Each expression of a copy is about the copy.
@Suite struct CopyExpressionTests {
    private let talk = Talk()

    @Test(arguments: [
        ("count('a/*')", "count('z/*')"), ("count('a/**.s[opacity=1],a.b')", "count('z/**.s[opacity=1],z.b')"),
        ("exists('a.b')?1:0", "exists('z.b')?1:0"), ("exists(a.b)?1:0", "exists(z.b)?1:0"),
        ("index('c') + index( a.b )", "index('z.c') + index( z.b )"),
        ("has('a.b', 'a')?1:0", "has('z.b', 'a')?1:0"), ("has(c, 'c')?1:0", "has(z.c, 'c')?1:0"),
        ("count('a.'+'*')", "count('z.'+'*')"), ("exists('a.' + text(1))?1:0", "exists('z.' + text(1))?1:0"),
        ("exists('row' + text(1))?1:0", "exists('z.row' + text(1))?1:0"),
        ("count((1 > 0 ? 'a/*' : 'c/*'))", "count((1 > 0 ? 'z/*' : 'z.c/*'))"),
        ("length('a.b') + length('a/*')", "length('a.b') + length('a/*')"),
        ("count(replace('a-*','-','/'))", "count(replace('a-*','-','/'))"),
        ("count(user.k == 'c' ? 'c/*' : 'a/*')", "count(user.k == 'c' ? 'z.c/*' : 'z/*')"),
        ("a.b.opacity+c.opacity*presentation(c.opacity)", "z.b.opacity+z.c.opacity*presentation(z.c.opacity)"),
        ("a.opacity + out.opacity + count('out,c')", "z.opacity + out.opacity + count('out,z.c')"),
        ("position.x + bounds.size.width", "position.x + bounds.size.width"),
        ("length('it\\'s c') + c.opacity", "length('it\\'s c') + z.c.opacity"),
        ("(c.opacity) + -c.opacity/2", "(z.c.opacity) + -z.c.opacity/2"), ("length('c') + .5", "length('c') + .5"),
        ("point(c.opacity, 2).x", "point(z.c.opacity, 2).x"),
    ])
    func idsFollow(_ expression: String, _ copied: String) {
        // Words in quotes have escapes of their own.
        let quoted = expression.replacing("\\", with: "\\\\")
        let isBoolean = expression.hasSuffix("?1:0")
        let condition = isBoolean ? quoted.replacing("?1:0", with: "") : "(\(quoted)) > 0"
        talk.ok(
            "create s style opacity=1", "create out layer", "create a layer", "create a.b layer parent=a",
            "create c layer parent=a", "create row1 layer parent=a", "create row2 layer parent=c",
            // An object whose id begins a property's name.
            "create position layer parent=a", "set a.b user.k=c", "bind a.b user.n:=\(expression)",
            "on a tap \"set c user.n:=\(quoted)\"", "copy a as=z")
        #expect(talk.scene.find("z.b~user.n").map { text($0, BindingProperty.value.id) } == copied)
        #expect(talk.scene.find("z.tap").map { text($0, ReactionProperty.lines.id) } == "set z.c user.n:=\(copied)")
        guard !expression.contains("\\") else { return }
        talk.ok("on a pan when \(condition) \"set c opacity=1\"", "copy a as=y")
        let when = talk.scene.find("y.pan").map { text($0, ReactionProperty.when.id) }
        let expected = copied.replacing("'z", with: "'y").replacing("z.", with: "y.")
        #expect(when?.contains(expected.replacing("?1:0", with: "")) == true)
    }

    /// Lines inside of lines are the copy's too; an event, a kind or a text that is called as an object is stays.
    @Test(arguments: [
        ("on c tap 'set c opacity=1'", "on z.c tap \"set z.c opacity=1\""),
        (
            "after 1 \\\"repeat in=1 'set c,tap opacity=1'\\\"",
            "after 1 \"repeat in=1 \\\"set z.c,z.tap opacity=1\\\"\""
        ),
        ("create n layer parent=c name=c", "create n layer parent=z.c name=c"), ("off c tap", "off z.c tap"),
    ]) func linesInsideOfLinesFollow(_ lines: String, _ copied: String) {
        talk.ok(
            "create a layer", "create c layer parent=a", "create tap layer parent=a", "create layer layer parent=a",
            "on a pan \"\(lines)\"", "copy a as=z")
        #expect(talk.scene.find("z.pan").map { text($0, ReactionProperty.lines.id) } == copied)
    }

    private func text(_ slot: Slot, _ id: PropertyID) -> String { talk.scene.value(slot, id).string }

    /// Names of objects in an expression, by the compiler's own account.
    private func ids(_ text: String) throws -> Set<String> {
        let expression = try ByteView.with(text) { (text) throws(ExpressionError) in try Expression(text) }
        var ids: Set<String> = []
        for reference in expression.references {
            let parts = reference.name.split(separator: ".").map(String.init)
            for end in (1...parts.count).reversed() {
                let id = parts[..<end].joined(separator: ".")
                let isWhole = end == parts.count
                if talk.scene.find(id) != nil, reference.kind == .object || !isWhole {
                    ids.insert(id)
                    break
                }
            }
        }
        for selector in expression.selectors {
            for alternative in selector.alternatives {
                switch alternative.scope {
                case .id(let id), .sublayers(of: let id), .descendants(of: let id): ids.insert(id)
                default: break
                }
            }
        }
        return ids
    }

    @Test(arguments: 1...20)
    func aCopysExpressionsAreAboutTheCopy(seed: UInt64) throws {
        var dice = Dice(seed)
        talk.ok("create a layer", "create out layer", "create x style opacity=1")
        var inside = ["a"]
        for number in 0..<8 {
            let id = Bool.random(using: &dice) ? "a.n\(number)" : "n\(number)"
            talk.ok("create \(id) layer parent=\(inside.randomElement(using: &dice) ?? "a")")
            inside.append(id)
        }
        func id() -> String { (inside + ["out"]).randomElement(using: &dice) ?? "a" }
        func term(_ depth: Int) -> String {
            switch Int.random(in: 0..<(depth > 3 ? 8 : 11), using: &dice) {
            case 0: return "\(id()).opacity"
            case 1: return "presentation( \(id()).zPosition )"
            case 2: return "count('\(id())/*')"
            case 3: return "count('\(id())/**[opacity=1],\(id())')"
            case 4: return "index('\(id())')"
            case 5: return "index( \(id()))"
            case 6: return "length('\(id()) isn\\'t \(id())/*')"
            case 7: return "position.x"
            case 8: return "(\(term(depth + 1)) + \(term(depth + 1)))"
            case 9: return "(exists('\(id())') and not has(\(id()), 'x') ? \(term(depth + 1)) : -\(term(depth + 1)))"
            default: return "max(\(term(depth + 1)),\(term(depth + 1)) ,1)"
            }
        }
        var bound: [(key: String, ids: Set<String>)] = []
        for number in 0..<12 {
            let expression = term(0)
            talk.ok("bind \(inside[1]) user.k\(number):=\(expression)")
            bound.append(("user.k\(number)", try ids(expression)))
        }
        talk.ok("copy a as=z")
        func copied(_ id: String) -> String { id == "a" ? "z" : id.hasPrefix("a.") ? "z" + id.dropFirst() : "z." + id }
        for (key, before) in bound {
            let slot = try #require(talk.scene.find("\(copied(inside[1]))~\(key)"))
            let expression = text(slot, BindingProperty.value.id)
            let expected = Set(before.map { inside.contains($0) ? copied($0) : $0 })
            #expect(try ids(expression) == expected, "\(expression)")
            let texts = expression.split(separator: "'")
            #expect(!texts.contains { inside.contains(String($0)) }, "\(expression)")
        }
    }
}
