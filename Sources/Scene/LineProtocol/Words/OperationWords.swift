package import Geometry
package import Scene
package import Schema

/// The words of one operation: its name, then its parameters, positional ones in order and others as `key=value`.
package struct OperationWords {
    private let number: UInt8
    private let form: OperationForm
    private var values: [Value]
    private var given: Set<Int> = []
    private var position = 0

    /// Begins with the operation's name. Throws `value` with the nearest name for an unknown one.
    package init(_ name: ByteView, of property: Property) throws(SceneError) {
        let known = property.operations
        guard let index = known.firstIndex(where: { $0.name == name.string }) else {
            let names = known.map(\.name)
            let near = NearestName.suggestion(for: name, among: names)
            throw SceneError(.value, "unknown operation\(near); operations: \(names.joined(separator: " "))")
        }
        // A schema has at most 256 operations.
        number = UInt8(index)
        form = known[index]
        values = form.parameters.map(\.initial)
    }

    /// Reads one word. Throws `syntax` for an unknown one, `value` for an invalid value, `unknown-object`.
    package mutating func read(_ word: Word, in scene: Scene) throws(SceneError) {
        let at: Int
        if word.isPositional {
            while position < form.parameters.count, !form.parameters[position].isPositional { position += 1 }
            guard position < form.parameters.count else {
                throw SceneError(.syntax, "\(form.name): \(ValueSyntax.quote(word.value)) is one word too many")
            }
            at = position
            position += 1
        } else {
            guard let named = form.parameter(named: word.key) else {
                let near = NearestName.suggestion(for: word.key, among: form.parameters.map(\.name))
                throw SceneError(.syntax, "\(form.name): unknown argument\(near)")
            }
            at = named
        }
        let parameter = form.parameters[at]
        if word.value.isEmpty {
            values[at] = parameter.initial
            given.remove(at)
            return
        }
        do throws(SceneError) {
            values[at] = try ValueText.read(word.value, as: parameter, in: scene)
            if parameter.type == .objects { try scene.relations.checkKinds(of: values[at], parameter.choices) }
        } catch {
            throw SceneError(error.code, "\(form.name): \(error.message)")
        }
        // No members means an empty list.
        if values[at] == .none, [.numbers, .colors].contains(parameter.type) { values[at] = parameter.initial }
        given.insert(at)
    }

    /// The operation. Throws `syntax` when something is missing.
    package func finish() throws(SceneError) -> Operation {
        for (at, parameter) in form.parameters.enumerated() where parameter.isRequired && !given.contains(at) {
            throw SceneError(.syntax, "\(form.name): \(parameter.name)\(parameter.isPositional ? "" : "=") is expected")
        }
        return Operation(form: number, values: values)
    }
}

extension ValueText {
    /// Appends an operation as on a line after the object's name: required arguments, and those that differ from their
    /// defaults.
    package static func write(_ operation: Operation, _ property: Property, in scene: Scene, to out: inout ByteWriter) {
        let form = property.operations[Int(operation.form)]
        out.append(text: form.name)
        for (parameter, value) in zip(form.parameters, operation.values) {
            guard parameter.isRequired || value != parameter.initial else { continue }
            out.append(" ")
            if !parameter.isPositional {
                out.append(text: parameter.name)
                out.append("=")
            }
            var text = ByteWriter()
            write(value, parameter, in: scene, to: &text)
            // An empty value would count as missing.
            if text.count == 0 { text.append("none") }
            WordQuoting.append(text.string, to: &out)
        }
    }
}
