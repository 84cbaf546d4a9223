import Expressions
import Geometry
import Scene
import SceneTables
import Schema

// Lines for timers, bindings, files and definitions.

extension SceneDump {
    /// Writes `every` or `after`, with the remaining time; `inside INSTANCE every` for a timer of an instance.
    func writeTimer(_ slot: Slot, in instance: Slot? = nil, _ sink: (ByteView) -> Void) {
        func number(_ property: TimerProperty) -> Double? {
            if case .number(let n) = scene.value(slot, property.id) { n } else { nil }
        }
        func boolean(_ property: TimerProperty) -> Bool { scene.value(slot, property.id).boolean }
        sheet.line.removeAll()
        if let instance {
            begin(boolean(.repeats) ? "every " : "after ", in: instance)
        } else {
            sheet.line.append(boolean(.repeats) ? "every " : "after ")
        }
        sheet.line.append(number(.interval) ?? 1)
        sheet.line.append("s name=")
        if let instance {
            appendName(scene.name(of: slot), in: instance)
        } else {
            scene.writeName(of: slot, to: &sheet.line)
        }
        if scene.value(slot, TimerProperty.align.id) == .choice(TimerProperty.Align.wall.rawValue) {
            sheet.line.append(" align=wall")
        }
        sheet.line.append(" left=")
        sheet.line.append(number(.left) ?? SceneTimes.seconds(from: time, until: number(.next) ?? time))
        if boolean(.isPaused) { sheet.line.append(" isPaused=true") }
        if let scope = scene.value(slot, TimerProperty.scope.id).object.flatMap(scene.slot) {
            sheet.line.append(" scope=")
            scene.writeName(of: scope, to: &sheet.line)
        }
        sheet.line.append(" ")
        WordQuoting.append(positional: scene.value(slot, TimerProperty.lines.id).string, to: &sheet.line)
        sink(sheet.line.bytes)
    }

    /// Writes `bind ID key:=expression`, after everything that it may name.
    func writeBinding(_ slot: Slot, _ sink: (ByteView) -> Void) {
        guard let object = scene.value(slot, BindingProperty.object.id).object.flatMap(scene.slot), !isShared(object)
        else { return }
        sheet.line.removeAll()
        sheet.line.append("bind ")
        scene.writeName(of: object, to: &sheet.line)
        sheet.line.append(" ")
        if let scope = scene.value(slot, BindingProperty.scope.id).object.flatMap(scene.slot) {
            sheet.line.append("scope=")
            scene.writeName(of: scope, to: &sheet.line)
            sheet.line.append(" ")
        }
        // It need not be valid when it is created again.
        if !scene.value(slot, BindingProperty.isActive.id).boolean { sheet.line.append("isActive=false ") }
        sheet.line.append(text: scene.value(slot, BindingProperty.property.id).string)
        sheet.line.append(scene.value(slot, BindingProperty.isTwoWay.id).boolean ? "<=>" : ":=" as StaticString)
        sheet.line.append(text: scene.value(slot, BindingProperty.value.id).string)
        sink(sheet.line.bytes)
    }

    /// Writes `use` for each file, in order. `dormant` are the objects with lines that failed.
    func writeFiles(_ dormant: [Slot], _ sink: (ByteView) -> Void) {
        var dormant = dormant
        for file in scene.components.files {
            if file.checksum == nil {
                let at = dormant.firstIndex { DormantLine(scene.dormancy.line(of: $0)).paths.contains(file.path) }
                if let at { writeLines(of: [dormant.remove(at: at)], sink) }
                continue
            }
            sheet.line.removeAll()
            sheet.line.append("use ")
            WordQuoting.append(file.path, to: &sheet.line)
            sink(sheet.line.bytes)
        }
        writeLines(of: dormant, sink)
    }

    /// Writes definitions: the components of instances, and functions.
    func writeDefinitions(_ sink: (ByteView) -> Void) {
        // A component used by others precedes them: redefinition keeps its position.
        var known: Set<String> = []
        var left = scene.components.definitions.filter { $0.file == nil }
        let brought = scene.components.definitions.filter { $0.file != nil }.map(\.name)
        known.formUnion(brought)
        while !left.isEmpty {
            let at = left.firstIndex { $0.uses.allSatisfy(known.contains) } ?? 0
            let definition = left.remove(at: at)
            known.insert(definition.name)
            for line in definition.lines { line.withView(0..<line.count) { sink($0) } }
            if definition.kind != nil { sink(ByteView("end")) }
        }
    }
}
