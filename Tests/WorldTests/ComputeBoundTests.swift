import Scene
import Schema
import TestSupport
import Testing
import World

/// What lines, timers, reactions and bindings compute is bounded in one currency; what is beyond changes nothing.
@Suite struct ComputeBoundTests {
    private let talk = Talk()

    private static let numbers = "[" + (0..<5000).map { "\($0)" }.joined(separator: ",") + "]"

    private func user(_ key: String, of id: String) -> String { talk.get(id, "user.\(key)") }

    @Test func aLineThatMakesTooMuchChangesNothing() {
        talk.ok("create a layer", "create d data l=\(Self.numbers)", "create p layer", "create p.x layer parent=p")
        let line = "user.x:=join(d.l,join(d.l,join(d.l,'xx')))"
        talk.fails("set a \(line)", "limit", "bytes of texts and lists")
        talk.fails("bind a \(line)", "limit", "bytes of texts and lists")
        talk.fails("create b layer \(line)", "limit")
        talk.fails("repeat in=1..3 \"set a user.k={index}; set a \(line)\"", "aborted", "limit")
        #expect(talk.send("session access=p", on: 2) == "ok")
        #expect(talk.send("set p.x \(line)", on: 2).hasPrefix("error limit"))
    }

    /// At the bound, and one beyond.
    @Test func aTextIsBounded() {
        talk.ok("create a layer", "create d data", "create t label")
        let half = String(repeating: "a", count: Property.mostTextBytes / 2)
        talk.ok("set a user.h=\(half)", "set a user.x:=user.h+user.h", "set d k:=a.user.h+a.user.h")
        for line in [
            "set a user.x:=user.h+user.h+'b'", "set d k:=a.user.h+a.user.h+'b'", "set a name:=user.h+user.h+'b'",
            "set a user.x=\(half)\(half)b", "set d k=\(half)\(half)b", "set t font=\(half)\(half)b",
        ] {
            talk.fails(line, "limit", "a text has at most 1048576 bytes")
        }
        talk.roundTrips()
    }

    @Test func aTimersTextStopsAtTheBound() {
        let most = 100_000
        talk.ok(
            "set daemon limit.dataBytes=\(most)", "create sub layer user.x=aaaaaaaaaaaaaaaa",
            "every 0.02 name=grow \"set sub user.x:=user.x+user.x\"",
            "create list data l=[1]", "every 0.02 name=lists \"set list l:=append(slice(l, -2000), l, l)\"")
        for step in 1...24 { talk.world.advance(to: Double(step) / 50) }
        #expect(user("x", of: "sub").utf8.count == Property.mostTextBytes + 2)
        let failures = talk.world.timers.takeFailures()
        #expect(failures.contains { $0.id == "grow" && $0.error.message.contains("limit user.x: a text has at most") })
        #expect((most / 4...most).contains(talk.get("list", "l").utf8.count))
        #expect(failures.contains { $0.id == "lists" && $0.error.message.contains("limit.dataBytes") })
        talk.roundTrips()
    }

    /// Functions that call others in many ways cost no more than their number, and a call of them ends at the bound.
    @Test func functionsThatCallManyFunctions() {
        talk.ok("create a layer", "function f0(a):=count('.x')+a")
        for level in 1...12 {
            let calls = Array(repeating: "f\(level - 1)(a)", count: 40).joined(separator: "+")
            talk.ok("function f\(level)(a):=\(calls)")
        }
        talk.fails("set a user.n:=f12(1)", "limit")
        talk.ok("set a user.n:=f2(1)")
        #expect(talk.get("a", "user.n") == "\"1600\"")
    }

    /// Each maker has what four evaluations cost in a step of time, however many timers it has.
    @Test func timersOfOneMakerShare() {
        talk.ok("create p layer", "create q layer", "create d data t=\(String(repeating: "a", count: 1 << 20))")
        #expect(talk.send("session access=p", on: 2) == "ok")
        #expect(talk.send("session access=q", on: 3) == "ok")
        for number in 0..<10 {
            #expect(talk.send("every 1 name=t\(number) \"set p user.n\(number):=length(d.t+d.t)\"", on: 2) == "ok")
        }
        #expect(talk.send("every 1 name=other \"set q user.n:=length(d.t)\"", on: 3) == "ok")
        talk.world.advance(to: 1)
        #expect(user("n", of: "q") == "\"1048576\"")
        let failed = talk.world.timers.takeFailures()
        #expect(failed.count == 4 && failed.allSatisfy { $0.error.message.contains("in one line or step of time") })
        #expect((0..<10).count { user("n\($0)", of: "p") == "\"2097152\"" } == 6)
        talk.world.advance(to: 2)
        #expect(talk.world.timers.takeFailures().count == 4)
    }

    /// What a round does not come to goes on with the next frame, and nothing fails.
    @Test func bindingsOfOneMakerShareAFrame() {
        talk.ok(
            "create d data t=\(String(repeating: "a", count: 1 << 19))", "create s layer", "create e layer parent=s")
        for number in 0..<40 {
            talk.ok("create b\(number) layer", "bind b\(number) user.n:=length(d.t+d.t)+length(d.t)")
        }
        for step in 1...10 { talk.world.advance(to: Double(step)) }
        talk.ok("set d t=\(String(repeating: "b", count: (1 << 19) - 1))")
        func done() -> Int { (0..<40).count { user("n", of: "b\($0)") == "\"1572861\"" } }
        let first = done()
        #expect(first > 0 && first < 40 && done() == first)
        for step in 11...50 { talk.world.advance(to: Double(step)) }
        #expect(done() == 40)
        #expect(talk.world.bindings.takeFailures().isEmpty && !talk.world.bindings.isMoving)
    }

    /// The lines of a definition are counted before the first part is made.
    @Test func aComponentIsCountedBeforeItIsMade() {
        var lines: [String] = []
        for level in 0..<12 {
            lines.append("define c\(level)")
            for part in 0..<4 { lines.append("create .p\(part) \(level == 0 ? "layer" : "c\(level - 1)")") }
            lines.append("end")
        }
        for line in lines { #expect(talk.send(line) == "ok", "\(line)") }
        talk.fails("create x c11", "limit", "22369621 more objects")
        talk.ok("create y c3")
        // At the bound, and one beyond.
        talk.ok("remove y", "define m", "create .a layer", "on .a tap ''", "bind .a opacity:=1 zPosition:=2", "end")
        let count = talk.scene.count
        talk.ok(
            "set daemon limit.layers=\(count + 5)", "create i m", "remove i", "set daemon limit.layers=\(count + 4)")
        talk.fails("create i m", "limit", "5 more objects")
        talk.ok("define r", "repeat in=1..10 \"create .a{index} layer\"", "end")
        talk.ok("set daemon limit.layers=\(count + 11)", "create i r", "remove i")
        talk.ok("set daemon limit.layers=\(count + 10)")
        talk.fails("create i r", "limit", "11 more objects")
        talk.ok(
            "set daemon limit.layers=1000000",
            "set daemon limit.clientLayers=\(talk.session().principal.owned.count + 3)")
        talk.fails("create i c0", "limit")
    }

    @Test func rowsAreCountedBeforeTheyAreMade() {
        talk.ok("define row", "create .a layer", "create .b layer", "end", "create d data l=[1,2,3,4]")
        let count = talk.scene.count
        talk.ok("set daemon limit.layers=\(count + 12)")
        talk.fails("create e each of=row in=d.l", "limit", "12 more objects")
        talk.ok("set daemon limit.layers=\(count + 13)", "create e each of=row in=d.l")
        talk.fails("copy e as=f", "limit")
        talk.fails("set d l=[1,2,3,4,5]", "limit", "3 more objects")
    }

    /// The cost of a line is that of its objects and of what is counted, not their product: each is looked at a few times.
    @Test func countsOfOneLineAreCountedOnce() {
        talk.ok("create s style opacity=0.5")
        for number in 0..<4000 { _ = talk.send("create l\(number) layer style=s user.k=\(number)") }
        for line in [
            "set * user.n:=count('.s')", "set * user.n:=count('.s[opacity=0.5]')", "set * user.n:=count('l*')",
            "bind l1* user.m:=count('.s')", "set * user.n:=count('.' + 's')",
        ] {
            #expect(talk.send(line).hasPrefix("ok"), "\(line)")
        }
        #expect(user("n", of: "l7") == "\"4000\"" && user("m", of: "l17") == "\"4000\"")
        // A selector of its own for each is refused.
        talk.fails("set * user.n:=count('[user.k=' + user.k + ']')", "limit", "operations")
    }

    /// A count is that of the scene as it is, after changes that are taken back too.
    @Test func countsFollowTheScene() {
        talk.ok("create s style opacity=0.5", "create a layer style=s", "create p layer")
        func count(_ selector: String) -> String {
            talk.ok("set p user.n:=count('\(selector)')")
            return user("n", of: "p")
        }
        #expect(count(".s") == "\"1\"" && count("a*") == "\"1\"")
        talk.ok("create a2 layer style=s")
        #expect(count(".s") == "\"2\"" && count("a*") == "\"2\"")
        talk.fails("repeat in=1..2 \"create a3 layer style=s user.n:=count('.s')\"", "aborted")
        #expect(count(".s") == "\"2\"" && count("a*") == "\"2\"")
        talk.ok("create a3 layer style=s", "set a style=")
        #expect(count(".s") == "\"2\"" && count("a*") == "\"3\"")
        talk.ok("undo")
        #expect(count(".s") == "\"2\"")
        talk.ok("set a opacity=0.25")
        #expect(count("[opacity=0.25]") == "\"1\"")
        talk.ok("set a opacity=0.3")
        #expect(count("[opacity=0.25]") == "\"0\"")
        talk.ok("remove a2")
        #expect(count("a*") == "\"2\"" && count("p/*") == "\"0\"")
        talk.ok("set a3 parent=p")
        #expect(count("p/*") == "\"1\"")
        talk.ok("create b layer parent=p", "set a3,b user.n:=count('self/*')", "set p user.n:=count('self/*')")
        #expect(user("n", of: "b") == "\"0\"" && user("n", of: "p") == "\"2\"")
    }

    @Test func whatIsFilledIntoLinesIsCounted() {
        talk.ok("create a layer", "create w layer isInteractive=true user.k=\(String(repeating: "b", count: 1000))")
        let item = String(repeating: "a", count: 500_000)
        talk.fails(
            "repeat in=\(item) \"set a user.x='\(String(repeating: "{item}", count: 50_000))'\"", "limit", "bytes")
    }
}
