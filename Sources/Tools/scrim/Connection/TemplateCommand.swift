import Expressions

/// `template`: steps of an instance whose component has the parameter `step`.
enum TemplateCommand {
    static let acts = ["play", "next", "update", "stop"]

    static func perform(_ words: [String], _ target: Target) throws(Failure) {
        guard words.count >= 2, acts.contains(words[0]), words.dropFirst(2).allSatisfy({ $0.contains("=") }) else {
            throw .usage("template takes \(acts.joined(separator: ", ")), an id, and key=value")
        }
        let (act, id) = (words[0], words[1])
        var connection = try target.connect()
        var values = Array(words.dropFirst(2))
        // Fails without such an instance or without steps.
        let step = try number("step", of: id, &connection)
        switch act {
        case "play": values.append("step=1")
        case "stop": values.append("step=-1")
        case "next":
            let last = (try? number("steps", of: id, &connection)) ?? 1
            values.append(step < 0 || step >= last ? "step=-1" : "step=\(JSONValue.text(of: step.rounded(.down) + 1))")
        default: break
        }
        guard !values.isEmpty else { throw .usage("template update takes key=value") }
        _ = try connection.ask(WordQuoting.line(["set", id] + values))
    }

    private static func number(_ key: String, of id: String, _ connection: inout Connection) throws(Failure) -> Double {
        let payload = try connection.ask(WordQuoting.line(["get", id, key]))
        guard let number = JSONValue(payload)?[key]?.number else {
            throw .failed("\(id): \(key) is no number")
        }
        return number
    }
}

extension JSONValue {
    /// A number in protocol syntax: integers without a decimal point.
    static func text(of number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    }
}
