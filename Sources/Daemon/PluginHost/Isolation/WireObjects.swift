import Geometry
import Schema
import ScrimPluginABI

// What a call may read is sent with it, so that a plugin's process asks for nothing while it works:
//
//     objects    count, then each: id, the number of its kind, the count of properties, where it ends, where each property is
//     property   a status, and when that is ok (a transform: always) the value by its type
//     operations count, the offset of each; there: its form, the count of its parameters, the offset of each, as of properties
//     open path  behind the value: count, then each: a status, the name, and when that is ok the path
//     pictures   count, then each: the id of an object that was named, a status, width and height

extension Call {
    /// Writes the properties of the call's object, those of the plain objects of the same plugin that these name, directly or not,
    /// and the sizes of all pictures that are named. `number`: of a kind in the plugin's contract.
    func writeObjects(
        _ object: UInt64, to wire: WireWriter, number: (PluginKind) -> Int?, pictureSize: (Slot) -> Size?
    ) {
        let start = wire.reserve(words: 1)
        var named: [UInt64] = []
        var known: Set<UInt64> = []
        var count = 0
        if let kind = kind(of: object), let at = number(kind) {
            writeObject(object, kind, at, to: wire, &named)
            count = 1
        }
        // Objects found on the way are appended and visited later.
        var next = 0
        while next < named.count {
            let id = named[next]
            next += 1
            guard known.insert(id).inserted, id != object, let kind = kind(of: id), let at = number(kind) else {
                continue
            }
            writeObject(id, kind, at, to: wire, &named)
            count += 1
        }
        wire.set(count, at: start)
        wire.word(known.count)
        for id in named where known.remove(id) != nil {
            let (size, status) = picture(id, pictureSize)
            wire.value(
                PictureSize(
                    object: id, status: UInt64(status.rawValue), size: scrim_point(x: size.width, y: size.height)))
        }
    }

    private func picture(_ id: UInt64, _ pictureSize: (Slot) -> Size?) -> (Size, Status) {
        guard let slot = pictured(id) else { return (.zero, .stale) }
        guard hasPicture(slot) else { return (.zero, .none) }
        guard let size = pictureSize(slot) else { return (.zero, .failed) }
        return (size, .ok)
    }

    private func writeObject(
        _ object: UInt64, _ kind: PluginKind, _ number: Int, to wire: WireWriter, _ named: inout [UInt64]
    ) {
        wire.word(object)
        wire.word(number)
        wire.word(kind.types.count)
        let end = wire.reserve(words: 1)
        defer { wire.set(wire.count, at: end) }
        let offsets = wire.reserve(words: kind.types.count)
        for (at, type) in kind.types.enumerated() {
            wire.set(wire.count, at: offsets + 8 * at)
            let property = UInt32(at)
            // Plugins do not read what they compute.
            let isComputed = kind.contract?.properties[at].isDerived == true
            let (value, status): (Value, Status) =
                isComputed ? (.none, .none) : self.value(object, property, TypeSet(type))
            wire.word(status.rawValue)
            if type == .operations {
                if case .operations(let list) = value { write(list, of: kind, at, to: wire, &named) }
                continue
            }
            if status == .ok || type == .transform { write(value, type, to: wire, &named) }
            if kind.contract?.properties[at].isOpen == true { writeNamed(object, property, to: wire) }
        }
    }

    private func write(_ value: Value, _ type: PropertyType, to wire: WireWriter, _ named: inout [UInt64]) {
        switch type {
        case .number, .time, .angle, .integer: wire.number(value.number)
        case .boolean: wire.word(value.boolean ? 1 : 0)
        case .choice: wire.word(UInt32(value.choice))
        case .choices: if case .choices(let bits) = value { wire.word(bits) } else { wire.word(0) }
        case .color: wire.word(value.color?.rgba ?? 0)
        case .point: wire.value(scrim_point(x: value.point.x, y: value.point.y))
        case .size: wire.value(scrim_point(x: value.size.width, y: value.size.height))
        case .rect: wire.value(scrim_rect(value.rect))
        case .numbers, .circle: wire.list(value.numbers)
        case .colors: if case .colors(let list) = value { wire.list(list.map(\.rgba)) } else { wire.word(0) }
        case .transform:
            let t = value.transform
            for number in [
                t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24, t.m31, t.m32, t.m33, t.m34, t.m41, t.m42, t.m43,
                t.m44,
            ] { wire.number(number) }
        case .path: write(value.path ?? Path(), to: wire)
        case .string: wire.text(value.string)
        case .object, .objects:
            var list: [ObjectID] = []
            if case .object(let one) = value { list = [one] }
            if case .objects(let many) = value { list = many }
            let living = living(list)
            named += living
            wire.list(living)
        default: break
        }
    }

    private func write(_ path: Path, to wire: WireWriter) {
        // A command is one byte, a point two doubles, in both representations.
        unsafe path.commands.withUnsafeBytes { commands in
            unsafe path.points.withUnsafeBytes { points in
                let (commands, points) = unsafe (
                    commands.bindMemory(to: UInt8.self), points.bindMemory(to: scrim_point.self)
                )
                unsafe wire.value(
                    scrim_path(
                        commands: commands.baseAddress, command_count: UInt64(commands.count),
                        points: points.baseAddress, point_count: UInt64(points.count)))
            }
        }
    }

    private func write(
        _ list: OperationList, of kind: PluginKind, _ property: Int, to wire: WireWriter, _ named: inout [UInt64]
    ) {
        let forms = kind.contract?.properties[property].operations ?? []
        wire.word(list.count)
        let offsets = wire.reserve(words: list.count)
        for at in 0..<list.count {
            wire.set(wire.count, at: offsets + 8 * at)
            let operation = list[at]
            let parameters = Int(operation.form) < forms.count ? forms[Int(operation.form)].parameters : []
            let count = min(parameters.count, operation.values.count)
            wire.word(UInt32(operation.form))
            wire.word(count)
            let inner = wire.reserve(words: count)
            for (index, parameter) in parameters.prefix(count).enumerated() {
                wire.set(wire.count, at: inner + 8 * index)
                let value = resolved(operation.values[index])
                wire.word((value == .none ? Status.none : .ok).rawValue)
                if value != .none || parameter.type == .transform { write(value, parameter.type, to: wire, &named) }
            }
        }
    }

    private func writeNamed(_ object: UInt64, _ property: UInt32, to wire: WireWriter) {
        let start = wire.reserve(words: 1)
        var count = 0
        while true {
            let (value, name, status) = named(object, property, UInt64(count))
            guard status == .ok || status == .none else { break }
            wire.word(status.rawValue)
            wire.text(name)
            if status == .ok { write(value.path ?? Path(), to: wire) }
            count += 1
        }
        wire.set(count, at: start)
    }
}

struct PictureSize: WireStruct {
    var object: UInt64
    var status: UInt64
    var size: scrim_point
}

/// The objects that a call may read, in a plugin's process.
@safe
struct WireObjects {
    private struct Known {
        var kind: Int
        /// Offset of the table of property offsets in the message.
        var offsets: Int
        var count: Int
    }

    private let message: WireReader
    private var objects: [UInt64: Known] = [:]
    private var pictures: [UInt64: PictureSize] = [:]
    /// The selected operation.
    private var operation: (form: OperationForm, offsets: Int, count: Int)?

    /// No objects: no call is running.
    init() { message = unsafe WireReader(UnsafeMutableRawBufferPointer(start: nil, count: 0)) }

    /// Reads the offsets of all values.
    init(_ reader: inout WireReader) {
        message = reader
        for _ in 0..<reader.count(upTo: .max) where !reader.isBroken {
            let (id, kind, count, end) = (reader.word(), reader.count(), reader.count(), reader.count())
            objects[id] = Known(kind: kind, offsets: reader.at, count: count)
            reader = reader.moved(to: end)
        }
        unsafe reader.forEach(PictureSize.self, upTo: .max) { unsafe pictures[$0.pointee.object] = unsafe $0.pointee }
    }

    /// Finds the value of a property, or of a parameter of the selected operation, if its type is one of `types`. As
    /// `Call.value`.
    func value(
        _ object: UInt64, _ property: UInt32, _ types: TypeSet, of call: UInt64?, _ kinds: [ContractKind]
    ) -> (value: WireReader, status: Status) {
        guard let call else { return (message, .state) }
        guard let known = objects[object], known.kind < kinds.count else { return (message, .stale) }
        if property >= Call.parameter, object == call {
            let number = Int(property - Call.parameter)
            guard let (form, offsets, count) = operation, number < count else { return (message, .unknown) }
            guard types.contains(TypeSet(form.parameters[number].type)) else { return (message, .type) }
            return read(offsets + 8 * number)
        }
        guard Int(property) < known.count, Int(property) < kinds[known.kind].properties.count else {
            return (message, .unknown)
        }
        guard types.contains(TypeSet(kinds[known.kind].properties[Int(property)].type)) else { return (message, .type) }
        return read(known.offsets + 8 * Int(property))
    }

    private func read(_ offset: Int) -> (WireReader, Status) {
        var reader = message.moved(to: offset)
        reader = message.moved(to: reader.count())
        let status = Status(rawValue: reader.word32())
        return (reader, reader.isBroken ? .failed : status ?? .failed)
    }

    /// Selects an operation of a property of the call's object; returns its form's number.
    mutating func takeOperation(
        _ object: UInt64, _ property: UInt32, _ index: UInt64, of call: UInt64?, _ kinds: [ContractKind]
    ) -> (form: UInt32, status: Status) {
        guard property < Call.parameter else { return (0, .unknown) }
        var (list, status) = value(object, property, TypeSet(.operations), of: call, kinds)
        guard status == .ok, let known = objects[object] else { return (0, status) }
        let count = list.count()
        guard index < UInt64(count) else { return (0, .none) }
        var entry = message.moved(to: list.at + 8 * Int(index))
        entry = message.moved(to: entry.count())
        let (form, parameters) = (entry.word32(), entry.count())
        let forms = kinds[known.kind].properties[Int(property)].operations
        guard !entry.isBroken, form < forms.count, parameters <= forms[Int(form)].parameters.count else {
            return (0, .failed)
        }
        operation = (forms[Int(form)], entry.at, parameters)
        return (form, .ok)
    }

    /// The path at an index among those of an open property (`NAME.*`), and its name after the dot.
    func named(
        _ object: UInt64, _ property: UInt32, _ index: UInt64, of call: UInt64?, _ kinds: [ContractKind]
    ) -> (name: scrim_string, path: scrim_path, status: Status) {
        let nothing = unsafe (scrim_string(), scrim_path())
        guard call != nil else { return unsafe (nothing.0, nothing.1, .state) }
        guard object == call else { return unsafe (nothing.0, nothing.1, .stale) }
        var (reader, status) = value(object, property, TypeSet(.path), of: call, kinds)
        guard status == .ok || status == .none, let known = objects[object],
            kinds[known.kind].properties[Int(property)].isOpen
        else { return unsafe (nothing.0, nothing.1, .unknown) }
        if status == .ok { _ = unsafe reader.value(scrim_path.self) }
        guard index < UInt64(reader.count()) else { return unsafe (nothing.0, nothing.1, .unknown) }
        var found = unsafe nothing
        for _ in 0...index {
            status = Status(rawValue: reader.word32()) ?? .failed
            unsafe found.0 = unsafe reader.text()
            unsafe found.1 =
                unsafe status == .ok ? reader.value(scrim_path.self)?.pointee ?? scrim_path() : scrim_path()
        }
        return unsafe (found.0, found.1, reader.isBroken ? .failed : status)
    }

    /// The size of the picture of an object that was named.
    func picture(_ object: UInt64) -> (size: scrim_point, status: Status) {
        guard let picture = pictures[object] else { return (scrim_point(), .stale) }
        return (picture.size, Status(rawValue: UInt32(clamping: picture.status)) ?? .failed)
    }
}
