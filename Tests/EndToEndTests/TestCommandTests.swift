import Foundation
import Testing

extension RealDaemon {
    /// `scrim test`: files of tests.
    @Suite struct TestCommandTests {
        private func test(_ lines: String, _ words: String...) throws -> (text: String, status: Int32, folder: Sandbox)
        {
            let sandbox = try Sandbox()
            _ = try sandbox.write(lines, to: "a.test")
            let outcome = try sandbox.run("scrim", ["test"] + words + ["a.test"])
            #expect(outcome.errors.isEmpty, "\(outcome.errors)")
            return (outcome.text, outcome.status, sandbox)
        }

        @Test func patternsOfReplies() throws {
            let (text, status, _) = try test(
                """
                test "all of them hold"
                > create a layer opacity=0.3 user.note="a … b"
                < ok
                > get a opacity user.note
                < ok {"user.note":"a … b","opacity":~0.3±1e-9}
                > get a frame
                < ok {"frame":[0,0,…]}
                > get a
                < ok {"kind":"layer",…}
                > set a opacity=two
                < error value …two…
                > set a opacity=two
                < error
                """)
            #expect(text == "1 passed, 0 failed\n")
            #expect(status == 0)
        }

        @Test(arguments: [
            ("> get a opacity\n< ok {\"opacity\":1,\"more\":2}", 4), ("> get a frame\n< ok {\"frame\":[0,0]}", 4),
            ("> get a opacity\n< error", 4), ("> get a opacity\n< maybe", 4), ("tick soon", 3), ("what is this", 3),
            ("> set a opacity=two", 3), ("< ok\n< ok", 4), ("pixel 1,1 = red", 3), ("picture p.png", 3),
            ("size 10x10", 3),
        ]) func mistakesHaveTheirLine(lines: String, line: Int) throws {
            let (text, status, _) = try test("test \"one\"\n> create a layer\n\(lines)\ntest \"two\"\n> create a layer")
            #expect(text.hasPrefix("a.test:\(line): one: "), "\(text)")
            #expect(text.hasSuffix("1 passed, 1 failed\n"), "\(text)")
            #expect(status == 1)
        }

        @Test func aSceneThatDoesNotRunFailsAtItsLine() throws {
            let (text, status, _) = try test("# one\nscene nowhere.scrim\ntest \"one\"\n> create a layer")
            #expect(text.hasPrefix("a.test:2: one: the scene does not run: "), "\(text)")
            #expect(status == 1)
        }

        @Test func picturesAreMadeAndHeld() throws {
            let (text, status, folder) = try test(
                "size 40x20\ntest \"p\"\n> create a layer frame=0,0,20,20 backgroundColor=#ff0000\npicture p.png",
                "--update",
                "--junit", "report.xml")
            #expect(text == "1 passed, 0 failed\n" && status == 0)
            let again = try folder.run("scrim", ["test", "a.test"])
            #expect(again.status == 0, "\(again.text)")
            _ = try folder.write(
                "size 40x20\ntest \"p\"\n> create a layer frame=0,0,20,20 backgroundColor=#fe0000\npicture p.png ± 1\npicture p.png",
                to: "a.test")
            let other = try folder.run("scrim", ["test", "a.test"])
            #expect(other.text.hasPrefix("a.test:5: p: 400 pixels differ, by 1 of 255 at most"), "\(other.text)")
            #expect(other.status == 1)
        }
    }
}
