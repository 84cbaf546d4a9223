import Expressions
import Geometry

/// Help on words that are no rows of `describe`: easings, blend modes, functions and controls.
extension HelpPage {
    /// Nil for a word that is none of them, nor the name of a list of them.
    func topicText(of word: String, _ catalog: inout Catalog) throws(Failure) -> String? {
        if word == "easings" { return rows(Self.easings) }
        if let easing = Self.easings.first(where: { $0.0 == word || $0.0.hasPrefix(word + "(") }) {
            return entry(easing.0, "easing", easing.1)
        }
        let blends =
            try catalog.properties(of: "layer").first { $0.key == "compositingFilter" }?
            .value["choices"]?.elements.compactMap(\.string) ?? []
        if word == "blendModes" || word == "blend-modes" { return blends.map { "  \($0)\n" }.joined() }
        if blends.contains(word) {
            return entry(word, "blend mode", "as in `set ID compositingFilter=\(word)`")
        }
        let functions = ExpressionFunction.named
        if word == "functions" { return functions.map { "  \($0.usage)\n" }.joined() }
        if let function = functions.first(where: { $0.name == word }) {
            return entry(word, "function", "`\(function.usage)` in an expression, as in `set ID key:=…`")
        }
        let controls = try Self.controls()
        if word == "controls" { return rows(controls.map { ($0.name, $0.help) }) }
        guard let control = controls.first(where: { $0.name == word }) else { return nil }
        return entry(word, "control of controls.scrim", control.help) + "\n" + rows(control.parameters)
            + "\nand the properties of every layer: `scrim help layer`.\n"
    }

    private static let easings =
        TimingFunction.named.map { ("\($0.name)", $0.help) } + [
            ("cubic-bezier(x1,y1,x2,y2)", "a curve by its two control points"), ("steps(n[,start|end])", "in n jumps"),
        ]

    /// A component of `controls.scrim`, as its line `define` says.
    private struct Control {
        var name: String
        var help = ""
        /// Names with their defaults.
        var parameters: [(String, String)] = []
    }

    private static func controls() throws(Failure) -> [Control] {
        guard let path = SharedFile.path("share/scrim/controls.scrim", "config/controls.scrim") else { return [] }
        var bytes: [UInt8] = []
        try SharedFile.read(path) { (piece) throws(Failure) in bytes += piece }
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let text = String(decoding: line, as: UTF8.self)
            guard text.hasPrefix("define "), let words = try? SourceLine.words(text[...]), words.count > 1 else {
                return nil
            }
            var control = Control(name: words[1])
            for word in words.dropFirst(2) {
                guard let equals = word.firstIndex(of: "=") else { continue }
                let (key, value) = (String(word[..<equals]), String(word[word.index(after: equals)...]))
                if key == "help" {
                    control.help = value
                } else if key != "of" {
                    control.parameters.append((key, value.isEmpty ? "" : "default \(value)"))
                }
            }
            return control.help.isEmpty ? nil : control
        }
    }
}
