import Foundation
import Testing

extension RealDaemon {
    /// The scenes of `examples/`, and the pictures of them that the documents show.
    @Suite struct GalleryTests {
        static let scenes = ((try? Checkout.files("examples", ending: ".scrim")) ?? []).filter {
            ((try? Checkout.text($0)) ?? "").contains("\nset main size")
        }

        private func sandbox() throws -> Sandbox {
            let sandbox = try Sandbox()
            let folders = [
                ("pictures", "examples/pictures"), ("fonts", "examples/fonts"), ("gallery", "docs/gallery"),
            ]
            for (name, folder) in folders {
                try FileManager.default.createSymbolicLink(
                    atPath: sandbox.file(name), withDestinationPath: Checkout.root + "/" + folder)
            }
            return sandbox
        }

        private func render(_ scene: String, in sandbox: Sandbox, _ name: String) throws -> [UInt8] {
            let outcome = try sandbox.run("scrim", ["render", scene, "-o", name + ".rgba"])
            #expect(outcome.status == 0, "\(scene): \(outcome.errors)")
            return try Array(sandbox.bytes(name + ".rgba"))
        }

        /// The picture in the documents is what the file makes. Shown by a layer, pixel for pixel; pictures drawn by libraries
        /// may differ a little where those do.
        @Test(arguments: scenes) func picturesAreOfTheirScenes(file: String) throws {
            let sandbox = try sandbox()
            let now = try render(Checkout.root + "/" + file, in: sandbox, "now")
            let name = String(file.dropFirst("examples/".count).dropLast(".scrim".count))
            let png = try Array(sandbox.bytes("gallery/\(name).png"))
            let side = { (at: Int) in png[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
            let (width, height) = (side(16), side(20))
            try #require(now.count == width * height * 4)
            let shown = try render(
                sandbox.write(
                    """
                    set main size=\(width)x\(height) backgroundColor=none
                    begin wait=content
                    create shown layer frame=0,0,\(width),\(height) contents=gallery/\(name).png
                    commit

                    """, to: "shown.scrim"), in: sandbox, "shown")
            try #require(shown.count == now.count)
            var differing = 0
            for at in now.indices where abs(Int(now[at]) - Int(shown[at])) > 8 { differing += 1 }
            #expect(differing * 1000 < now.count, "make gallery")
            #expect(Set(now).count > 8)
        }

        @Test func theGalleryShowsThemAll() throws {
            let page = try Checkout.text("docs/gallery.md")
            for file in Self.scenes {
                let name = file.dropFirst("examples/".count).dropLast(".scrim".count)
                #expect(page.contains("../\(file)") && page.contains("gallery/\(name).png"), "\(file)")
            }
            #expect(Self.scenes.count >= 10)
        }
    }
}
