import Expressions
import Geometry
import LineProtocol
import Schema

/// An input event of a layer with reactions, as a journal record: when replayed, the reactions do the same.
struct JournaledReaction {
    var trigger: ReactionTrigger
    var layer: String
    var values: ReactionValues

    /// Begins the record: no verb.
    private static let mark = "# react "

    /// True for events from devices or `input`. All others follow from the scene and its time.
    static func isInput(_ trigger: ReactionTrigger) -> Bool {
        switch trigger {
        case .animation, .collision, .changed: false
        default: true
        }
    }

    init(_ trigger: ReactionTrigger, _ layer: String, _ values: ReactionValues) {
        (self.trigger, self.layer, self.values) = (trigger, layer, values)
    }

    /// The numbers of events, with their names in the record.
    private static let numbers: [(name: String, path: any WritableKeyPath<ReactionValues, Double> & Sendable)] = [
        ("x", \.x), ("y", \.y), ("dx", \.dx), ("dy", \.dy), ("vx", \.vx), ("vy", \.vy), ("scale", \.scale),
        ("angle", \.angle), ("pressure", \.pen.pressure), ("tiltX", \.pen.tiltX), ("tiltY", \.pen.tiltY),
    ]
    private static let counts: [(name: String, path: any WritableKeyPath<ReactionValues, Int> & Sendable)] = [
        ("count", \.count), ("touches", \.touches),
    ]
    private static let texts: [(name: String, path: any WritableKeyPath<ReactionValues, String> & Sendable)] = [
        ("state", \.state), ("key", \.key), ("text", \.text), ("modifiers", \.modifiers), ("type", \.type),
        ("tool", \.pen.tool),
    ]

    /// The record: the differences from an event without values.
    var lines: [UInt8] {
        let usual = ReactionValues()
        var out = ByteWriter()
        out.append(text: Self.mark)
        out.append(text: "\(trigger.name) \(layer)")
        func begin(_ name: String) { out.append(text: " \(name)=") }
        for (name, path) in Self.numbers where values[keyPath: path] != usual[keyPath: path] {
            begin(name)
            out.append(values[keyPath: path])
        }
        for (name, path) in Self.counts where values[keyPath: path] != usual[keyPath: path] {
            begin(name)
            out.append(values[keyPath: path])
        }
        for (name, path) in Self.texts where !values[keyPath: path].isEmpty {
            begin(name)
            WordQuoting.append(values[keyPath: path], to: &out)
        }
        if values.canPass { out.append(" canPass=true") }
        if case .text(let text) = values.value {
            begin("value")
            WordQuoting.append(text, to: &out)
        }
        out.append("\n")
        return out.array
    }

    /// Parses a record; nil for others.
    init?(_ record: ByteView) {
        guard record.count > Self.mark.utf8.count, unsafe record.buffer.starts(with: Self.mark.utf8) else { return nil }
        var splitter = WordSplitter()
        let end = record[record.count - 1] == UInt8(ascii: "\n") ? record.count - 1 : record.count
        guard (try? splitter.split(record[2..<end])) != nil, case let words = splitter.words, words.count > 2 else {
            return nil
        }
        let name = words[1].value.string
        guard let trigger = ReactionTrigger.allCases.first(where: { $0.name == name }) else { return nil }
        self.init(trigger, words[2].value.string, ReactionValues())
        for at in 3..<words.count {
            let (key, value) = (words[at].key.string, words[at].value)
            if let number = Self.numbers.first(where: { $0.name == key }) {
                values[keyPath: number.path] = (try? Quantity.number(value)) ?? 0
            } else if let count = Self.counts.first(where: { $0.name == key }) {
                values[keyPath: count.path] = (try? Quantity.integer(value)) ?? 1
            } else if let text = Self.texts.first(where: { $0.name == key }) {
                values[keyPath: text.path] = value.string
            } else if key == "canPass" {
                values.canPass = true
            } else if key == "value" {
                values.value = .text(value.string)
            }
        }
    }
}
