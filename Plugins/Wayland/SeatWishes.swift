import OutputSupport
import ScrimPluginKit

/// What the output wants of seats.
struct SeatWishes: Equatable {
    /// An index of `CursorNames.all`.
    var cursor = CursorNames.usual
    var pointer = PointerHold.Wish.normal
    /// What keys are typed into; nil: nothing that takes text.
    var textInput: TextInput?
    /// Texts for other programs; empty: none.
    var clipboard = ""
    /// See `clipboard`.
    var primarySelection = ""
}

/// Who is called for what happens at seats.
@safe
struct SeatHandlers {
    /// Input, in points of the surface.
    var input: ((Act, _ surface: OpaquePointer?) -> Void)?
    /// How many pixels a point of a surface has.
    var scale: ((_ surface: OpaquePointer?) -> Double)?
    /// Where a surface is in the picture, in points.
    var corner: ((_ surface: OpaquePointer?) -> (x: Int, y: Int))?
    /// The type as which the layer below takes the drag of a number; nil for none.
    var dropType: ((_ drag: UInt32) -> String?)?
    /// What other programs would get of the layer that the pointer drags.
    var drag: (() -> (type: String, text: String)?)?
    /// True where a point of a surface lies outside of it, and of the output.
    var isOutside: ((_ surface: OpaquePointer?, _ x: Double, _ y: Double) -> Bool)?
    /// Another program has put something into the clipboard, or selected something.
    var selectionLost: ((_ isPrimary: Bool) -> Void)?
}
