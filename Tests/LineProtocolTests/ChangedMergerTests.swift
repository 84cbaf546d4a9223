import Geometry
import LineProtocol
import Testing

@Suite struct ChangedMergerTests {
    private func merge(_ older: String, _ newer: String) -> String {
        ByteView.with("event changed \(older)\n") { older in
            ByteView.with("event changed \(newer)\n") { newer in
                String(decoding: ChangedMerger.merge(older: older, newer: newer), as: UTF8.self)
            }
        }
    }

    @Test(arguments: [
        (#"{"id":"a","opacity":0.5}"#, #"{"id":"a","opacity":1}"#, #"{"id":"a","opacity":1}"#),
        (#"{"id":"a","opacity":0.5}"#, #"{"id":"a","name":"x"}"#, #"{"opacity":0.5,"id":"a","name":"x"}"#),
        (
            #"{"id":"a","bounds":[0,0,1,2],"name":"q\"},{\\"}"#, #"{"id":"a","position":[3,4]}"#,
            #"{"bounds":[0,0,1,2],"name":"q\"},{\\","id":"a","position":[3,4]}"#
        ),
        (
            #"{"id":"a","user.x":"1","colors":[1,[2],3]}"#, #"{"id":"a","user.x":null}"#,
            #"{"colors":[1,[2],3],"id":"a","user.x":null}"#
        ),
        (#"{"id":"a"}"#, #"{"id":"a"}"#, #"{"id":"a"}"#),
    ])
    func everyPropertyOnceTheNewerValue(older: String, newer: String, merged: String) {
        #expect(merge(older, newer) == "event changed \(merged)\n")
    }
}
