import Expressions
import Geometry

/// Appearance of a scene at a time: positions of layers, and why they are visible or not.
struct SceneSample {
    /// A layer as shown.
    struct Layer {
        let id: String
        let kind: String
        let parent: String?
        /// Map from its own points to the output's; nil with perspective in it or an ancestor.
        var map: Affine?
        var bounds = Rect.zero
        /// The area where it is hit, in its own points.
        var hitBounds = Rect.zero
        /// The part of the output to which ancestors clip it, and the nearest of them; nil: unknown.
        var clip: Rect?
        var clipper: String?
        /// Its own opacity times that of its ancestors.
        var opacity = 1.0
        var isInteractive = false
        var isScrolled = false
        var ignores: Set<String> = []
        var text: Text?
        // From `explain`.
        var isSeen = false
        var reason = ""
        var by: [String] = []
        var message: String?
        var hasContent = false
        var hasBackground = false

        /// The bounds on the output.
        var box: Rect? { map?.boundingBox(bounds) }
        /// The area where it is hit, on the output.
        var hitBox: Rect? { map?.boundingBox(hitBounds) }
    }

    /// Measures of a text's letters.
    struct Text: Equatable {
        var string: String
        var size: Size
        var isWrapped: Bool
        var isTruncated: Bool
        /// Lines that are shown, at most; 0: all.
        var mostLines: Int
        /// True when letters shrink to fit the bounds.
        var isShrunk: Bool
        var fontSize: Double
        /// Distance from the top of the bounds.
        var firstBaseline: Double
        var lastBaseline: Double
        var alignment: String
        /// Color of the letters; nil: none, or several.
        var color: Ink?
        var isBold: Bool
        /// The requested font family when another one is substituted.
        var missingFont: String?
        /// Number of characters that no font has.
        var missingGlyphs: Int
    }

    /// A color with straight alpha; components 0…1.
    struct Ink: Equatable {
        let red, green, blue, alpha: Double

        /// Nil unless the text has the form `#rrggbbaa`.
        init?(_ text: String?) {
            guard let text, text.hasPrefix("#"), text.utf8.count == 9, let bits = UInt32(text.dropFirst(), radix: 16)
            else {
                return nil
            }
            let parts = [24, 16, 8, 0].map { Double(bits >> $0 & 255) / 255 }
            (red, green, blue, alpha) = (parts[0], parts[1], parts[2], parts[3])
        }
    }

    let time: Double
    /// Layers from back to front.
    private(set) var layers: [Layer] = []
    private(set) var output = Rect.zero
    private var indices: [String: Int] = [:]
    /// Instances of components that scroll what is put into them.
    private var scrollers: Set<String> = []

    subscript(id: String) -> Layer? { indices[id].map { layers[$0] } }

    /// Queries a daemon.
    init(at time: Double, of connection: inout Connection) throws(Failure) {
        self.time = time
        let size = JSONValue(try connection.ask("get main size"))?["size"]?.elements.compactMap(\.number) ?? []
        if size.count == 2 { output = Rect(0, 0, size[0], size[1]) }
        guard let tree = JSONValue(try connection.ask("tree root")) else { return }
        add(tree, nil)
        try read(&connection)
    }

    private mutating func add(_ node: JSONValue, _ parent: String?) {
        guard let id = node["id"]?.string, let kind = node["kind"]?.string else { return }
        indices[id] = layers.count
        if kind == "scroll", let dot = id.lastIndex(of: ".") { scrollers.insert(String(id[..<dot])) }
        layers.append(Layer(id: id, kind: kind, parent: parent))
        for child in node["sublayers"]?.elements ?? [] { add(child, id) }
    }

    private static let names =
        "position anchorPoint bounds transform sublayerTransform opacity masksToBounds isInteractive hitInsets"
    private static let textNames =
        "string markup font fontSize isWrapped truncationMode maximumLines minimumScale preferredSize firstBaseline lastBaseline alignmentMode foregroundColor isFontFound missingGlyphs"

    /// Queries all layers at once: replies come in line order.
    private mutating func read(_ connection: inout Connection) throws(Failure) {
        for layer in layers {
            let id = WordQuoting.word(layer.id, isFirst: false)
            connection.queue("get \(id) \(Self.names) from=presentation".utf8)
            connection.queue("explain \(id)".utf8)
            connection.queue("get \(id)".utf8)
            if layer.kind == "text" { connection.queue("get \(id) \(Self.textNames) from=presentation".utf8) }
        }
        for index in layers.indices {
            let values = try Self.answer(&connection)
            let explained = try Self.answer(&connection)
            let given = try Self.answer(&connection)
            let text = layers[index].kind == "text" ? try Self.answer(&connection) : nil
            place(index, values)
            explain(index, explained, given)
            if let text { layers[index].text = Self.text(text) }
        }
    }

    /// The reply to a query; nil for an object removed meanwhile.
    private static func answer(_ connection: inout Connection) throws(Failure) -> JSONValue {
        do throws(Failure) { return JSONValue(try connection.answer()) ?? .null } catch .failed { return .null }
    }

    private static func numbers(_ value: JSONValue?) -> [Double] { value?.elements.compactMap(\.number) ?? [] }

    private mutating func place(_ index: Int, _ values: JSONValue) {
        let (position, anchor) = (Self.numbers(values["position"]), Self.numbers(values["anchorPoint"]))
        let bounds = Self.numbers(values["bounds"])
        guard position.count >= 2, anchor.count >= 2, bounds.count == 4 else { return }
        var layer = layers[index]
        defer { layers[index] = layer }
        layer.bounds = Rect(bounds[0], bounds[1], bounds[2], bounds[3])
        let insets = Self.numbers(values["hitInsets"])
        if let top = insets.first, let left = insets.dropFirst().first ?? insets.first {
            let (bottom, right) = insets.count == 4 ? (insets[2], insets[3]) : (top, left)
            layer.hitBounds = Rect(
                bounds[0] + left, bounds[1] + top, bounds[2] - left - right, bounds[3] - top - bottom)
        } else {
            layer.hitBounds = layer.bounds
        }
        layer.isInteractive = values["isInteractive"]?.boolean ?? false
        layer.opacity = values["opacity"]?.number ?? 1
        let parent = layer.parent.flatMap { self[$0] }
        (layer.clip, layer.clipper) = parent.map { ($0.clip, $0.clipper) } ?? (output, nil)
        let above = parent.map(\.map) ?? .identity
        if let parent {
            layer.opacity *= parent.opacity
            layer.isScrolled = parent.isScrolled || parent.kind == "scroll" || scrollers.contains(parent.id)
        }
        let turn = Self.numbers(values["transform"])
        let below = Self.numbers(values["sublayerTransform"])
        if let above, turn.count == 6, layer.parent == nil || parent?.map != nil {
            let own = Affine(turn[0], turn[1], turn[2], turn[3], turn[4], turn[5])
            let corner = Affine.translation(
                -bounds[0] - anchor[0] * bounds[2], -bounds[1] - anchor[1] * bounds[3])
            layer.map = above.concat(.translation(position[0], position[1])).concat(own).concat(corner)
        }
        if values["masksToBounds"]?.boolean == true || layer.kind == "scroll" {
            if let box = layer.box, let clip = layer.clip, layer.map?.keepsAxes == true {
                (layer.clip, layer.clipper) = (clip.intersection(box), layer.id)
            } else {
                layer.clip = nil
            }
        }
        // Sublayers in another space are not followed.
        if below.count != 6 || below != [1, 0, 0, 1, 0, 0] { hidesBelow.insert(layer.id) }
        if let id = layer.parent, hidesBelow.contains(id) {
            layer.map = nil
            hidesBelow.insert(layer.id)
        }
    }

    private var hidesBelow: Set<String> = []

    private mutating func explain(_ index: Int, _ explained: JSONValue, _ given: JSONValue) {
        layers[index].isSeen = explained["visible"]?.boolean ?? false
        layers[index].reason = explained["reason"]?.string ?? ""
        layers[index].by = explained["by"]?.elements.compactMap(\.string) ?? []
        layers[index].message = explained["message"]?.string
        let names = given.members.map(\.key)
        layers[index].hasContent =
            ["backgroundColor", "contents", "colors", "borderWidth"].contains(where: names.contains)
            || given["string"]?.string?.isEmpty == false
        layers[index].hasBackground = names.contains("backgroundColor")
        var ignores = layers[index].parent.flatMap { self[$0]?.ignores } ?? []
        if let own = given["user.checkIgnore"]?.string {
            ignores.formUnion(own.split(separator: ",").map { String($0.drop { $0 == " " }) })
        }
        layers[index].ignores = ignores
        if given["mask"]?.string != nil { layers[index].clip = nil }
    }

    private static func text(_ values: JSONValue) -> Text {
        let size = numbers(values["preferredSize"])
        let markup = values["markup"]?.string ?? ""
        return Text(
            string: markup.isEmpty ? values["string"]?.string ?? "" : markup,
            size: size.count == 2 ? Size(size[0], size[1]) : .zero, isWrapped: values["isWrapped"]?.boolean ?? false,
            isTruncated: values["truncationMode"]?.string ?? "none" != "none",
            mostLines: Int(values["maximumLines"]?.number ?? 0), isShrunk: values["minimumScale"]?.number ?? 1 < 1,
            fontSize: values["fontSize"]?.number ?? 0,
            firstBaseline: values["firstBaseline"]?.number ?? 0,
            lastBaseline: values["lastBaseline"]?.number ?? 0, alignment: values["alignmentMode"]?.string ?? "natural",
            color: markup.isEmpty ? Ink(values["foregroundColor"]?.string) : nil,
            isBold: values["font"]?.string?.lowercased().contains("bold") ?? false,
            missingFont: values["isFontFound"]?.boolean == false ? values["font"]?.string : nil,
            missingGlyphs: Int(values["missingGlyphs"]?.number ?? 0))
    }
}
