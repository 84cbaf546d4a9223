import Geometry

/// Words from CSS, SVG, canvas libraries, other toolkits and shells, and the corresponding names here.
///
/// They are not accepted: an error suggests the right name. One table is used for verbs, kinds, properties, events,
/// choices and filters; the first name that is valid in the context is suggested.
struct NameAlias: Sendable {
    /// The words in lower case, without `-` and `_`.
    let words: [String]
    /// Names and key paths, the best ones first.
    let names: [String]
    /// A sentence added to the suggestion.
    let note: String
    /// A sentence for contexts in which none of the names is valid.
    let elsewhere: String

    private init(_ words: String, _ names: String, note: String = "", elsewhere: String = "") {
        self.words = words.split(separator: " ").map(String.init)
        self.names = names.split(separator: " ").map(String.init)
        self.note = note
        self.elsewhere = elsewhere
    }

    /// The entry for a word as written.
    static func find(_ word: ByteView) -> NameAlias? { entries[plain(word.string)].map { table[$0] } }

    /// Letters and digits only, in lower case: `background-color` and `backgroundColor` are the same.
    static func plain(_ word: String) -> String {
        String(decoding: word.utf8.filter { $0 != 0x2D && $0 != 0x5F }, as: UTF8.self).lowercased()
    }

    private static let entries: [String: Int] = {
        var entries: [String: Int] = [:]
        for (index, alias) in table.enumerated() { for word in alias.words { entries[word] = index } }
        return entries
    }()

    /// Each word occurs once.
    static let table = geometry + appearance + texts + shapes + pictures + stacks + times + happenings + verbs + kinds

    private static let corner =
        "position is the anchor's, the centre unless anchorPoint says otherwise; frame=x,y,width,height"
    private static let extent = "or, with the position, frame=x,y,width,height"
    private static let turn = "an angle with its unit, as in 45deg; a plain number is in radians"

    private static let geometry = [
        NameAlias("x left cx frame.x transform.x", "position.x", note: corner),
        NameAlias("y top cy frame.y transform.y", "position.y", note: corner),
        NameAlias("xy pos coords location translate offset", "position scrollPoint", note: corner),
        NameAlias(
            "move moveto", "position", note: corner, elsewhere: "set ID position=x,y moves, animate does it in time"),
        NameAlias("width w bounds.width frame.width size.width", "bounds.size.width size lineWidth", note: extent),
        NameAlias("height h bounds.height frame.height size.height", "bounds.size.height size", note: extent),
        NameAlias("size dimensions wh", "bounds.size", note: extent),
        NameAlias("right bottom inset", "frame", note: "frame=x,y,width,height"),
        NameAlias("rect box geometry bbox", "frame layer"),
        NameAlias(
            "rotation rotate angle rotatez transform.rotation transform.rotate",
            "transform.rotation.z emissionLongitude", note: turn),
        NameAlias("rotatex rotationx pitch", "transform.rotation.x", note: turn),
        NameAlias("rotatey rotationy yaw", "transform.rotation.y", note: turn),
        NameAlias("scale zoom", "transform.scale"), NameAlias("scalex", "transform.scale.x"),
        NameAlias("scaley", "transform.scale.y"), NameAlias("translatex tx", "transform.translation.x"),
        NameAlias("translatey ty", "transform.translation.y"), NameAlias("z zindex depth layerorder", "zPosition"),
        NameAlias(
            "pivot origin transformorigin anchor", "anchorPoint", note: "a point of the unit square, as in 0.5,0.5"),
        NameAlias("perspective", "sublayerTransform", note: "perspective(800), for the sublayers"),
        NameAlias("matrix", "transform"), NameAlias("order sort", "index"),
        NameAlias("children sublayers subviews", "parent"),
        NameAlias("in inside superview owner container", "parent"),
        NameAlias("scrolltop scrollleft contentoffset", "scrollPoint bounds.origin"),
    ]

    private static let appearance = [
        NameAlias("background bg bgcolor backgroundfill", "backgroundColor"),
        NameAlias(
            "color colour tint tintcolor", "foregroundColor fillColor colors color instanceColor backgroundColor"),
        NameAlias("fill fillstyle", "fillColor foregroundColor colors resize backgroundColor"),
        NameAlias("radius borderradius rounded roundness cornerradii rx", "cornerRadius"),
        NameAlias("corners roundedcorners", "maskedCorners cornerRadius"),
        NameAlias("squircle smooth", "continuous cornerCurve"),
        NameAlias("border outline bordersize", "borderWidth", note: "with borderColor="),
        NameAlias("alpha transparency", "opacity"),
        NameAlias(
            "visible visibility show display isvisible", "isHidden", note: "the other way round: isHidden=false shows"),
        NameAlias("hidden hide invisible", "isHidden", elsewhere: "set ID isHidden=true hides"),
        NameAlias("overflow clip clipstobounds cliptobounds clips", "masksToBounds"),
        NameAlias("clippath maskimage", "mask", note: "the id of a detached layer, made with parent=none"),
        NameAlias(
            "shadow boxshadow textshadow elevation", "shadowOpacity drop-shadow",
            note: "with shadowRadius=, shadowOffset=, shadowColor="),
        NameAlias("shadowblur blurradius shadowsigma", "shadowRadius"),
        NameAlias("shadowx shadowdx", "shadowOffset.width"),
        NameAlias("shadowy shadowdy", "shadowOffset.height"), NameAlias("shadowalpha", "shadowOpacity"),
        NameAlias("blur", "filters", note: "filters=blur(4)"), NameAlias("effects filter", "filters"),
        NameAlias("backdropfilter backdrop glass vibrancy", "backgroundFilters", note: "backgroundFilters=blur(20)"),
        NameAlias("isolation isolate", "isolated", note: "isolated=true"),
        NameAlias("mixblendmode blendmode blend composite", "compositingFilter"),
        NameAlias("additive add lighter", "plusLighter create isAdditive"), NameAlias("sourceover", "normal"),
        NameAlias("huerotation hue", "hue-rotate"), NameAlias("gaussian gaussianblur", "blur"),
        NameAlias("desaturate greyscale", "grayscale"), NameAlias("invertcolors", "invert"),
        NameAlias("cached cacheasbitmap rasterize willchange", "shouldRasterize"),
        NameAlias("backfacevisibility twosided", "isDoubleSided"),
        NameAlias("interactive clickable pointerevents userinteractionenabled focusable", "isInteractive"),
        NameAlias("id key title tag", "name"), NameAlias("class classname", "style"),
        NameAlias("flipped", "isGeometryFlipped"),
    ]

    private static let texts = [
        NameAlias(
            "text label content caption value textcontent innertext", "string text",
            elsewhere: "texts are layers of the kind \"text\", with string="),
        NameAlias("html richtext pango", "markup"), NameAlias("textcolor fontcolor", "foregroundColor"),
        NameAlias("fontfamily family typeface fontname", "font"),
        NameAlias("fontweight weight bold fontstyle italic", "font", note: "as in font='Sans Bold Italic'"),
        NameAlias("textsize pointsize", "fontSize"),
        NameAlias("align textalign halign justify", "alignmentMode alignment"),
        NameAlias("valign verticalalign", "verticalAlignment"),
        NameAlias("numberoflines lineclamp maxlines", "maximumLines lines isWrapped"),
        NameAlias("shrinktofit autofit adjustsfontsizetofitwidth minimumscalefactor", "minimumScale"),
        NameAlias("arialabel alt accessibilityname", "accessibilityLabel"),
        NameAlias("aria ariarole role accessibilitytraits", "accessibilityRole"),
        NameAlias("wrap wordwrap whitespace linewrap multiline", "isWrapped"),
        NameAlias("ellipsis ellipsize textoverflow elide", "end truncationMode"),
        NameAlias("lineheight leadingheight", "lineSpacing"), NameAlias("maxwidth", "preferredMaxLayoutWidth"),
        NameAlias("tabs tabsize tabstop tabinterval", "tabStops"), NameAlias("fontkerning kern", "kerning"),
        NameAlias("fontvariationsettings axes fontvariations", "variations"), NameAlias("hyphens", "hyphenation"),
        NameAlias("fontfeaturesettings opentype fontfeatures", "features"),
        NameAlias(
            "writingmode textorientation vertical isvertical", "transform.rotation.z isWrapped",
            note: "vertical text is not set: lines lie, and turn with their layer"),
        NameAlias("textstroke webkittextstroke", "strokeWidth"), NameAlias("middle centre", "center"),
        NameAlias("start flexstart", "leading natural startPoint top left"),
        NameAlias("flexend", "trailing bottom right"),
    ]

    private static let shapes = [
        NameAlias("stroke strokestyle outlinecolor", "strokeColor borderColor"),
        NameAlias("strokewidth linewidth thickness pensize", "lineWidth strokeWidth borderWidth"),
        NameAlias(
            "d data svg points pathdata", "path",
            elsewhere: "paths are drawn by layers of the kind \"shape\", with path="),
        NameAlias("linecap cap strokelinecap", "lineCap"), NameAlias("linejoin join strokelinejoin", "lineJoin"),
        NameAlias("dash dasharray strokedasharray linedash", "lineDashPattern"),
        NameAlias("dashoffset strokedashoffset", "lineDashPhase"),
        NameAlias("fillrulemode evenodd", "evenOdd fillRule"), NameAlias("winding nonzerowinding", "nonZero"),
        NameAlias("trimstart", "strokeStart"), NameAlias("trimend progress", "strokeEnd"),
        NameAlias(
            "gradient lineargradient stops colorstops", "colors axial",
            elsewhere: "gradients are layers of the kind \"gradient\", with colors="),
        NameAlias("radialgradient", "radial"), NameAlias("conicgradient sweep angular", "conic"),
        NameAlias("gradienttype", "type"),
        NameAlias("positions offsets", "locations"), NameAlias("ops operations commands", "drawing"),
        NameAlias("count copies instances repeatcopies", "instanceCount"),
    ]

    private static let pictures = [
        NameAlias("src image url href source img file picture backgroundimage texture icon", "contents path image"),
        NameAlias("objectfit contentmode fit backgroundsize gravity imagemode", "contentsGravity"),
        NameAlias("cover aspectfill slice crop", "resizeAspectFill"),
        NameAlias("contain aspectfit scaledown letterbox", "resizeAspect"),
        NameAlias("stretch scaletofill", "resize fill"),
        NameAlias("imagerendering interpolation smoothing sampling", "magnificationFilter"),
        NameAlias("pixelated crispedges point", "nearest"), NameAlias("bilinear", "linear"),
        NameAlias("mipmap", "trilinear"),
        NameAlias("sprite sourcerect crossection croprect viewbox", "contentsRect"),
        NameAlias("nineslice ninepatch capinsets slicecenter borderimageslice", "contentsCenter"),
        NameAlias("dpr pixelratio density resolution", "contentsScale scale"),
        NameAlias("fps hz framerate refreshrate", "refresh"),
    ]

    private static let stacks = [
        NameAlias(
            "padding insets contentinsets", "margins",
            elsewhere: "margins are a stack's; elsewhere, frame= of the sublayers"),
        NameAlias("gap itemspacing", "spacing"),
        NameAlias("direction flexdirection orientation flow", "axis direction"),
        NameAlias("row", "horizontal stack"), NameAlias("column col", "vertical stack"),
        NameAlias("justifycontent mainaxisalignment", "distribution"),
        NameAlias("alignitems crossaxisalignment", "alignment"),
        NameAlias("spacebetween", "equalSpacing"), NameAlias("spaceevenly spacearound", "equalCentering"),
        NameAlias("flex flexgrow grow expand", "layout.grow"),
        NameAlias("flexbasis basis", "layout.basis"), NameAlias("flexshrink shrink", "layout.shrink"),
        NameAlias("minwidth minheight minsize", "layout.minimum layout.basis"),
        NameAlias("maxheight maxsize", "layout.maximum"), NameAlias("alignself", "layout.alignment"),
        NameAlias("customspacing spacingafter", "layout.spacing"), NameAlias("flexwrap", "isWrapped"),
    ]

    private static let times = [
        NameAlias("easeineaseout kcamediatimingfunctioneaseineaseout easeboth curveeaseinout swing", "easeInOut"),
        NameAlias("kcamediatimingfunctioneasein curveeasein", "easeIn"),
        NameAlias("kcamediatimingfunctioneaseout curveeaseout", "easeOut"),
        NameAlias("kcamediatimingfunctionlinear curvelinear", "linear"),
        NameAlias("kcamediatimingfunctiondefault", "default"),
        NameAlias(
            "easing ease curve timingfunction transitiontimingfunction interpolator", "timing default",
            elsewhere: "timing= is an argument of begin and animate, and a property of animations"),
        NameAlias(
            "time animationduration transitionduration seconds dur", "duration",
            elsewhere: "duration= is an argument of begin and animate, and a property of animations"),
        NameAlias(
            "loop loops iterations repetitions iterationcount", "repeat repeatCount",
            elsewhere: "repeat= is an argument of animate"),
        NameAlias("alternate yoyo autoreverse pingpong", "autoreverses"),
        NameAlias("wait animationdelay startdelay", "delay"),
        NameAlias("infinite forever", "inf"), NameAlias("target object", "layer"),
        NameAlias("keypath prop", "property"),
        NameAlias("keyframes frames steps", "values"), NameAlias("rate playbackrate timescale", "speed"),
        NameAlias("friction tension", "damping stiffness"),
        NameAlias("paused playing", "speed", note: "speed=0 pauses"),
    ]

    private static let happenings = [
        NameAlias(
            "click onclick press ontap clicked dblclick", "tap",
            elsewhere: "reactions are made with on LAYER tap \"LINES\""),
        NameAlias(
            "hover mouseenter mouseover pointerenter onhover onmouseenter onmouseover", "enter pointer",
            elsewhere: "reactions are made with on LAYER enter \"LINES\""),
        NameAlias(
            "mouseleave mouseout pointerleave onmouseleave", "leave pointer",
            elsewhere: "reactions are made with on LAYER leave \"LINES\""),
        NameAlias("mousedown pointerdown touchstart onmousedown", "down pointer"),
        NameAlias("mouseup pointerup touchend onmouseup", "up pointer"),
        NameAlias("mousemove pointermove touchmove", "move pointer"), NameAlias("panning", "pan"),
        NameAlias("ondrag dragstart draggable", "drag"), NameAlias("ondrop dragenter dragover dropped", "drop"),
        NameAlias("onswipe swiped fling", "swipe"),
        NameAlias("keydown keyup keypress onkeydown", "key"), NameAlias("wheel mousewheel onscroll", "scroll"),
        NameAlias("mouse", "pointer"), NameAlias("longclick hold", "longPress"),
        NameAlias("zoomgesture magnify", "pinch"),
        NameAlias("animationend finished done complete", "animation"), NameAlias("load loaded loadend", "content"),
        NameAlias("collide contact hit", "collision"), NameAlias("vsync tick displaylink", "frame"),
        NameAlias("update updated modified", "changed set"),
    ]

    private static let verbs = [
        NameAlias("new make insert addlayer addchild append", "create"), NameAlias("upsert createorupdate", "put"),
        NameAlias("change edit setproperty assign", "set"), NameAlias("delete del rm destroy erase unset", "remove"),
        NameAlias("read query inspect", "get"), NameAlias("ls ids objects", "list"),
        NameAlias("export serialize print", "dump"),
        NameAlias("help doc docs man schema", "describe"), NameAlias("debuglayer", "explain"),
        NameAlias("transaction", "begin"), NameAlias("end apply", "commit"),
        NameAlias("rollback cancel undoall", "abort"),
        NameAlias("transition tween play", "animate"), NameAlias("listen watch bindevent", "subscribe"),
        NameAlias("unlisten", "unsubscribe"),
        NameAlias("flush finish", "sync"), NameAlias("sleep pause delayms", "wait"), NameAlias("step advance", "tick"),
        NameAlias("screenshot capture grab png", "snapshot"), NameAlias("redraw refresh invalidate", "repaint"),
        NameAlias("exit stop shutdown kill bye", "quit"), NameAlias("ping version", "hello"),
        NameAlias("info status metrics", "stats"),
        NameAlias("removeall reset wipe", "clear"), NameAlias("include import open", "load"),
        NameAlias("write store", "save"),
        NameAlias("video film", "record"), NameAlias("addeventlistener when onevent", "on"),
        NameAlias("removeeventlistener", "off"),
        NameAlias("config configure options settings", "session settings"),
    ]

    private static let kinds = [
        NameAlias("rectangle div view panel group node element sprite3d frameview", "layer"),
        NameAlias("span textlayer string textfield", "text"),
        NameAlias("circle ellipse line polygon polyline pathlayer shapelayer", "shape"),
        NameAlias("hstack vstack flexbox flexlayout linearlayout hbox vbox grid", "stack"),
        NameAlias("cgcontext painter", "canvas"),
        NameAlias("particles particlesystem", "emitter"), NameAlias("particle", "emitterCell"),
        NameAlias("scrollview viewport", "scroll"),
        NameAlias("repeater", "replicator"), NameAlias("shm sharedmemory bitmap surface", "buffer"),
        NameAlias("physics simulation", "world"),
        NameAlias("joint", "attachment"), NameAlias("force impulse", "push"),
        NameAlias("window toplevel screen", "wayland"),
        NameAlias("headless virtual", "offscreen"), NameAlias("keyframeanimation basicanimation", "animation"),
        NameAlias("springanimation", "spring"),
    ]
}
