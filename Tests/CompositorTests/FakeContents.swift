import Compositor
import Frame
import Geometry
import Pixels
import Scene
import Schema
import TestSupport

/// Pictures by place, as a controller would give them.
final class FakeContents: ContentsSource {
    /// Small ones, opaque and not.
    let pictures: [LayerPicture]
    var shown: [Slot: Int] = [:]
    /// The place of an object whose picture sprites show; nobody changes it.
    static let still: Slot = Slot(Int32.max)
    private let sprite: LayerPicture
    private(set) var wanted: [Slot: Size] = [:]

    init() throws {
        var dice = Dice(99)
        var pictures: [LayerPicture] = []
        for (width, height) in [(1, 1), (7, 5), (16, 16), (40, 30)] {
            let bitmap = try Bitmap(width: width, height: height)
            Self.paint(bitmap, bitmap.bounds, isOpaque: width != 7, &dice)
            pictures.append(LayerPicture(Picture(bitmap)))
        }
        // A vector picture that is there in another size than its own.
        pictures.append(LayerPicture(pictures[2].picture, size: Size(10, 20), isVector: true))
        self.pictures = pictures
        let bitmap = try Bitmap(width: 5, height: 6)
        Self.paint(bitmap, bitmap.bounds, isOpaque: false, &dice)
        sprite = LayerPicture(Picture(bitmap))
    }

    func contents(of slot: Slot, in view: SceneView) -> LayerPicture? {
        slot == Self.still ? sprite : shown[slot].map { pictures[$0] }
    }
    func wants(_ size: Size, at slot: Slot) { wanted[slot] = size }

    /// Noise in blocks of two pixels.
    static func paint(_ bitmap: Bitmap, _ rect: PixelRect, isOpaque: Bool, _ dice: inout Dice) {
        for y in rect.y0..<rect.y1 {
            for x in rect.x0..<rect.x1 {
                let alpha = isOpaque ? 255 : UInt32.random(in: 0...255, using: &dice)
                func channel() -> UInt32 { UInt32.random(in: 0...alpha, using: &dice) }
                bitmap[Int(x), Int(y)] = alpha << 24 | channel() << 16 | channel() << 8 | channel()
            }
        }
    }
}

extension Mutator {
    /// Another picture, another place for it, or other pixels in it.
    func setContents(_ slot: Slot, _ dice: inout Dice) throws {
        let fake = stage.contents
        func unit() -> Rect {
            let (x, y) = (Double.random(in: -0.2...0.8, using: &dice), Double.random(in: -0.2...0.8, using: &dice))
            let v = Rect(x, y, Double.random(in: 0...0.9, using: &dice), Double.random(in: 0...0.9, using: &dice))
            return dice.chance(0.4) ? Rect(0, 0, 1, 1) : v
        }
        switch Int.random(in: 0..<10, using: &dice) {
        case 0...2:
            fake.shown[slot] = Int.random(in: 0..<fake.pictures.count, using: &dice)
            try stage.set(slot, .contents, .string("a"))
            stage.scene.contents.markPicture(slot)
        case 3:
            fake.shown[slot] = nil
            try stage.set(slot, .contents, .none)
        case 4: try stage.set(slot, .contentsRect, .rect(unit()))
        case 5: try stage.set(slot, .contentsCenter, .rect(unit()))
        case 6: try stage.set(slot, .contentsGravity, .choice(UInt8.random(in: 0..<12, using: &dice)))
        case 7:
            try stage.set(slot, .contentsScale, .number(dice.length(0.5...3)))
            try stage.set(slot, .minificationFilterBias, .number(dice.length(-1...2)))
        case 8:
            try stage.set(slot, .minificationFilter, .choice(UInt8.random(in: 0..<3, using: &dice)))
            try stage.set(slot, .magnificationFilter, .choice(UInt8.random(in: 0..<3, using: &dice)))
        default:
            let at = Int.random(in: 0..<fake.pictures.count, using: &dice)
            let picture = fake.pictures[at].picture
            let (w, h) = (Int32(picture.pixels.bitmap.width), Int32(picture.pixels.bitmap.height))
            let (x, y) = (Int32.random(in: 0..<w, using: &dice), Int32.random(in: 0..<h, using: &dice))
            let rect = PixelRect(
                x, y, Int32.random(in: x..<w, using: &dice) + 1, Int32.random(in: y..<h, using: &dice) + 1)
            FakeContents.paint(picture.pixels.bitmap, rect, isOpaque: picture.isOpaque, &dice)
            picture.pixels.dropMipmaps()
            for (viewer, shown) in fake.shown where fake.pictures[shown].picture === picture {
                stage.touch(viewer, rect.rect)
            }
        }
    }
}
