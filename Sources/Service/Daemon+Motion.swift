package import Animation
import Compositor
package import Frame
import Geometry
import LineProtocol
import PluginHost
import Reactor
package import Scene

extension PluginBehaviors: LayerMover {}

extension Animator: MotionSource {
    package func shown(_ delays: [Delay]) -> [(key: ObjectProperty, value: Value)] {
        shown(delays.map { ($0.slot, $0.seconds) })
    }
}

/// Animations and transactions that wait: when there is something to do for them, and who is told.
extension Daemon {
    /// Brings what is shown up to the present: for whoever looks at it between two frames.
    func advanceMotion() { interpreter.advance(to: clock.time(reactor.turnTime)) }

    /// True when a frame of an output now would show, begin or end something.
    func isMotionDue(on display: Display) -> Bool {
        let now = clock.time(reactor.turnTime)
        return interpreter.animator.isDue(at: now) || display.compositor.nextDrawing(scene) <= now + 1e-9
    }

    /// True when an animation of this name runs and is not over.
    func isRunning(_ name: String) -> Bool { scene.find(name).map(interpreter.animator.isRunning) ?? false }

    /// Sends which animations have ended, and what became of transactions that waited.
    func tellEndings() {
        let endings = endings + interpreter.animator.takeEndings()
        self.endings.removeAll()
        for ending in endings {
            var json = JSONWriter()
            json.beginObject()
            json.key("id")
            json.string(text: ending.id)
            json.key("layer")
            if ending.layer.isEmpty { json.null() } else { json.string(text: ending.layer) }
            json.key("finished")
            json.bool(ending.finished)
            json.endObject()
            for client in clients.listening where client.subscriptions.wants(.animation, about: ending.layer) {
                send("animation", json, to: client)
            }
            for client in clients.waiting { if case .animation(ending.id, _) = client.hold { client.release() } }
        }
        for outcome in interpreter.takeOutcomes() {
            var json = JSONWriter()
            json.beginObject()
            json.key("name")
            json.string(text: outcome.name)
            json.key("state")
            json.string(outcome.error == nil ? "done" : "failed")
            if let error = outcome.error {
                json.key("message")
                json.string(text: "\(error.code.rawValue) \(error.message)")
            }
            json.endObject()
            for client in clients.listening where client.subscriptions.has(.transaction) {
                send("transaction", json, to: client)
            }
        }
    }

    /// Sends what items began to touch, or left.
    func tellContacts() {
        defer { contacts.removeAll(keepingCapacity: true) }
        for contact in contacts where scene.slot(of: scene.id(of: contact.behavior)) != nil {
            let name = scene.name(of: contact.behavior)
            let first = scene.name(of: contact.first)
            let second = contact.second.map { scene.name(of: $0) } ?? contact.boundary
            let listeners = clients.listening.filter { client in
                [name, first, second].contains { client.subscriptions.wants(.collision, about: $0) }
            }
            guard !listeners.isEmpty else { continue }
            var json = JSONWriter()
            json.beginObject()
            json.key("behavior")
            json.string(text: name)
            json.key("items")
            json.beginArray()
            json.string(text: first)
            json.string(text: second)
            json.endArray()
            json.key("point")
            json.beginArray()
            json.number(contact.point.x)
            json.number(contact.point.y)
            json.endArray()
            json.key("state")
            json.string(contact.began ? "began" : "ended")
            json.endObject()
            for listener in listeners { send("collision", json, to: listener) }
        }
    }

    /// Sets the timer of what begins or ends by itself while nothing moves; what moves asks for its frames turn by turn.
    func armMotion() {
        if let motionTimer { reactor.cancel(motionTimer) }
        motionTimer = nil
        var wake = interpreter.animator.nextWake
        for display in displays { wake = min(wake, display.compositor.nextDrawing(scene)) }
        guard wake < .infinity, wake > clock.time(reactor.turnTime), let deadline = clock.deadline(of: wake) else {
            return
        }
        motionTimer = reactor.setTimer(at: deadline, self)
    }
}

extension Daemon: LookKeeper {
    func keepLook(of slot: Int32) {
        if scene.hasDirtySources { reconcileContents() }
        if scene.outputIsDirty { outputChanged() }
        for display in displays {
            display.compositor.update(scene)
            display.compositor.keepLook(of: slot, scene)
        }
    }

    func claimLook(of slot: Int32, for transition: ObjectID) {
        for display in displays { display.compositor.drawings.looks.claim(slot, for: transition, scene) }
    }
}
