import PluginHost
import Schema
import Testing

struct ManifestTests {
    @Test func whole() throws {
        let manifest = try Manifest(
            parsing: """
                # a comment

                id Two
                version 1.2\t
                abi 1
                library   libTwo.so\r
                kind one layer
                kind two\toutput
                decoder png image/png png,apng
                licence MIT
                description two  kinds
                """)
        #expect(manifest.id == "Two" && manifest.version == "1.2" && manifest.abi == 1)
        #expect(manifest.library == "libTwo.so" && manifest.licence == "MIT" && manifest.description == "two  kinds")
        #expect(manifest.decoders == [.init(name: "png", mediaType: "image/png", endings: ["png", "apng"])])
        #expect(manifest.kinds.map(\.name) == ["one", "two"] && manifest.kinds.map(\.family) == [.layer, .output])
    }

    @Test(arguments: [
        ("id", "line 1: \"id\" has no value"),
        ("id a\nid b", "line 2: \"id\" comes twice"),
        ("id 1a", "line 1: \"1a\" is no name"),
        ("abi one", "line 1: \"one\" is no version of the contract"),
        ("abi 0", "line 1: \"0\" is no version of the contract"),
        ("library ../x.so", "line 1: \"../x.so\" is a path; name a file beside the manifest"),
        ("kind a", "line 1: a kind is a name and an interface, as in: kind shape layer"),
        ("kind a thing", "line 1: unknown interface \"thing\"; known are layer, output, filter, object and behavior"),
        ("\nkind a layer\nkind a output", "line 3: the kind \"a\" comes twice"),
        ("colour red", "line 1: unknown key \"colour\""),
        ("id a\nversion 1\nabi 1\nkind a layer", "\"library\" is missing"),
        ("id a\nversion 1\nlibrary a.so\nkind a layer", "\"abi\" is missing"),
        ("id a\nversion 1\nlibrary a.so\nabi 1", "no \"kind\" and no \"decoder\" is named"),
        (
            "decoder png image/png",
            "line 1: a decoder is a name, a media type and endings, as in: decoder png image/png png,apng"
        ),
        ("decoder a b/c d\ndecoder a b/c d", "line 2: the decoder \"a\" comes twice"),
    ])
    func wrong(_ text: String, _ message: String) {
        #expect(throws: SceneError(.value, message)) { try Manifest(parsing: text) }
    }
}

struct LifecycleTests {
    /// Every state reached, every step tried: the table of the diagram.
    @Test func transitions() {
        let ways: [Lifecycle.State: [Lifecycle.Step]] = [
            .found: [], .refused: [.refuse], .loaded: [.load], .active: [.load, .use],
            .suspended: [.load, .use, .strike, .strike, .strike], .unloaded: [.load, .unload],
        ]
        let table: [Lifecycle.State: [Lifecycle.Step: Lifecycle.State]] = [
            .found: [.load: .loaded, .refuse: .refused],
            .refused: [.load: .loaded, .refuse: .refused],
            .loaded: [.use: .active, .strike: .loaded, .reload: .loaded, .unload: .unloaded],
            .active: [.use: .active, .strike: .active, .reload: .loaded, .unload: .unloaded],
            .suspended: [.reload: .loaded, .unload: .unloaded],
            .unloaded: [.load: .loaded, .use: .active, .reload: .loaded],
        ]
        for state in Lifecycle.State.allCases {
            for step in Lifecycle.Step.allCases {
                var life = Lifecycle()
                for way in ways[state] ?? [] { life.apply(way) }
                #expect(life.state == state)
                let next = table[state]?[step]
                #expect(life.apply(step) == (next != nil), "\(state) \(step)")
                #expect(life.state == next ?? state, "\(state) \(step)")
                if step == .reload || step == .unload, next != nil { #expect(life.strikes == 0) }
            }
        }
    }
}
