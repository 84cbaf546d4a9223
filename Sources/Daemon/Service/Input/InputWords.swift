import Geometry
import Input
import LineProtocol
import PluginHost
import Schema

/// Parses the words of `input` as events of an output's devices; the output is already known.
struct InputWords {
    /// Maximum absolute coordinate, in points of the output.
    private static let most = 1e6
    private static let mostKey = 64
    private static let mostText = 1024
    private static let mostTypes = 4096
    private static let pointerWords = [
        "x", "y", "button", "state", "scroll", "motion", "tool", "pressure", "tilt", "output",
    ]
    private static let tools = ["pen", "eraser", "brush", "pencil", "airbrush", "mouse", "lens"]

    private var x: Double?
    private var y: Double?
    private var button: PointerButton?
    private var phase = ""
    private var scroll: Point?
    private var motion: Point?
    private var pen: Pen?
    private var id: Int?
    private var stroke = KeyStroke(key: "", isDown: true)
    private var types: [String] = []
    private var text = ""

    /// `pen`; created when first set.
    private var tool: Pen {
        get { pen ?? Pen(tool: "pen", pressure: 0, tilt: .zero) }
        set { pen = newValue }
    }

    /// Parses a line. Throws `syntax` for missing words, `value` for invalid ones.
    static func read(
        _ command: InputCommand, _ state: borrowing InputState
    ) throws(SceneError) -> (events: [InputEvent], pen: Pen?) {
        var words = InputWords()
        let events = try words.events(command, state)
        return (events, words.pen)
    }

    private mutating func events(
        _ command: InputCommand, _ state: borrowing InputState
    ) throws(SceneError) -> [InputEvent] {
        let (device, words) = (command.device, command.words)
        switch true {
        case device == "pointer":
            try read(words, Self.pointerWords, ["down", "up", "leave"])
            return try pointer(state)
        case device == "touch":
            try read(words, ["id", "x", "y", "state", "output"], ["down", "move", "up", "cancel"])
            return [try touch(state)]
        case device == "key":
            try read(words, ["key", "state", "text", "modifiers", "output"], ["down", "up", "compose"])
            if phase == "compose" { return [.key(KeyStroke(composing: stroke.text))] }
            // A text without a key is what an input method has written.
            guard !stroke.key.isEmpty || !stroke.text.isEmpty else {
                throw SceneError(.syntax, "input key: key=NAME or text=TEXT is expected")
            }
            stroke.isDown = phase != "up"
            return [.key(stroke)]
        case device == "drop":
            try read(words, ["id", "x", "y", "types", "text", "state", "output"], ["move", "leave", "drop"])
            return try drop(state)
        default: throw UnknownName.choice(device, "device", ["pointer", "touch", "key", "drop"])
        }
    }

    private func pointer(_ state: borrowing InputState) throws(SceneError) -> [InputEvent] {
        var events: [InputEvent] = []
        if let point = try position() ?? (pen == nil ? nil : state.position) {
            events.append(pen == nil ? .move(point) : .pen(point))
        }
        let isSomewhere = !events.isEmpty || state.position != nil
        if phase == "leave" { return events + [.leave] }
        if button != nil, phase.isEmpty {
            throw SceneError(.syntax, "input pointer: state=down or state=up is expected")
        }
        if !phase.isEmpty { events.append(.button(button ?? .left, isDown: phase == "down")) }
        if let motion { events.append(.motion(motion)) }
        if let scroll { events.append(.scroll(scroll)) }
        guard isSomewhere, !events.isEmpty else {
            throw SceneError(.syntax, "input pointer: x and y are expected")
        }
        return events
    }

    private func touch(_ state: borrowing InputState) throws(SceneError) -> InputEvent {
        guard let id else { throw SceneError(.syntax, "input touch: id=N is expected") }
        let phase: ContactPhase =
            switch self.phase {
            case "down": .down
            case "up": .up
            case "cancel": .cancel
            default: .move
            }
        let known = state.point(of: id)
        if phase == .down {
            guard known == nil else { throw SceneError(.value, "id: touch \(id) is down already") }
            guard state.hasRoom else {
                throw SceneError(.limit, "id: no more than \(InputState.mostTouches) touches are down at once")
            }
        } else if known == nil {
            throw SceneError(.value, "id: touch \(id) is not down")
        }
        guard let point = try position() ?? (phase == .up || phase == .cancel ? known : nil) else {
            throw SceneError(.syntax, "input touch: x and y are expected")
        }
        return .touch(id, phase, point)
    }

    /// A drag by another program; the default drag is 0.
    private func drop(_ state: borrowing InputState) throws(SceneError) -> [InputEvent] {
        let drag = id ?? 0
        let point = try position()
        if phase == "leave" { return [.offer(drag, .leave)] }
        guard point != nil || phase == "drop" && state.hasOffer(drag) else {
            throw SceneError(.syntax, "input drop: x and y are expected")
        }
        guard !types.isEmpty || state.hasOffer(drag) else {
            throw SceneError(.syntax, "input drop: types=LIST is expected")
        }
        guard state.hasOffer(drag) || state.hasRoomForOffers else {
            throw SceneError(.limit, "id: no more than \(InputState.mostOffers) drags go on at once")
        }
        var events: [InputEvent] = point.map { [.offer(drag, .over($0, types: types))] } ?? []
        if phase == "drop" { events.append(.offer(drag, .drop(type: nil, text: text))) }
        return events
    }

    private func position() throws(SceneError) -> Point? {
        if x == nil, y == nil { return nil }
        guard let x, let y else { throw SceneError(.syntax, "input: x and y belong together") }
        return Point(x, y)
    }

    private mutating func read(
        _ words: WordList, _ known: [String], _ phases: [String]
    ) throws(SceneError) {
        for word in words {
            let key = word.key.string
            guard !word.isPositional, known.contains(key) else {
                throw UnknownName.argument(word.name, of: .input, known)
            }
            switch key {
            case "x": x = try Self.number(word)
            case "y": y = try Self.number(word)
            case "state": phase = try Self.choice(word.value, "state", phases)
            case "button":
                let name = try Self.choice(word.value, "button", PointerButton.allCases.map { "\($0)" })
                button = PointerButton.allCases.first { "\($0)" == name }
            case "scroll": scroll = try Self.point(word, Self.most)
            case "motion": motion = try Self.point(word, Self.most)
            case "tilt": tool.tilt = try Self.point(word, 90, "degrees")
            case "pressure":
                tool.pressure = try word.number()
                guard 0...1 ~= tool.pressure else {
                    throw SceneError(.value, "pressure: \(ValueSyntax.quote(word.value)) is out of range: 0…1")
                }
            case "tool": tool.tool = try Self.choice(word.value, "tool", Self.tools)
            case "id":
                do throws(ValueSyntax) { id = try Quantity.integer(word.value) } catch {
                    throw SceneError(.value, "id: \(error.message)")
                }
                guard let id, 0...65_535 ~= id else {
                    throw SceneError(.value, "id: \(ValueSyntax.quote(word.value)) is out of range: 0…65535")
                }
            case "key": stroke.key = try Self.text(word, Self.mostKey)
            case "text" where known.contains("types"): text = try Self.text(word, PluginOutput.mostDropped)
            case "types":
                let words = try Self.text(word, Self.mostTypes)
                types = words.split { $0 == " " || $0.isNewline }.map(String.init)
            case "text": stroke.text = try Self.text(word, Self.mostText)
            case "modifiers": stroke.modifiers = try Self.modifiers(word.value)
            // Already used to find the state.
            case "output": break
            default: throw UnknownName.argument(word.name, of: .input, known)
            }
        }
    }

    private static func number(_ word: Word) throws(SceneError) -> Double {
        let value = try word.number()
        guard abs(value) <= most else { throw outside(word, most) }
        return value
    }

    private static func outside(_ word: Word, _ most: Double, _ unit: String = "points") -> SceneError {
        SceneError(
            .value,
            "\(word.key.string): \(ValueSyntax.quote(word.value)) is out of range: -\(Int(most))…\(Int(most)) \(unit)")
    }

    private static func point(_ word: Word, _ most: Double, _ unit: String = "points") throws(SceneError) -> Point {
        var point = Point.zero
        do throws(ValueSyntax) { point = try Quantity.point(word.value) } catch {
            throw SceneError(.value, "\(word.key.string): \(error.message)")
        }
        guard abs(point.x) <= most, abs(point.y) <= most else { throw outside(word, most, unit) }
        return point
    }

    private static func choice(_ word: ByteView, _ what: String, _ known: [String]) throws(SceneError) -> String {
        let text = word.string
        guard known.contains(text) else { throw UnknownName.choice(word, what, known) }
        return text
    }

    private static func text(_ word: Word, _ most: Int) throws(SceneError) -> String {
        guard word.value.count <= most else {
            throw SceneError(.limit, "\(word.key.string): \(most) bytes at most")
        }
        return word.value.string
    }

    private static func modifiers(_ word: ByteView) throws(SceneError) -> [Modifier] {
        var found: [Modifier] = []
        var items = ListSplitter(word, separator: UInt8(ascii: ","))
        while let item = items.next() {
            let name = try choice(item, "modifier", Modifier.allCases.map { "\($0)" })
            for modifier in Modifier.allCases where "\(modifier)" == name && !found.contains(modifier) {
                found.append(modifier)
            }
        }
        return found
    }
}
