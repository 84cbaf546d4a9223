import Schema
import ScrimPluginABI

/// The operations that a property of type SCRIM_OPERATIONS may hold, from the plugin's data; `size` is that of its
/// scrim_property. Throws for violated rules of <scrim/property.h>.
func readOperations(_ property: scrim_property, _ location: String, _ size: Int) throws(SceneError) -> [OperationForm] {
    let count = unsafe Int(property.operation_count)
    guard (1...256).contains(count), let list = unsafe property.operations else {
        throw SceneError(.value, "\(location) has \(count) operations of 1…256")
    }
    let stride = unsafe Int(property.operation_size)
    guard unsafe stride >= MemoryLayout<scrim_operation>.size, stride <= 65_536, stride % 8 == 0 else {
        throw SceneError(.value, "scrim_operation of \(location) has the size \(stride)")
    }
    var forms: [OperationForm] = []
    for number in 0..<count {
        let form = try unsafe readOperation(
            copyStruct(UnsafeRawPointer(list) + number * stride, stride, scrim_operation()), number, location, size)
        guard !forms.contains(where: { $0.name == form.name }) else {
            throw SceneError(.value, "the operation \"\(form.name)\" of \(location) comes twice")
        }
        forms.append(form)
    }
    return forms
}

private func readOperation(
    _ raw: scrim_operation, _ number: Int, _ location: String, _ size: Int
) throws(SceneError) -> OperationForm {
    let name = try unsafe readName(raw.name, "operation \(number) of \(location)")
    let (flags, count) = unsafe (raw.flags, Int(raw.parameter_count))
    guard let role = UInt8(exactly: flags).flatMap(OperationForm.Role.init(rawValue:)) else {
        throw SceneError(.value, "the operation \"\(name)\" of \(location) has unknown flags")
    }
    guard count <= 64, unsafe count == 0 || raw.parameters != nil else {
        throw SceneError(.value, "the operation \"\(name)\" of \(location) has \(count) parameters of 64")
    }
    var parameters: [Property] = []
    for number in 0..<count {
        guard let list = unsafe raw.parameters else { break }
        let raw = unsafe copyStruct(UnsafeRawPointer(list) + number * size, size, scrim_property())
        let parameter = try unsafe readProperty(raw, "\(location).\(name)", number, .other, size, ofOperation: true)
        guard parameter.type != .operations, !parameters.contains(where: { $0.name == parameter.name }) else {
            throw SceneError(
                .value, "the parameter \"\(parameter.name)\" of \(location).\(name) comes twice or is a list")
        }
        parameters.append(parameter)
    }
    return OperationForm(
        name, role: role, parameters, help: try unsafe readText(raw.help, "help of \(location).\(name)"))
}

/// Copies the known part of a struct of `size` bytes; the rest is zero.
func copyStruct<T>(_ pointer: UnsafeRawPointer, _ size: Int, _ zero: T) -> T {
    var known = zero
    unsafe withUnsafeMutableBytes(of: &known) {
        unsafe $0.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: min(size, $0.count)))
    }
    return known
}
