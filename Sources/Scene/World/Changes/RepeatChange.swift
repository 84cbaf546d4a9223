import Expressions
import Geometry
import LineProtocol
import Living
import Scene
import Schema

/// `repeat`: runs lines once for each item. Each line checks its own access.
struct RepeatChange: SceneChange {
    private let items: ByteView
    private let lines: String

    init(_ words: RepeatCommand, of verb: Verb, in world: World, by principal: Principal) throws(SceneError) {
        guard world.context.round == nil else {
            throw SceneError(.syntax, "repeat cannot stand in the lines of another")
        }
        (items, lines) = (words.items, words.lines.string)
    }

    func forEachTouch(_ visit: (Touch) throws(SceneError) -> Void, in world: World) {}

    func carryOut(in world: World, by principal: Principal) throws(SceneError) -> World.Result {
        let rounds = try Self.rounds(items)
        guard rounds.count > 0 else { return .done }
        try Self.checkExpressions(lines)
        let placeholders = Self.placeholders(lines)
        try spend(rounds, 0, placeholders, in: world)
        try Self.check(
            Self.filled(lines, rounds, 0), parts: world.scene.components.lineOwner != nil, world.scene.functions)
        let made = principal.made.count
        defer { world.context.round = nil }
        do throws(SceneError) {
            try world.atomically { () throws(SceneError) in
                for index in 0..<rounds.count {
                    try spend(rounds, index, placeholders, in: world)
                    try runRound(rounds, index, in: world, by: principal)
                }
            }
        } catch {
            principal.forget(madeAfter: made)
            throw error
        }
        return .done
    }

    /// Throws `value` for an expression with `{item}`, which would have to be parsed in each round. Use `item` instead.
    private static func checkExpressions(_ lines: String) throws(SceneError) {
        guard placeholders(lines) > 0 else { return }
        var splitter = WordSplitter()
        for line in ReactionLines.split(lines) {
            var key: String?
            line.withView(0..<line.count) { bytes in
                guard let line = try? Line(bytes, &splitter) else { return }
                for at in 0..<line.count where line[at].isExpression && line[at].value.contains("{item}") {
                    key = line[at].key.string
                }
            }
            if let key {
                throw SceneError(
                    .value, "\(key): {item} stands for a text in words; an expression has item itself: \(key):=item")
            }
        }
    }

    /// Number of placeholders in lines.
    private static func placeholders(_ lines: String) -> Int {
        ByteView.with(lines) { lines in
            var count = 0
            for at in 0..<lines.count where lines[at] == UInt8(ascii: "{") {
                if at + 6 <= lines.count, lines[at..<at + 6] == "{item}" { count += 1 }
            }
            return count
        }
    }

    /// Charges the cost of writing the lines of a round before they are written. Throws `limit`.
    private func spend(
        _ rounds: RepeatRounds, _ index: Int, _ placeholders: Int, in world: World
    ) throws(SceneError) {
        let outer = world.work.enter()
        defer { world.work.leave(outer) }
        do throws(ExpressionError) {
            let (bytes, isTooMuch) = placeholders.multipliedReportingOverflow(by: rounds.item(index).utf8.count)
            try world.work.make(isTooMuch ? Int.max : bytes)
            try world.work.spend(lines.utf8.count / 64)
        } catch {
            throw SceneError(.limit, "repeat: \(error.message)")
        }
    }

    private func runRound(
        _ rounds: RepeatRounds, _ index: Int, in world: World, by principal: Principal
    ) throws(SceneError) {
        let item = ByteView.with(rounds.item(index)) { ExpressionValue(typing: $0) }
        world.context.round = RepeatRound(item: item, index: index, count: rounds.count)
        var splitter = WordSplitter()
        for (number, bytes) in try Self.filled(lines, rounds, index).enumerated() {
            do throws(SceneError) {
                try bytes.withView(0..<bytes.count) { (bytes) throws(SceneError) in
                    guard let line = try Line(bytes, &splitter) else { return }
                    try world.change(Command(line), by: principal)
                }
            } catch {
                throw SceneError(
                    .aborted, "round \(index + 1), line \(number + 1): \(error.code.rawValue) \(error.message)")
            }
        }
    }

    private static func rounds(_ items: ByteView) throws(SceneError) -> RepeatRounds {
        do throws(ValueSyntax) {
            let rounds = try RepeatRounds(items)
            if case .items(let list) = rounds, list.count == 1, isRange(items) {
                throw ValueSyntax("\(ValueSyntax.quote(items)) is no range of whole numbers", at: 0)
            }
            return rounds
        } catch {
            let isLimit = ByteView.with(error.message) { $0.contains("at most") }
            throw SceneError(isLimit ? .limit : .value, "repeat: in=: \(error.message)")
        }
    }

    /// True for a text of the form `a..b`.
    private static func isRange(_ text: ByteView) -> Bool {
        (1..<max(1, text.count)).contains { text[$0 - 1] == UInt8(ascii: ".") && text[$0] == UInt8(ascii: ".") }
    }

    /// The lines of one round.
    private static func filled(_ lines: String, _ rounds: RepeatRounds, _ index: Int) throws(SceneError) -> [[UInt8]] {
        let item = rounds.item(index)
        let rewriting = LineRewriting { word, _ in
            guard (0..<word.value.count).contains(where: { word.value[$0] == UInt8(ascii: "{") }) else { return nil }
            var out = ByteWriter()
            ByteView.with(item) { RepeatRounds.fill(word.value, item: $0, index: index, into: &out) }
            return out.string
        }
        var filled: [[UInt8]] = []
        for line in ReactionLines.split(lines) {
            let text = fillKeys(line, item, index)
            filled += try rewriting.lines(of: String(decoding: text, as: UTF8.self))
        }
        return filled
    }

    /// A line with the placeholders in its keys replaced: `user.t{index}=…`.
    private static func fillKeys(_ line: [UInt8], _ item: String, _ index: Int) -> [UInt8] {
        guard line.contains(UInt8(ascii: "{")) else { return line }
        var out = ByteWriter()
        line.withView(0..<line.count) { text in
            var at = 0
            while at < text.count {
                let start = at
                while at < text.count, !isStop(text[at]) { at += 1 }
                if at < text.count, text[at] == UInt8(ascii: "=") {
                    ByteView.with(item) { RepeatRounds.fill(text[start..<at], item: $0, index: index, into: &out) }
                } else {
                    out.append(text[start..<at])
                }
                // The value, or the text after a quote or space.
                let quote = at < text.count ? text[at] : 0
                let value = at
                at += 1
                if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                    while at < text.count, text[at] != quote {
                        at += text[at] == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"") ? 2 : 1
                    }
                    at += 1
                } else if quote == UInt8(ascii: "=") {
                    while at < text.count, !isStop(text[at]) || text[at] == UInt8(ascii: "=") { at += 1 }
                }
                at = min(at, text.count)
                if value < at { out.append(text[value..<at]) }
            }
        }
        return out.array
    }

    /// True for a byte that ends an unquoted part of a word.
    private static func isStop(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == UInt8(ascii: "=") || byte == UInt8(ascii: "\"")
            || byte == UInt8(ascii: "'")
    }

    /// Throws syntax errors in lines that will be run.
    private static func check(
        _ lines: [[UInt8]], parts: Bool, _ functions: UserFunctions
    ) throws(SceneError) {
        var splitter = WordSplitter()
        for line in lines {
            try line.withView(0..<line.count) { (bytes) throws(SceneError) in
                guard let line = try Line(bytes, &splitter) else { return }
                let command = try Command(line)
                guard command.verb.moment == .deferred else {
                    throw SceneError(.syntax, "\(command.verb.name) cannot stand in a repeat: it changes nothing")
                }
                try command.verb.schema.check(line, compiles: functions, parts: parts)
            }
        }
    }
}
