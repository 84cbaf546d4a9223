import CBox2D

/// An object that touches: an item, or a piece of a boundary. Shapes point here.
class Solid {
    /// Counts up as they are made: their order, independent of their addresses.
    let number: Int
    /// This one, when it is an item.
    var body: Body? { nil }
    /// This one, when it is a boundary.
    var edge: Edge? { nil }

    init(_ number: Int) { self.number = number }

    /// The owner of a shape.
    static func of(_ shape: b2ShapeId) -> Solid? {
        guard let pointer = unsafe b2Shape_GetUserData(shape) else { return nil }
        return unsafe Unmanaged<Solid>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// A shape's definition, with this one as its owner.
    @unsafe
    func definition(_ filter: b2Filter, friction: Double, elasticity: Double, material: Int32) -> b2ShapeDef {
        var def = unsafe b2DefaultShapeDef()
        unsafe def.userData = unsafe Unmanaged<Solid>.passUnretained(self).toOpaque()
        unsafe def.filter = filter
        unsafe def.material.friction = Float(friction)
        unsafe def.material.restitution = Float(elasticity)
        unsafe def.material.userMaterialId = material
        unsafe def.enableContactEvents = true
        unsafe def.invokeContactCreation = true
        unsafe def.updateBodyMass = false
        unsafe def.density = 0
        return unsafe def
    }
}
