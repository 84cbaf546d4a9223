import Foundation
import TestSupport
import Testing

extension RealDaemon {
    /// `scrim import`: SVG and Lottie as lines.
    @Suite struct ImportTests {
        private func lines(_ sandbox: Sandbox, _ text: String, _ name: String) throws -> Sandbox.Outcome {
            _ = try sandbox.write(text, to: name)
            return try sandbox.run("scrim", ["import", name, "--prefix", "i"])
        }

        /// Runs the lines, and gives the pixels.
        private func pixels(_ daemon: Daemon, _ lines: String, _ name: String) throws -> [UInt8] {
            let link = try daemon.link()
            for line in lines.split(separator: "\n") {
                let reply = try link.ask(String(line))
                #expect(reply.hasPrefix("ok"), "\(line): \(reply)")
            }
            _ = try link.ask("tick")
            let reply = try link.ask("snapshot format=rgba path=\(daemon.sandbox.file(name))")
            try #require(reply.hasPrefix("ok"), "\(reply)")
            return Array(try daemon.sandbox.bytes(name))
        }

        /// Held against librsvg's picture of the same file: the share of pixels that differ by more than 24 in a channel.
        @Test(.enabled(if: Places.has("Filters"))) func anSVGLooksAsLibrsvgShowsIt() throws {
            for file in [
                "Tests/Fixtures/import/shapes.svg", "Tests/Fixtures/import/marks.svg",
                "Tests/Fixtures/import/filters.svg", "Tests/Fixtures/import/primitives.svg",
                "Tests/Fixtures/import/paints.svg", "examples/pictures/robin.svg",
                "examples/pictures/brush.svg",
            ] {
                let daemon = try Daemon(["--size", "400x240"])
                let made = try daemon.sandbox.run("scrim", ["import", Checkout.root + "/" + file, "--prefix", "i"])
                try #require(made.status == 0, "\(made.errors)")
                let link = try daemon.link()
                _ = try link.ask("set root backgroundColor=white")
                let one = try pixels(daemon, made.text, "one")
                let bounds = try #require(try daemon.value("i.picture", "bounds") as? [Double])
                _ = try link.ask("remove i.picture")
                let other = try pixels(
                    daemon,
                    "create o layer anchorPoint=0,0 position=0,0 bounds=0,0,\(bounds[2]),\(bounds[3]) contentsGravity=resize contents=\(Checkout.root)/\(file)",
                    "other")
                try #require(one.count == other.count)
                let far = stride(from: 0, to: one.count, by: 4).count { at in
                    (0..<4).contains { abs(Int(one[at + $0]) - Int(other[at + $0])) > 24 }
                }
                #expect(Double(far) <= Double(one.count / 4) * 0.01, "\(file): \(far) of \(one.count / 4)")
                #expect(Set(one).count > 8, "something is shown")
            }
        }

        private struct Box {
            let left, top, right, bottom: Int
        }

        /// Runs of letters lie by their baselines, one behind the other, and where they are said to be.
        @Test func textsLieWhereTheyAreSaidToBe() throws {
            let daemon = try Daemon(["--size", "400x240"])
            let made = try daemon.sandbox.run(
                "scrim", ["import", Checkout.root + "/Tests/Fixtures/import/texts.svg", "--prefix", "a-b"])
            try #require(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
            _ = try daemon.link().ask("set root backgroundColor=white")
            let bytes = try pixels(daemon, made.text, "texts")
            /// The box of the pixels within a rectangle that are so: without `isSo` those that are dark.
            func ink(_ xs: Range<Int>, _ ys: Range<Int>, _ isSo: ((ArraySlice<UInt8>) -> Bool)? = nil) -> Box? {
                var box: Box?
                for y in ys {
                    for x in xs {
                        let pixel = bytes[(y * 400 + x) * 4..<(y * 400 + x) * 4 + 3]
                        guard isSo?(pixel) ?? pixel.contains(where: { $0 < 160 }) else { continue }
                        box = box.map {
                            Box(
                                left: min($0.left, x), top: min($0.top, y), right: max($0.right, x),
                                bottom: max($0.bottom, y))
                        }
                        box = box ?? Box(left: x, top: y, right: x, bottom: y)
                    }
                }
                return box
            }
            func isRed(_ pixel: ArraySlice<UInt8>) -> Bool {
                pixel.first! > 120 && pixel.dropFirst().allSatisfy { $0 < 110 }
            }
            func isBlue(_ pixel: ArraySlice<UInt8>) -> Bool {
                pixel.last! > 110 && pixel.dropLast().allSatisfy { $0 < 100 }
            }
            let first = try #require(ink(0..<400, 5..<50))
            #expect(abs(first.left + first.right - 400) <= 6, "its middle is in the middle")
            let bold = try #require(ink(0..<400, 5..<50, isRed))
            #expect(bold.left > first.left + 40 && bold.right < first.right - 60, "the second run: \(bold)")
            #expect(abs(bold.bottom - 40) <= 2, "its baseline: \(bold)")
            let letters = try [218, 248, 278].map { try #require(ink($0..<$0 + 28, 52..<97)).bottom }
            #expect(letters[0] < letters[1] && letters[1] < letters[2], "a list of places: \(letters)")
            let apart = try #require(ink(240..<400, 100..<135))
            #expect(apart.right <= 381 && apart.right > 368, "its end is at the end: \(apart)")
            let lined = try #require(ink(0..<200, 126..<132))
            #expect(lined.left <= 22 && lined.right > 70, "the line below: \(lined)")
            #expect(ink(20..<90, 140..<182, isRed) != nil && ink(250..<340, 140..<182, isBlue) != nil, "a gradient")
            let two = try #require(ink(248..<261, 214..<236))
            #expect(two.bottom > 222, "below the line: \(two)")
        }

        /// Along straight paths it is known where letters lie: on one side or the other, one colour behind another, on the next
        /// subpath, and none beyond the end.
        @Test func textsLieAlongPaths() throws {
            let daemon = try Daemon(["--size", "400x240"])
            let svg = """
                <svg xmlns="http://www.w3.org/2000/svg" width="400" height="240" font-family="DejaVu Sans" font-size="20">
                <defs><path id="down" d="M 0 20 V 220"/><path id="two" d="M 150 60 h 60 m 0 100 h 150"/></defs>
                <g transform="translate(50)"><text><textPath href="#down" fill="red">HHH<tspan fill="blue">HHH</tspan></textPath></text></g>
                <text><textPath path="M 120 20 V 220" side="right" startOffset="50%" text-anchor="middle">HH</textPath></text>
                <text><textPath href="#two">HHHHHH</textPath>HH</text>
                <text><textPath path="M 250 40 h 30" fill="none" stroke="lime" stroke-width="3">HHHHHHHHH</textPath></text>
                </svg>
                """
            let made = try lines(daemon.sandbox, svg, "paths.svg")
            #expect(made.errors.isEmpty, "\(made.errors)")
            _ = try daemon.link().ask("set root backgroundColor=white")
            let bytes = try pixels(daemon, made.text, "paths")
            func ink(_ xs: Range<Int>, _ ys: Range<Int>, _ color: [UInt8]) -> Box? {
                var points: [(Int, Int)] = []
                for y in ys {
                    for x in xs where bytes[(y * 400 + x) * 4..<(y * 400 + x) * 4 + 3].elementsEqual(color) {
                        points.append((x, y))
                    }
                }
                guard let left = points.map(\.0).min(), let right = points.map(\.0).max() else { return nil }
                return Box(left: left, top: points[0].1, right: right, bottom: points[points.count - 1].1)
            }
            // Letters are 15 points wide and 14.6 high; their feet are on the path.
            let (red, blue) = (ink(0..<110, 0..<240, [255, 0, 0]), ink(0..<110, 0..<240, [0, 0, 255]))
            let (first, second) = try (#require(red), #require(blue))
            #expect(50...52 ~= first.left && 62...65 ~= first.right && 20...25 ~= first.top, "\(first)")
            #expect(
                60...66 ~= first.bottom && 65...70 ~= second.top && 105...112 ~= second.bottom, "\(first) \(second)")
            let middle = try #require(ink(100..<140, 0..<240, [0, 0, 0]))
            #expect(104...107 ~= middle.left && 117...119 ~= middle.right, "\(middle)")
            #expect(105...108 ~= middle.top && 132...135 ~= middle.bottom, "\(middle)")
            // Three or four of six letters have room on the first subpath; the others go on, and what follows begins at the end.
            let (upper, lower) = try (
                #require(ink(150..<225, 30..<80, [0, 0, 0])), #require(ink(150..<360, 120..<180, [0, 0, 0]))
            )
            #expect(upper.left >= 150 && upper.right <= 218 && upper.bottom == 59, "\(upper)")
            #expect(lower.left >= 202 && lower.right <= 260 && lower.bottom == 159, "\(lower)")
            #expect(try #require(ink(360..<400, 120..<180, [0, 0, 0])).left < 366)
            let outlined = try #require(ink(240..<400, 20..<60, [0, 255, 0]))
            #expect(outlined.right < 290, "\(outlined)")
        }

        /// What filters are in lines, and those that are none.
        @Test func filtersAreSaidInLines() throws {
            let sandbox = try Sandbox()
            func made(_ filter: String, _ more: String = "") throws -> Sandbox.Outcome {
                let svg = #"""
                    <svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><filter id="f">\#(filter)</filter>
                    <rect width="20" height="20" filter="url(#f)\#(more)"/></svg>
                    """#
                return try lines(sandbox, svg, "f.svg")
            }
            let shadow = try made(
                #"<feDropShadow dx="3" dy="4" stdDeviation="2" flood-color="red" flood-opacity="0.5"/>"#)
            #expect(shadow.text.contains("filters=drop-shadow(3,4,2,#ff000080)") && shadow.errors.isEmpty, "\(shadow)")
            let two = try made(#"<feGaussianBlur stdDeviation="3"/>"#, " hue-rotate(90deg)")
            #expect(two.text.contains("filters=hue-rotate(90deg)") && two.text.contains("filters=blur(3)"), "\(two)")
            for (filter, words) in [
                (#"<feTurbulence baseFrequency="0.1 0.2" seed="3.9"/>"#, "turbulence(0.1,0.2,1,3)"),
                (#"<feMorphology operator="dilate" radius="2"/>"#, "dilate(2,2)"),
                (#"<feGaussianBlur stdDeviation="3 9"/>"#, "transform=matrix(1,0,0,3,0,0) filters=blur(3)"),
                (#"<feColorMatrix values="0 1 0 0 0 1 0 0 0 0 0 0 1 0 0 0 0 0 1 0"/>"#, "color-matrix(0,1,0,0,0,1,0,"),
                (#"<feComponentTransfer><feFuncR type="gamma" exponent="2"/></feComponentTransfer>"#, "gamma(1,1,2,0)"),
                (#"<feComposite operator="arithmetic" k1="1"/>"#, "arithmetic(60,0,1,0,0,0)"),
                (#"<feDisplacementMap in2="SourceGraphic" scale="9" yChannelSelector="B"/>"#, "displace(60,0,9,3,2)"),
                (#"<feConvolveMatrix order="2 1" edgeMode="none" kernelMatrix="1 2"/>"#, "convolve(2,1,0,1,0,0,0,1,2)"),
                (
                    #"<feDiffuseLighting><feSpotLight x="1" z="9"/></feDiffuseLighting>"#,
                    "diffuse-spot(1,1,1,0,9,0,0,0,1,90deg,#ffffffff)"
                ),
            ] {
                let outcome = try made(filter)
                #expect(outcome.text.contains(words) && outcome.errors.isEmpty, "\(filter): \(outcome)")
            }
            // Something of nothing: there is a ground.
            for filter in [
                #"<feColorMatrix values="1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 1 0.5"/>"#,
                #"<feComponentTransfer><feFuncA type="table" tableValues="1 0"/></feComponentTransfer>"#,
                #"<feConvolveMatrix bias="0.5" edgeMode="none" kernelMatrix="1 1 1 1 1 1 1 1 1"/>"#,
                #"<feComposite operator="arithmetic" k4="1"/>"#,
            ] {
                let outcome = try made(filter)
                #expect(outcome.text.contains("=#00000001") && outcome.errors.isEmpty, "\(filter): \(outcome)")
            }
            // Computed in light: colours are brought there and back.
            let light = try made(#"<feColorMatrix type="saturate" values="0.5"/>"#).text
            #expect(
                ["to-linear()", "saturate(0.5)", "to-srgb()"].allSatisfy { light.contains("filters=\($0)") }, "\(light)"
            )
            for (filter, name) in [
                (#"<feDropShadow stdDeviation="3 9"/>"#, "across and down"),
                (#"<feConvolveMatrix order="10 1" kernelMatrix="1 1 1 1 1 1 1 1 1 1"/>"#, "very large"),
                (#"<feConvolveMatrix kernelMatrix="1 1 1 1 1 1 1 1 1"/>"#, "edges of feConvolveMatrix"),
                ("<feFlower/>", "the filter feFlower"),
            ] {
                let outcome = try made(filter)
                #expect(outcome.status == 0 && outcome.errors.contains(name), "\(filter): \(outcome.errors)")
            }
            #expect(try !made("").text.contains("shape"), "an empty filter shows nothing")
        }

        @Test func whatCannotBeSaidIsNamed() throws {
            let sandbox = try Sandbox()
            let svg = """
                <svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><defs><pattern id="p"/><filter id="f"><feFlower/></filter></defs>
                <rect width="9" height="9" fill="url(#p)"/><rect width="9" height="9" filter="url(#f)"/><foreignObject/><blink/>
                <path d="M 0 0 L 5 5 X"><animate/></path></svg>
                """
            let outcome = try lines(sandbox, svg, "a.svg")
            #expect(outcome.status == 0)
            for what in ["feFlower", "foreign objects", "the element blink", "SMIL", "an error in a path"] {
                #expect(outcome.errors.contains(what), "\(what): \(outcome.errors)")
            }
            for (text, words) in [
                ("", "no XML"), ("<svg", "no XML"), ("<html/>", "no SVG"), ("{", "no JSON"), ("{}", "no Lottie"),
                (#"{"layers":[],"w":0,"h":1,"fr":1,"ip":0,"op":1}"#, "its size"),
                (#"{"layers":[3],"w":1,"h":1,"fr":1,"ip":0,"op":1}"#, "damaged"),
                (#"<!DOCTYPE svg [<!ENTITY a "&b;"><!ENTITY b "c">]><svg/>"#, "entities"),
                (#"<!DOCTYPE svg [<!ENTITY a SYSTEM "/etc/hostname">]><svg/>"#, "entities"),
            ] {
                let outcome = try lines(sandbox, text, "bad")
                #expect(
                    outcome.status == 65 && outcome.errors.contains(words) && outcome.text.isEmpty,
                    "\(text): \(outcome.errors)")
            }
            #expect(try sandbox.run("scrim", ["import", "nowhere.svg"]).status == 66)
            #expect(try sandbox.run("scrim", ["import"]).status == 64)
            #expect(try sandbox.run("scrim", ["import", "a", "b"]).status == 64)
        }

        /// A ball that turns blue on its way along a curve, and a line that is drawn.
        @Test func aLottieMoves() throws {
            let daemon = try Daemon(["--size", "200x120"])
            let made = try daemon.sandbox.run(
                "scrim", ["import", Checkout.root + "/Tests/Fixtures/import/ball.json", "--prefix", "i"])
            try #require(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
            let first = try pixels(daemon, made.text, "first")
            func pixel(_ bytes: [UInt8], _ x: Int, _ y: Int) -> [UInt8] {
                Array(bytes[(y * 200 + x) * 4..<(y * 200 + x) * 4 + 3])
            }
            #expect(pixel(first, 30, 60) == [255, 0, 0] || pixel(first, 30, 60)[0] > 250)
            #expect(pixel(first, 100, 100) == [238, 238, 204], "the line is not there yet")
            let link = try daemon.link()
            _ = try link.ask("tick 1.9")
            let last = try pixels(daemon, "", "last")
            #expect(pixel(last, 169, 60)[2] > 230 && pixel(last, 169, 60)[0] < 20)
            #expect(pixel(last, 30, 60) == [238, 238, 204])
            #expect(pixel(last, 25, 104)[1] > 100 && pixel(last, 25, 104)[0] < 60, "the line is drawn")
            // Half of the time is half of an even turn.
            let turn = try link.ask("list").contains("i.ball-in-null")
            #expect(turn)
        }

        /// A repeater, a trimmed fill, mattes, a composition whose time stands, letters and rounded corners.
        @Test func aLottieIsChanged() throws {
            let daemon = try Daemon(["--size", "200x100"])
            let made = try daemon.sandbox.run(
                "scrim", ["import", Checkout.root + "/Tests/Fixtures/import/changed.json", "--prefix", "i"])
            try #require(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
            let first = try pixels(daemon, made.text, "first")
            _ = try daemon.link().ask("tick 0.73")
            for bytes in [first, try pixels(daemon, "", "later")] {
                func color(_ x: Int, _ y: Int) -> [UInt8] {
                    Array(bytes[(y * 200 + x) * 4..<(y * 200 + x) * 4 + 4])
                }
                for x in [20, 40, 60] { #expect(color(x, 20) == [255, 0, 0, 255], "copies") }
                #expect(color(80, 20)[3] == 0 && color(30, 20)[3] == 0, "copies")
                #expect(color(135, 45) == [0, 255, 0, 255] && color(105, 15)[3] == 0, "half of the outline")
                #expect(color(190, 30) == [0, 0, 255, 255] && color(170, 30)[3] == 0, "beside the matte")
                #expect(color(60, 70) == [255, 0, 255, 255] && color(90, 70)[3] == 0, "its time stands")
                #expect(color(152, 85) == [0, 255, 255, 255] && color(162, 85) == [0, 255, 255, 255], "two letters")
                #expect(color(157, 85)[3] == 0, "between them")
                #expect(color(85, 90) == [255, 0, 0, 255] && color(95, 90)[3] == 0, "where the matte is light")
                #expect(color(30, 89) == [255, 255, 0, 255] && color(11, 81)[3] == 0, "round corners")
            }
        }

        /// Letters that a range selects one after another: moved, half transparent and blue, then as the text has them.
        @Test func lettersOfALottieMove() throws {
            let square =
                #"{"ty":"sh","ks":{"k":{"c":true,"v":[[0,-40],[40,-40],[40,0],[0,0]],"i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]]}}}"#
            let text = """
                {"w":100,"h":60,"fr":10,"ip":0,"op":10,
                "fonts":{"list":[{"fName":"F","fFamily":"F","fStyle":"R","ascent":75}]},
                "chars":[{"ch":"X","fFamily":"F","style":"R","w":50,"size":50,"data":{"shapes":[{"ty":"gr","it":[\(square)]}]}}],
                "layers":[{"ty":5,"ip":0,"op":10,"ks":{"p":{"k":[10,30]}},"t":{
                "d":{"k":[{"t":0,"s":{"s":50,"f":"F","t":"XX","fc":[1,0,0],"j":0}}]},"m":{"g":1,"a":{"k":[0,0]}},
                "a":[{"s":{"b":1,"sh":1,"s":{"k":[{"t":0,"s":[0],"h":1},{"t":5,"s":[50],"h":1}]},"e":{"k":100},"a":{"k":100}},
                "a":{"p":{"k":[0,25]},"fc":{"k":[0,0,1]},"o":{"k":50},"s":{"k":[50,100]}}}]}}]}
                """
            let daemon = try Daemon(["--size", "100x60"])
            let made = try lines(daemon.sandbox, text, "letters.json")
            #expect(made.errors.isEmpty, "\(made.errors)")
            _ = try pixels(daemon, made.text, "start")
            let link = try daemon.link()
            func color(_ x: Int, _ y: Int, _ name: String) throws -> [UInt8] {
                _ = try link.ask("snapshot format=rgba path=\(daemon.sandbox.file(name))")
                let bytes = Array(try daemon.sandbox.bytes(name))
                return Array(bytes[(y * 100 + x) * 4..<(y * 100 + x) * 4 + 4])
            }
            // A letter is 20 points wide and high, its advance 25; half as wide about the middle of its advance it begins 6.25 further.
            for (x, y, wanted) in [
                (18, 45, [0, 0, 255, 128]), (15, 45, [0, 0, 0, 0]), (43, 45, [0, 0, 255, 128]), (13, 20, [0, 0, 0, 0]),
            ] {
                let got = try color(x, y, "start")
                #expect(got == wanted.map(UInt8.init), "\(x), \(y): \(got)")
            }
            _ = try link.ask("tick 0.7")
            for (x, y, wanted) in [
                (12, 12, [255, 0, 0, 255]), (29, 29, [255, 0, 0, 255]), (18, 45, [0, 0, 0, 0]),
                (43, 45, [0, 0, 255, 128]),
            ] {
                let got = try color(x, y, "later")
                #expect(got == wanted.map(UInt8.init), "\(x), \(y): \(got)")
            }
        }

        /// A picture in the file is kept where somebody says so, else in a folder with the file's name.
        @Test func picturesInTheFileAreKept() throws {
            let sandbox = try Sandbox()
            let png = try Data(contentsOf: URL(fileURLWithPath: Checkout.root + "/examples/pictures/digits.png"))
                .base64EncodedString()
            let file = """
                {"fr":10,"ip":0,"op":10,"w":50,"h":50,"assets":[{"id":"p","w":50,"h":50,"u":"","p":"data:image/png;base64,\(png)","e":1}],
                "layers":[{"ty":2,"refId":"p","nm":"photo","ip":0,"op":10,"st":0,"ks":{}}]}
                """
            let without = try lines(sandbox, file, "a.json")
            #expect(without.status == 0 && without.errors.isEmpty && without.text.contains("/i-pictures/"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.file("i-pictures")).count == 1)
            let outcome = try sandbox.run("scrim", ["import", "a.json", "--prefix", "i", "--pictures", "kept"])
            #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.text.contains("contents="))
            let kept = try FileManager.default.contentsOfDirectory(atPath: sandbox.file("kept"))
            #expect(kept.count == 1 && kept[0].hasSuffix(".png"))
        }
    }
}
