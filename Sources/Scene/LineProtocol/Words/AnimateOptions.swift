package import Geometry
package import Schema

/// The options of `animate`: timing and the like, without the properties.
package struct AnimateOptions {
    package var duration: Double?
    package var timing: TimingFunction?
    package var delay = 0.0
    package var repeatCount = 1.0
    package var autoreverses = false
    /// mass, stiffness, damping and, if given, the velocity.
    package var spring: [Double]?
    package var isAdditive = false
    package var name: ByteView?
    /// For `animate LAYER PROPERTY values=…`.
    package var keyframes: KeyframeWords?

    package init() {}

    package static let names = ["duration", "timing", "delay", "repeat", "autoreverses", "spring", "additive", "id"]

    /// The default timing: springs and keyframes have curves of their own.
    package var usualTiming: TimingFunction { spring == nil && keyframes == nil ? .standard : .linear }

    /// Reads an option; true when the word was one. Throws `value` for an invalid value.
    package mutating func read(_ word: Word) throws(SceneError) -> Bool {
        do throws(ValueSyntax) {
            switch true {
            case word.key == "duration": duration = try Self.time(word.value)
            case word.key == "timing": timing = try ValueText.timing(word.value)
            case word.key == "delay": delay = try Quantity.time(word.value)
            case word.key == "repeat":
                repeatCount = word.value == "inf" ? .infinity : try Quantity.number(word.value)
                guard repeatCount >= 0 else { throw ValueSyntax("\(ValueSyntax.quote(word.value)) is below 0", at: 0) }
            case word.key == "autoreverses": autoreverses = try Quantity.boolean(word.value)
            case word.key == "additive": isAdditive = try Quantity.boolean(word.value)
            case word.key == "spring": spring = try Self.spring(word.value)
            case word.key == "id": name = word.value
            default: return false
            }
        } catch {
            throw SceneError(.value, "\(word.key.string): \(error.message)")
        }
        return true
    }

    package static func time(_ text: ByteView) throws(ValueSyntax) -> Double {
        let seconds = try Quantity.time(text)
        guard seconds >= 0 else { throw ValueSyntax("\(ValueSyntax.quote(text)) is below 0", at: 0) }
        return seconds
    }

    private static func spring(_ text: ByteView) throws(ValueSyntax) -> [Double] {
        var numbers: [Double] = []
        var items = ListSplitter(text)
        while let item = items.next() { numbers.append(try Quantity.number(item)) }
        guard (3...4).contains(numbers.count), numbers[0] >= 1e-9, numbers[1] >= 1e-9, numbers[2] >= 0 else {
            throw ValueSyntax(
                "\(ValueSyntax.quote(text)) is no mass,stiffness,damping[,velocity]; the first two are above 0, "
                    + "damping not below", at: 0)
        }
        return numbers
    }
}

extension AnimateOptions {
    /// Of a `layout.transition`: the words `duration timing delay spring`, each once at most. Throws `value`.
    package init(layoutTransition text: String) throws(SceneError) {
        self.init()
        try ByteView.with(text) { (bytes) throws(SceneError) in
            var splitter = WordSplitter()
            do throws(LineSyntax) { try splitter.split(bytes) } catch {
                throw SceneError(.value, "layout.transition: \(error.message)")
            }
            for word in splitter.words {
                let isKnown = ["duration", "timing", "delay", "spring"].contains { word.key == $0 }
                guard isKnown, !word.isPositional, !word.isExpression, try read(word) else {
                    throw SceneError(
                        .value,
                        "layout.transition: \(ValueSyntax.quote(word.isPositional ? word.value : word.key)) is none of duration= timing= delay= spring="
                    )
                }
            }
        }
    }
}
