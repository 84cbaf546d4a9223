import Foundation
import Testing

extension RealDaemon {
    /// What `scrim check` finds in files of lines.
    @Suite struct CheckTests {
        /// A finding, of which some members are looked at.
        private struct Found: Decodable {
            var severity: String
            var code: String
            var line: Int?
            var column: Int?
            var object: String?
            var time: Double?
            var message: String
            var fix: String?
            var brief: String { "\(line ?? 0) \(severity) \(code) \(object ?? "-")" }
        }

        private func check(_ lines: String, _ words: String...) throws -> (found: [Found], status: Int32) {
            let sandbox = try Sandbox()
            _ = try sandbox.write(lines, to: "s.scrim")
            let outcome = try sandbox.run("scrim", ["check", "--json", "--size", "400x300"] + words + ["s.scrim"])
            #expect(outcome.errors.isEmpty, "\(outcome.errors)")
            let found = try outcome.text.split(separator: "\n").map {
                try JSONDecoder().decode(Found.self, from: Data($0.utf8))
            }
            return (found, outcome.status)
        }

        /// All mistakes are told in one run, each with the line that mends it, and nothing that only follows from them.
        @Test func mistakesOfLines() throws {
            let (found, status) = try check(
                """
                create a layer frame=10,10,100,60 backgroundColor=teal cornerRadious=4
                create b layr frame=120,10,100,60 backgroundColor=navy
                create c layer frame="230 10 100 60" opacity=2 backgroundColor=goldd
                set nobody opacity=0.5
                create d layer "frame=1
                set d opacity=0.5
                animate d opacity=0
                animate a opacity=0.5 timing=easeInEaseOut
                create e text parent=b position=50,30 string=Fine fontSize=20 foregroundColor=white
                """)
            #expect(
                found.map(\.brief) == [
                    "1 error unknown-property a", "2 error unknown-kind b", "3 error value c", "3 error value c",
                    "3 error value c", "4 error unknown-object nobody", "5 error syntax d", "8 error value a",
                ])
            #expect(status == 1)
            #expect(found[0].column == 56 && found[0].fix?.hasSuffix("cornerRadius=4") == true)
            #expect(found[1].fix == "create b layer frame=120,10,100,60 backgroundColor=navy")
            #expect(found.compactMap(\.fix).contains { $0.contains("230,10,100,60") })
            #expect(found.compactMap(\.fix).contains { $0.contains("opacity=1 ") })
            #expect(found.compactMap(\.fix).contains { $0.hasSuffix("backgroundColor=gold") })
            #expect(found.last?.fix?.contains("timing=easeInOut") == true)
        }

        /// A reaction that fails when it runs, and lines of a text that are not shown.
        @Test func whatFailsAndWhatIsCut() throws {
            let (found, status) = try check(
                """
                create a layer frame=10,10,100,60 backgroundColor=teal
                on a changed when key=='opacity' "animate a position.x=80 from=20"
                create t text frame=10,90,200,200 isWrapped=true fontSize=20 maximumLines=2 foregroundColor=white string="one two three four five six seven eight nine ten eleven twelve"
                create u text frame=210,90,180,20 isWrapped=true fontSize=14 maximumLines=1 foregroundColor=white string="one two three four five six seven" truncationMode=end
                wait 0.5
                set a opacity=0.5
                """)
            let wrong = found.filter { $0.severity != "note" }
            #expect(
                wrong.map(\.brief) == ["2 error unknown-property a", "3 warning text-overflow t"], "\(wrong)")
            #expect(wrong.last?.fix == "set t maximumLines=4" && status == 1)
        }

        /// The project's own examples, and those of the cookbook, have no finding that is not said in them.
        @Test(arguments: [
            "examples", "examples/motion", "examples/living", "examples/serve", "examples/pictures", "examples/known",
        ])
        func examplesAreClean(folder: String) throws {
            let sandbox = try Sandbox()
            for file in try Checkout.files(folder, ending: ".scrim") {
                let name = Checkout.root + "/" + file
                let words = ["-c", "cd \(Checkout.root)/\(folder) && exec scrim check --json \(name)"]
                let outcome = try sandbox.run("sh", words)
                #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
            }
        }

        /// Clean scenes with one mistake each: at least 98 of 100 are found, and nothing in the clean ones.
        @Test func mutationsAreFound() throws {
            let outcome = try Sandbox().run(
                "python3", [Checkout.root + "/Tests/Mutations/mutate", Checkout.programs + "/scrim"])
            #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
        }

        @Test func theCookbookIsClean() throws {
            let blocks = try Block.all(in: "docs/cookbook.md").filter { $0.kind == ["scrim"] }
            let lines = blocks.flatMap(\.lines).joined(separator: "\n") + "\n"
            let errors = try check(lines).found.filter {
                // Objects that the scripts of the page make are not there, nor are the examples' pictures.
                $0.severity == "error" && !["unknown-object", "missing-file"].contains($0.code)
            }
            #expect(errors.isEmpty, "\(errors)")
        }

        /// Lines that run later, or for each instance, are told once, at their own line.
        @Test func mistakesOfKeptLines() throws {
            let (found, status) = try check(
                """
                create title text position=200,100 string=Title fontSize=20
                on title tap "set title string={count}; set titel opacity:=x/100"
                on title tap name=fine "create later layer frame={x},{y},10,10; set later opacity=0.5; set self opacity=1"
                every 1s name=blink "set title opacty:=1-opacity"
                after 1s "set later opacity=1"
                define chip level=1
                create .bar layer frame=0,0,80,20 backgroundColour=teal
                on .bar tap "set self level:=level+1"
                end
                create one chip position=100,200
                create two chip position=300,200
                define spare level=1
                create .bar layer frame=0,0,80,20 opacity=7
                end
                begin duration=1
                set title opacity=0.5
                set titl fontSize=30
                set title fontSiz=30
                commit
                """, "--at", "0")
            #expect(
                found.filter { $0.severity == "error" }.map { "\($0.line ?? 0) \($0.code)" } == [
                    "2 unknown-object", "4 unknown-property", "7 unknown-property", "13 value", "17 unknown-object",
                    "18 unknown-property",
                ])
            #expect(status == 1)
            #expect(found.first { $0.line == 2 }?.fix?.contains("set title opacity:=x/100") == true)
        }

        @Test func textsWithoutRoom() throws {
            let (found, status) = try check(
                """
                create page layer frame=0,0,400,300 backgroundColor=#202020
                create wide text frame=10,10,60,30 string="Quarterly report" fontSize=20
                create high text frame=10,60,120,20 string="Three numbers that matter" fontSize=20 isWrapped=true
                create short text frame=200,60,60,30 string="Quarterly report" fontSize=20 truncationMode=end
                create box layer frame=10,120,100,40 masksToBounds=true
                create box.cut text parent=box anchorPoint=0,0.5 position=60,20 string=Preliminary fontSize=18
                create edge text anchorPoint=0,0.5 position=350,200 string=Preliminary fontSize=18
                create low text anchorPoint=0,0.5 position=20,250 string="Some words" fontSize=20
                create over text anchorPoint=0,0.5 position=40,254 string="Other words" fontSize=20
                create plate layer frame=200,230,180,50 backgroundColor=#303030
                create under text index=1 anchorPoint=0,0.5 position=220,255 string="Some words" fontSize=20
                create above text anchorPoint=0,0.5 position=220,255 string="Other words" fontSize=20
                create quiet text frame=10,90,60,30 string="Quarterly report" fontSize=20 user.checkIgnore=text-overflow,text-overlap
                """, "--at", "0")
            #expect(
                found.filter { $0.severity == "warning" }.map(\.brief) == [
                    "2 warning text-overflow wide", "3 warning text-overflow high", "6 warning text-clipped box.cut",
                    "7 warning text-clipped edge", "9 warning text-overlap over",
                ])
            #expect(status == 2)
            #expect(found.first { $0.object == "wide" }?.fix?.hasPrefix("set wide bounds.size.width=") == true)
        }

        @Test func fontsAndGlyphs() throws {
            let (found, status) = try check(
                """
                create page layer frame=0,0,400,300 backgroundColor=#202020
                create other text position=100,40 string=Words font="Nonexistent Grotesk Bold" fontSize=20
                create list text position=100,80 string=Words font="Nonexistent Grotesk, sans-serif" fontSize=20
                create glyphs text position=100,120 string="Two \\u{1FFF0}\\u{1FFF1}" fontSize=20
                create quiet text position=100,160 string="\\u{1FFF0}" fontSize=20 user.checkIgnore=missing-glyph
                create styled style font=Nowhere
                create one text position=100,200 string=Words style=styled fontSize=20
                """, "--at", "0")
            #expect(
                found.map(\.brief) == [
                    "2 warning missing-font other", "4 warning missing-glyph glyphs", "7 warning missing-font one",
                ])
            #expect(status == 2)
            #expect(found[0].message.contains("Nonexistent Grotesk") && found[1].message.contains("2 characters"))
        }

        /// What comes, goes and moves is looked at over time.
        @Test func whatIsSeenOverTime() throws {
            let lines = """
                create page layer frame=0,0,400,300 backgroundColor=#202020
                create behind layer index=0 frame=100,100,50,50 backgroundColor=red
                create far layer frame=500,10,50,50 backgroundColor=red
                create comes layer frame=-60,10,50,50 backgroundColor=red
                create shown layer frame=500,100,50,50 backgroundColor=red
                on page tap "set shown position=50,50"
                create off layer frame=10,10,20,20 backgroundColor=red isHidden=true
                create clip layer frame=10,200,100,50 masksToBounds=true backgroundColor=silver
                create clip.out layer parent=clip frame=200,0,20,20 backgroundColor=red
                create key layer frame=300,10,16,16 backgroundColor=blue isInteractive=true
                create pulse layer frame=340,10,30,30 backgroundColor=blue
                create beat animation layer=pulse property=opacity from=1 to=0.5 duration=0.4 repeatCount=inf
                create picture layer frame=340,50,30,30 contents=nowhere/robin.png
                wait 0.3
                animate comes position.x=100 duration=0.5
                create flash text position=200,280 string="Only for a moment" fontSize=16
                wait 0.2
                set flash isHidden=true
                create last text position=200,260 string="Stays there" fontSize=16
                wait 0.1
                create plain style opacity=0.5
                create wide layer frame=300,40,16,16 backgroundColor=blue isInteractive=true hitInsets=-4
                """
            let (found, status) = try check(lines, "--seconds", "1.5")
            #expect(
                found.map(\.brief) == [
                    "2 note never-seen behind", "3 warning off-canvas far", "5 note off-canvas shown",
                    "7 note never-seen off",
                    "9 note never-seen clip.out", "10 note touch-target key", "12 note endless beat",
                    "13 error missing-file picture", "16 warning too-short flash", "21 note unused plain",
                ])
            #expect(status == 1)
            #expect(found[0].message.contains("page") && found[4].message.contains("clip"))
            #expect(try check("create a layer frame=500,0,9,9 backgroundColor=red\n", "--werror").status == 1)
            #expect(try check("create a layer frame=5,0,9,9 backgroundColor=red\n").found.isEmpty)
            #expect(try check("create a layer frame=5,0,9,9 backgroundColor=red\n").status == 0)
        }

        /// Lists without commas are told with commas; a picture that nothing shows, and a file of which nothing is used, are notes.
        @Test func listsAndFiles() throws {
            let (lists, _) = try check("create a layer frame=0 0 50 50\ncreate b gradient colors=red blue\n")
            #expect(lists.map(\.brief) == ["1 error syntax a", "2 error syntax b"])
            #expect(lists[0].message.hasSuffix("frame=0,0,50,50") && lists[1].message.hasSuffix("colors=red,blue"))
            let bad = try check("create a layer frame=0,0,50,50 backgroundColor=red\nset a backgroundColor=#ggg\n")
                .found
            #expect(bad.map(\.brief) == ["2 error value a"])
            let sandbox = try Sandbox()
            let square =
                "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9' fill='red'/></svg>"
            _ = try sandbox.write(square, to: "red.svg")
            _ = try sandbox.write(
                "define card\ncreate .box layer frame=0,0,9,9 backgroundColor=red\nend\n", to: "cards.scrim")
            let shown = "create a layer frame=0,0,50,50 contents=one\n"
            _ = try sandbox.write(
                "create one image path=red.svg\ncreate two image path=red.svg\n" + shown, to: "s.scrim")
            #expect(
                try sandbox.run("scrim", ["check", "s.scrim"]).text
                    == "s.scrim:2: note unused two: nothing shows the file\n")
            let text = "use cards.scrim\ncreate a layer frame=0,0,50,50 backgroundColor=red\n"
            _ = try sandbox.write(text, to: "s.scrim")
            let note = "s.scrim:1: note unused cards.scrim: nothing of the file is used\n"
            #expect(try sandbox.run("scrim", ["check", "s.scrim"]).text == note)
            _ = try sandbox.write(text + "create one card position=100,100\n", to: "s.scrim")
            #expect(try sandbox.run("scrim", ["check", "s.scrim"]).text == "")
        }

        /// Colours are measured in the picture, when texts have come to rest.
        @Test func colours() throws {
            let (found, status) = try check(
                """
                create page gradient frame=0,0,400,300 colors=#f2e8c9,#dfe7ef
                create pale text position=100,40 string="Hard to read" fontSize=18
                create clear text position=100,80 string="Easy to read" fontSize=18 foregroundColor=#202020
                create large text position=100,120 string="Large" fontSize=30 foregroundColor=#808080
                create small text position=100,160 string="Small" fontSize=15 foregroundColor=#808080
                create faint text position=100,200 string="Easy, but faint" fontSize=18 foregroundColor=#202020 opacity=0.4
                create plate layer frame=220,20,160,60 backgroundColor=#102030
                create plate.text text parent=plate position=80,30 string="On a plate" fontSize=18
                create comes text position=300,150 string="Fades in" fontSize=18 foregroundColor=#202020 opacity=0
                animate comes opacity=1 duration=0.5
                create quiet text position=300,250 string="Hard to read" fontSize=18 user.checkIgnore=contrast
                """)
            #expect(
                found.map(\.brief) == [
                    "2 warning contrast pale", "5 warning contrast small", "6 warning contrast faint",
                ])
            #expect(status == 2)
            let strobe = (1...10).map { "wait 0.1\nset page backgroundColor=\($0 % 2 == 0 ? "black" : "white")\n" }
                .joined()
            let page = "create page layer frame=0,0,400,300 backgroundColor=black\n"
            #expect(try check(page + strobe).found.map(\.code) == ["flash"])
            #expect(try check(page + strobe.replacingOccurrences(of: "0.1", with: "0.4")).found.isEmpty)
            let corner = page + "create page.on layer parent=page frame=0,0,100,100 backgroundColor=black\n"
            #expect(try check(corner + strobe.replacingOccurrences(of: "set page", with: "set page.on")).found.isEmpty)
        }

        @Test func wrongUsage() throws {
            let sandbox = try Sandbox()
            for words in [[], ["--at", "soon", "a"], ["--at", "1", "--seconds", "2", "a"], ["--nonsense", "a"]] {
                #expect(try sandbox.run("scrim", ["check"] + words).status == 64)
            }
            #expect(try sandbox.run("scrim", ["check", "/nonexistent/a"]).status == 1)
        }
    }
}
