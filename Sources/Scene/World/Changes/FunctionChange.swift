import Expressions
import Geometry
import LineProtocol
import Scene
import SceneTables
import Schema

/// `function`: creates a function, or replaces the one with this name; expressions that call it follow.
struct FunctionChange: SceneChange {
    private let function: FunctionLine
    private let line: [UInt8]
    /// The definition with this name.
    private let known: Definition?

    init(_ words: FunctionCommand, of verb: Verb, in world: World, by principal: Principal) throws(SceneError) {
        guard words.words.count == 1 else { throw SceneError(.syntax, "function: one function is expected") }
        let function = try FunctionLine(words.words[0])
        known = world.scene.components.definitions.first { $0.name == function.name }
        self.function = function
        line = words.line(of: verb)
        guard known?.kind == nil else { throw SceneError(.exists, "\"\(function.name)\" is a component") }
    }

    func forEachTouch(_ visit: (Touch) throws(SceneError) -> Void, in world: World) throws(SceneError) {
        // Expressions of others call it.
        if known != nil { try visit(.everything) } else { try visit(.makes(0)) }
    }

    func carryOut(in world: World, by principal: Principal) throws(SceneError) -> World.Result {
        let scene = world.scene
        let name = function.name
        let called = Set(ExpressionRewriting.calls(in: function.expression))
        let uses =
            (called.contains(name) ? [name] : [])
            + scene.components.definitions.map(\.name).filter {
                $0 != name && called.contains($0)
            }
        try world.componentVerbs.checkDepth(of: name, uses)
        _ = try function.compile(scene.functions)
        var definitions = scene.components.definitions
        let new = Definition(name: name, kind: nil, lines: [line], uses: uses, file: world.context.usedPath)
        if let at = definitions.firstIndex(where: { $0.name == name }) {
            definitions[at] = new
        } else {
            guard definitions.count < Definition.most else {
                throw SceneError(.limit, "\(Definition.most) components and functions are defined")
            }
            definitions.append(new)
        }
        try world.atomically { () throws(SceneError) in scene.components.setDefinitions(definitions) }
        return .done
    }
}
