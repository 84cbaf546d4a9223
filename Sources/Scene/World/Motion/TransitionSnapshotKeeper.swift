import Geometry
import LineProtocol
package import Schema

/// Snapshots of layers before a change, for transitions of one layer.
package protocol TransitionSnapshotKeeper: AnyObject {
    /// Takes a snapshot of the layer at `slot`, for a line that may create a transition of it.
    func keepSnapshot(of slot: Slot)
    /// Assigns the snapshot to the created transition.
    func claimSnapshot(of slot: Slot, for transition: ObjectID)
}
