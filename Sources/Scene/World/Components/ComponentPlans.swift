import Geometry
import LineProtocol
import Living
import Scene
import SceneTables
import Schema

/// Plans for creating instances: parts that are plain layers are copied for each instance, other lines are run.
///
/// A test checks that the result is the same as running each line.
struct ComponentPlans {
    let world: World

    init(_ world: World) { self.world = world }

    private var scene: Scene { world.scene }

    /// The plan of a component; nil for other kinds.
    func plan(of kind: KindID) -> ComponentPlan? {
        if let plan = scene.components.plan(of: kind) { return plan }
        guard let definition = scene.components.definition(of: kind) else { return nil }
        let plan = make(definition)
        scene.components.keep(plan, of: kind)
        return plan
    }

    /// Creates parts of a new instance by copying. False: nothing was changed, and the lines have to be run.
    func make(_ parts: PartTemplate, of instance: Slot, _ plan: ComponentPlan, by principal: Principal) -> Bool {
        guard !plan.hasBase, principal.hasFullAccess, principal.hasRoom(for: parts.count, in: scene),
            (world.context.making?.depth ?? 1) + plan.depth - 1 <= Definition.deepest,
            scene.plain.hasAnchors(parts, of: instance),
            ByteView.with(scene.name(of: instance), { scene.plain.takesParts(parts, ofInstance: $0) })
        else { return false }
        scene.plain.makeParts(parts, of: instance)
        scene.components.forEachStamped { principal.add(scene.id(of: $0)) }
        return true
    }

    /// Runs lines of the component that a layer is an instance of.
    func run(_ numbers: Range<Int>, of instance: Slot, by principal: Principal) throws(SceneError) {
        guard let definition = scene.components.definition(of: scene.rows[Int(instance)].kind) else {
            return
        }
        var splitter = WordSplitter()
        let (source, sources) = (scene.lineSources.current, scene.lineSources.definitions[definition.name])
        defer { scene.lineSources.current = source }
        for number in numbers {
            scene.lineSources.current = sources.flatMap { number < $0.count ? $0[number] : nil }
            let bytes = definition.lines[number]
            do throws(SceneError) {
                try bytes.withView(0..<bytes.count) { (bytes) throws(SceneError) in
                    guard let line = try Line(bytes, &splitter) else { return }
                    try world.change(Command(line), by: principal)
                }
            } catch {
                throw SceneError(
                    .aborted,
                    "\"\(scene.name(of: instance))\", line \(number): \(error.code.rawValue) \(error.message)")
            }
        }
    }

    // MARK: Reading lines

    private func make(_ definition: Definition) -> ComponentPlan {
        var steps: [ComponentPlan.Step] = []
        var builder = PartTemplate.Builder()
        var (first, depth, weight) = (1, 1, 0)
        var splitter = WordSplitter()
        func finish(_ end: Int) {
            if !builder.isEmpty { steps.append(.parts(builder.template, lines: first..<end)) }
            builder = PartTemplate.Builder()
        }
        for (number, bytes) in definition.lines.enumerated().dropFirst() {
            // Lines were checked when they were received: a line that cannot be parsed now fails when it is run.
            var inner: Int?
            bytes.withView(0..<bytes.count) { bytes in
                guard let line = try? Line(bytes, &splitter) else { return }
                weight = sum(weight, self.weight(of: line))
                inner = add(line, to: &builder)
            }
            if let inner {
                depth = max(depth, inner + 1)
                continue
            }
            finish(number)
            if case .lines(let before)? = steps.last {
                steps[steps.count - 1] = .lines(before.lowerBound..<number + 1)
            } else {
                steps.append(.lines(number..<number + 1))
            }
            first = number + 1
        }
        finish(definition.lines.count)
        let hasBase = definition.kind.map { scene.kinds[$0].base != nil } ?? false
        return ComponentPlan(steps, depth: depth, weight: weight, hasBase: hasBase)
    }

    // MARK: Counting

    /// Number of objects that a component's line creates, as far as the line tells.
    private func weight(of line: Line) -> Int {
        switch Verb(line.verb) {
        case .create?, .put?:
            guard line.count > 1, let kind = scene.kinds.component(named: line[1].value) else { return 1 }
            return sum(1, plan(of: kind)?.weight ?? 0)
        case .bind?: return (0..<line.count).count { line[$0].isExpression }
        case .on?, .every?, .after?: return 1
        case .repeat?: return weight(ofRepeated: line)
        default: return 0
        }
    }

    private func weight(ofRepeated line: Line) -> Int {
        var (rounds, inside) = (0, 0)
        for at in 0..<line.count {
            guard line[at].isPositional else {
                rounds = (try? RepeatRounds(line[at].value))?.count ?? 0
                continue
            }
            var splitter = WordSplitter()
            for bytes in ReactionLines.split(line[at].value.string) {
                bytes.withView(0..<bytes.count) { bytes in
                    if let line = try? Line(bytes, &splitter) { inside = sum(inside, weight(of: line)) }
                }
            }
        }
        let (product, isTooMuch) = rounds.multipliedReportingOverflow(by: inside)
        return isTooMuch ? Self.mostWeight : min(product, Self.mostWeight)
    }

    /// More than any scene can contain.
    private static let mostWeight = 1 << 40

    /// Sum of weights without overflow, for deeply nested components.
    private func sum(_ a: Int, _ b: Int) -> Int { min(a + b, Self.mostWeight) }

    /// Adds the layer that a line creates. Returns the nesting depth of components in it, or nil when the line has to
    /// be run.
    private func add(_ line: Line, to builder: inout PartTemplate.Builder) -> Int? {
        guard line.verb == "create" || line.verb == "put", line.count >= 2, line.count <= 2 + PlainSet.most,
            line[0].isPositional, line[1].isPositional, NameTable.isPartName(line[0].value),
            builder.index(of: line[0].value) == nil
        else { return nil }
        var (kind, inner, depth): (KindID, PartTemplate?, Int) = (.layer, nil, 0)
        if !(line[1].value == "layer") {
            guard let component = scene.kinds.component(named: line[1].value), let plan = plan(of: component),
                let parts = plan.parts, builder.count + parts.count < PartTemplate.most
            else { return nil }
            (kind, inner, depth) = (component, parts, plan.depth)
        }
        return unsafe withUnsafeTemporaryAllocation(of: PlainValue.self, capacity: 2 * PlainSet.most) {
            values -> Int? in
            var parent: Int? = -1
            var isSlot = false
            let count = unsafe PlainSet.read(line, into: values) { word in
                if word.isExpression || word.isPositional { return false }
                if word.key == "slot", let truth = try? word.boolean() {
                    isSlot = truth
                    return true
                }
                guard word.key == "parent" else { return false }
                parent = builder.parent(named: word.value)
                return parent != nil
            }
            guard let count, let parent else { return nil }
            unsafe builder.append(
                line[0].value, kind, below: parent, UnsafeBufferPointer(rebasing: values[0..<count]), isSlot: isSlot,
                inner: inner)
            return depth
        }
    }
}

extension World {
    /// Plans for creating instances.
    var componentPlans: ComponentPlans { ComponentPlans(self) }
}
