public import Schema

/// Layers that are painted above everything else in their output, without what those above them clip: those that a drag
/// carries with `layout.lift`, and those of running animations with `lifts`.
///
/// They keep their parents. Only while an output reads the scene are they the last sublayers of its root, with the geometry that shows them
/// where they are seen: see `SceneLifting.lift`.
public struct LiftedLayers {
    /// Animations whose `lifts` is or was true.
    public var animations: Set<ObjectID> = []
    /// Layers carried by drags.
    public var carried: Set<ObjectID> = []

    public init() {}
}
