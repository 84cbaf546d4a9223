import Foundation
import Testing

extension RealDaemon {
    /// The templates that come with Scrim: in, update and out, without a finding.
    @Suite struct TemplateTests {
        /// File, component, fields, and what an update sets.
        static let templates: [(file: String, kind: String, fields: String, update: String)] = [
            (
                "lower-third", "lowerThird", "title='Ada Lovelace' subtitle='Mathematician, London'",
                "title='Grace Hopper'"
            ),
            ("name", "nameLine", "title='Ada Lovelace'", "title='Grace Hopper'"),
            ("name-logo", "nameLogo", "title='Ada Lovelace' subtitle='Analytical Engines' initials=AL", "initials=GH"),
            ("score-bug", "scoreBug", "home=RIV away=BOC clock=67:12", "homeScore=2"),
            ("ticker", "ticker", "text='Rain over the north until noon'", "title=LATE"),
            ("countdown", "countdown", "seconds=5", "title=Now"),
            ("title", "fullTitle", "title='A title'", "title='Another title'"),
            ("quote", "quote", "text='Words that somebody said once.' author='Ada Lovelace'", "source=Letters"),
            ("chart", "barChart", "title='Five of them' names=North,South,East,West,Centre", "values=50,30,70,90,20"),
            ("social-post", "socialPost", "name='Ada Lovelace' handle=@ada text='It worked.' likes=1843", "likes=1900"),
        ]

        private func scene(_ at: Int, _ look: String, _ shape: String) -> String {
            let (file, kind, fields, update) = Self.templates[at]
            let (width, height) = shape == "wide" ? (1920, 1080) : (1080, 1920)
            let colors = look == "dark" ? "#5f7d95,#20303f" : "#d5dde3,#8fa5b5"
            return """
                set main size=\(width)x\(height)
                use templates/\(file).scrim
                create ground gradient frame=0,0,\(width),\(height) colors=\(colors)
                create one \(kind) position=\(width / 2),\(height / 2) look=\(look) shape=\(shape) \(fields)
                wait 0.5
                set one step=1
                wait 2.5
                set one \(update)
                wait 1.5
                set one step=-1

                """
        }

        @Test(arguments: templates.indices, [("dark", "wide"), ("light", "tall")])
        func comeAndGoWithoutAFinding(at: Int, form: (String, String)) throws {
            let sandbox = try Sandbox()
            _ = try sandbox.write(scene(at, form.0, form.1), to: "s.scrim")
            let check = try sandbox.run("scrim", ["check", "--json", "--seconds", "6", "s.scrim"])
            #expect(check.status == 0, "\(check.text) \(check.errors)")
            let shots = try sandbox.run(
                "scrim", ["render", "s.scrim", "--scale", "0.1", "--at", "0,2.5,4,6", "-o", "%d.rgba"])
            try #require(shots.status == 0, "\(shots.errors)")
            let pictures = try (0..<4).map { try sandbox.bytes("\($0).rgba") }
            #expect(pictures[0] != pictures[1] && pictures[1] != pictures[2])
            #expect(pictures[0] == pictures[3], "nothing is left")
        }

        @Test func theyAllHaveFieldsAndSteps() throws {
            let files = try Checkout.files("config/templates", ending: ".scrim").map {
                $0.split(separator: "/").last ?? ""
            }
            #expect(Set(files) == Set(Self.templates.map { Substring($0.file + ".scrim") }))
            let daemon = try Daemon()
            let link = try daemon.link()
            for (file, kind, _, _) in Self.templates {
                #expect(try link.ask("use templates/\(file).scrim").hasPrefix("ok"))
                let schema = try link.ask("describe \(kind) format=schema")
                for field in ["\"look\"", "\"shape\"", "\"step\""] {
                    #expect(schema.contains(field), "\(file): \(schema)")
                }
            }
        }
    }
}
