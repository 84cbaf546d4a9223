import OutputSupport
import ScrimPluginKit

/// The output's requests to seats.
struct SeatWishes: Equatable {
    /// An index of `CursorNames.all`.
    var cursor = CursorNames.usual
    var pointer = PointerHold.Wish.normal
    /// The text field that receives the keys; nil when there is none.
    var textInput: TextInput?
    /// Texts for other programs; empty for none.
    var clipboard = ""
    /// Like `clipboard`.
    var primarySelection = ""
}

/// Handlers for events of seats.
@safe
struct SeatHandlers {
    /// Input, in points of the surface.
    var input: ((Act, _ surface: OpaquePointer?) -> Void)?
    /// The number of pixels per point of a surface.
    var scale: ((_ surface: OpaquePointer?) -> Double)?
    /// The position of a surface in the picture, in points.
    var corner: ((_ surface: OpaquePointer?) -> (x: Int, y: Int))?
    /// The type in which the layer below accepts a drag, given by its number; nil for none.
    var dropType: ((_ drag: UInt32) -> String?)?
    /// The data that other programs would get for the layer being dragged.
    var drag: (() -> (type: String, text: String)?)?
    /// True when a point of a surface is outside of it, and of the output.
    var isOutside: ((_ surface: OpaquePointer?, _ x: Double, _ y: Double) -> Bool)?
    /// Called when another program took over the clipboard or the primary selection.
    var selectionLost: ((_ isPrimary: Bool) -> Void)?
}
