import Geometry
import Testing
import World

@testable import LineProtocol

/// Words that people bring: refused, with the right name.
@Suite struct NameAliasTests {
    @Test(arguments: [
        ("background", "backgroundColor"), ("background-color", "backgroundColor"), ("bg", "backgroundColor"),
        ("color", "backgroundColor"), ("fill", "backgroundColor"), ("width", "bounds.size.width"),
        ("height", "bounds.size.height"), ("x", "position.x"), ("y", "position.y"), ("left", "position.x"),
        ("top", "position.y"), ("size", "bounds.size"), ("rect", "frame"), ("radius", "cornerRadius"),
        ("border-radius", "cornerRadius"), ("corner_radius", "cornerRadius"), ("visible", "isHidden"),
        ("hidden", "isHidden"), ("display", "isHidden"), ("zIndex", "zPosition"), ("z-index", "zPosition"),
        ("z", "zPosition"), ("alpha", "opacity"), ("rotation", "transform.rotation.z"),
        ("rotate", "transform.rotation.z"),
        ("scale", "transform.scale"), ("border", "borderWidth"), ("shadow", "shadowOpacity"),
        ("box-shadow", "shadowOpacity"), ("blur", "filters"), ("filter", "filters"),
        ("backdrop-filter", "backgroundFilters"), ("mix-blend-mode", "compositingFilter"),
        ("overflow", "masksToBounds"),
        ("image", "contents"), ("src", "contents"), ("object-fit", "contentsGravity"), ("anchor", "anchorPoint"),
        ("pivot", "anchorPoint"), ("children", "parent"), ("clickable", "isInteractive"),
        ("stroke", "borderColor"), ("strokeWidth", "borderWidth"), ("move", "position"), ("frame.x", "position.x"),
        ("postion.x", "position.x"), ("tranform.scale", "transform.scale"), ("cornerRadious", "cornerRadius"),
    ]) func properties(_ word: String, _ name: String) {
        let talk = Talk()
        for line in ["set root \(word)=1", "get root \(word)", "create a layer \(word)=1", "animate root \(word)=1"] {
            let reply = talk.send(line)
            #expect(
                reply.hasPrefix("error unknown-property unknown property \"\(word)\"; did you mean \"\(name)\"?"),
                "\(reply)")
        }
    }

    @Test(arguments: [
        ("set root text=x", "unknown-property", "the kind \"text\""),
        ("set root d=M0,0", "unknown-property", "\"shape\""),
        ("create a shape", "ok", ""), ("set a d=M0,0", "unknown-property", "\"path\""),
        ("animate root opacity=1 easing=linear", "unknown-property", "timing="),
        ("animate root opacity=1 loop=3", "unknown-property", "repeat="),
        ("begin easing=linear", "syntax", "\"timing\""), ("delete root", "unknown-verb", "\"remove\""),
        ("add a layer", "unknown-verb", "\"create\""), ("screenshot", "unknown-verb", "\"snapshot\""),
        ("exit", "unknown-verb", "\"quit\""), ("hide root", "unknown-verb", "isHidden=true"),
        ("create b rectangle", "unknown-kind", "\"layer\""), ("create b circle", "unknown-kind", "\"shape\""),
        ("create b div", "unknown-kind", "\"layer\""), ("on root click \"clear\"", "value", "\"tap\""),
        ("on root mouseenter \"clear\"", "value", "\"enter\""),
        ("set root contentsGravity=cover", "value", "\"resizeAspectFill\""),
        ("set root contentsGravity=contain", "value", "\"resizeAspect\""),
        ("set root contentsGravity=fill", "value", "\"resize\""),
        ("set root compositingFilter=color-dodge", "value", "\"colorDodge\""),
        ("set root magnificationFilter=pixelated", "value", "\"nearest\""),
        ("set root cornerCurve=squircle", "value", "\"continuous\""),
        ("set root filters=hue(1)", "value", "\"hue-rotate\""),
        ("set root filters=dropShadow(1,2)", "value", "\"drop-shadow\""),
        ("set root visible=no", "unknown-property", "the other way round"),
        // Ids are their clients' own words.
        ("set delete opacity=1", "unknown-object", "\"delete\""),
        ("set nothing opacity=1", "unknown-object", "\"nothing\""),
    ]) func others(_ line: String, _ code: String, _ named: String) {
        let talk = Talk()
        if line.hasPrefix("set a") { _ = talk.send("create a shape") }
        let reply = talk.send(line)
        #expect(reply.hasPrefix(code == "ok" ? "ok" : "error \(code) ") && reply.contains(named), "\(reply)")
    }

    @Test func nothingIsMeantByNothing() {
        for word in ["", "-", "_-_", "qwertyuiop", String(repeating: "x", count: 65), "é"] {
            #expect(
                ByteView.with(word) { NearestName.meant(by: $0, among: ["opacity", "frame"])?.name } == nil, "\(word)")
        }
    }

    /// Each word stands in the table once, as words are looked up.
    @Test func tableIsInOrder() {
        var seen: Set<String> = []
        for alias in NameAlias.table {
            #expect(!alias.names.isEmpty)
            for word in alias.words {
                #expect(NameAlias.plain(word) == word && seen.insert(word).inserted, "\(word)")
            }
        }
        #expect(seen.count > 500)
    }
}
