import Geometry
import LineProtocol
package import Scene

/// Pictures of layers before a change, for transitions of one layer.
package protocol TransitionSnapshotKeeper: AnyObject {
    /// Keeps the present picture of the layer at `slot`, for a line that may make a transition of it.
    func keepSnapshot(of slot: Slot)
    /// Gives the picture that was kept before to the transition, which was made.
    func claimSnapshot(of slot: Slot, for transition: ObjectID)
}
