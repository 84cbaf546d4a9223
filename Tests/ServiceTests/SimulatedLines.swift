import TestSupport

/// Lines that simulated clients say: of a few names, so that they meet; some of them are refused.
struct SimulatedLines {
    private var number = 0

    static let objects = (0..<6).map { "o\($0)" }
    private static let kinds = ["k0", "k1"]
    private static let timers = ["t0", "t1", "t2"]
    static let files = ["f0", "f1", "f2"]
    static let pictures = ["i0", "i1", "i2"]
    /// Picture files by name: two whole ones, and one that no decoder reads.
    static let pictureFiles = [
        ("p0", "examples/pictures/digits.png"), ("p1", "Tests/Conformance/pictures/assets/css-checker.png"),
        ("p2", "README.md"),
    ].map { (name: $0, path: "\(Places.checkout)/\($1)") }

    /// A line, or the lines of a transaction or a definition, which stand for one another.
    mutating func next(_ dice: inout Dice, in folder: String) -> String {
        switch dice.upTo(25) {
        case 0..<13: return change(&dice)
        case 13: return transaction(&dice)
        case 14: return definition(&dice)
        case 15: return dice.pick(["undefine k0", "undefine k1"])
        case 16: return dice.pick(["undo", "undo", "redo", "undo 2"])
        case 17: return animation(&dice)
        case 18: return "bind \(object(&dice)) zPosition:=\(dice.pick(["user.n+1", "o0.opacity*8", "count('.o*')"]))"
        case 19: return timer(&dice)
        case 20: return "remove \(dice.pick(Self.timers))"
        case 21: return "tick \(dice.pick([0.01, 0.25, 1, 7]))"
        case 22:
            return "load path=\(folder)/\(dice.pick(Self.files))\(dice.pick(["", " replace=true", " lenient=true"]))"
        case 23: return picture(&dice, in: folder)
        default: return reaction(&dice)
        }
    }

    private func picture(_ dice: inout Dice, in folder: String) -> String {
        let (name, file) = (dice.pick(Self.pictures), dice.pick(Self.pictureFiles).name)
        switch dice.upTo(6) {
        case 0: return "remove \(name)"
        case 1: return "set \(object(&dice)) contents=\(name)"
        default: return "put \(name) image path=\(folder)/\(file)"
        }
    }

    private func object(_ dice: inout Dice) -> String { dice.pick(Self.objects) }

    private mutating func text(_ dice: inout Dice) -> String {
        number += 1
        return "user.n=\(number) user.s=\(String(repeating: "x", count: dice.upTo(dice.upTo(10) == 0 ? 3000 : 200)))"
    }

    private mutating func change(_ dice: inout Dice) -> String {
        let name = object(&dice)
        switch dice.upTo(12) {
        case 0..<3:
            return
                "create \(name) \(dice.pick(["layer frame=0,0,90,70", "layer", "shape"] + Self.kinds)) \(text(&dice))"
        case 3: return "put \(name) layer \(text(&dice))"
        case 4: return "remove \(name)"
        case 5: return "set \(name) parent=\(dice.pick(["root", "none", object(&dice)]))"
        case 6: return "copy \(name) as=\(object(&dice))"
        case 7: return "set \(name) level=\(dice.upTo(9))"
        default: return "set \(name) \(text(&dice)) opacity=0.\(1 + dice.upTo(9))"
        }
    }

    private mutating func transaction(_ dice: inout Dice) -> String {
        let lines = (0...dice.upTo(3)).map { _ in change(&dice) }
        return (["begin"] + lines + [dice.upTo(4) == 0 ? "abort" : "commit"]).joined(separator: "\n")
    }

    private mutating func definition(_ dice: inout Dice) -> String {
        number += 1
        let part = "create .p layer user.m=\(number) opacity:=level/9"
        let inner = dice.upTo(2) == 0 ? "create .q layer parent=.p\n" : ""
        return "define \(dice.pick(Self.kinds)) level=\(dice.upTo(9))\n\(part)\n\(inner)end"
    }

    private func animation(_ dice: inout Dice) -> String {
        "animate \(object(&dice)) \(dice.pick(["opacity=0.5", "position=30,40", "zPosition=3"])) duration=\(dice.pick(["0.2", "3"]))"
    }

    private mutating func timer(_ dice: inout Dice) -> String {
        number += 1
        let (name, line) = (dice.pick(Self.timers), "set \(object(&dice)) user.n=\(number)")
        return "\(dice.pick(["every 0.5", "every 2", "after 1", "after 9"])) name=\(name) \"\(line)\""
    }

    private mutating func reaction(_ dice: inout Dice) -> String {
        number += 1
        let name = object(&dice)
        return dice.upTo(2) == 0
            ? "on \(name) tap \"set \(name) user.t=\(number)\""
            : "input pointer x=\(dice.upTo(100)) y=\(dice.upTo(80)) button=left state=\(dice.pick(["down", "up"]))"
    }

    /// The text of a file that lines load.
    mutating func file(_ dice: inout Dice) -> String {
        (0...dice.upTo(3)).map { _ in "put \(object(&dice)) layer \(text(&dice))\n" }.joined()
    }
}
