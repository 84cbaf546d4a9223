import CWayland
import OutputSupport
import ScrimPluginKit

/// Pinch and swipe gestures on a touchpad.
@safe
final class Gestures {
    private let swipe: OpaquePointer
    private let pinch: OpaquePointer
    private let hand: (Act, OpaquePointer?) -> Void
    private var surface: OpaquePointer?
    private var fingers: UInt32 = 0
    /// Points moved since the gesture began.
    private var way = (x: 0.0, y: 0.0)
    private var scale = 1.0
    private var rotation = 0.0

    /// The gestures of a pointer. Nil when the compositor does not support them.
    init?(_ connection: Connection, _ pointer: OpaquePointer, _ hand: @escaping (Act, OpaquePointer?) -> Void) {
        guard let manager = unsafe connection.globals.managers.gestures,
            let swipe = unsafe zwp_pointer_gestures_v1_get_swipe_gesture(manager, pointer)
        else { return nil }
        guard let pinch = unsafe zwp_pointer_gestures_v1_get_pinch_gesture(manager, pointer) else {
            unsafe zwp_pointer_gesture_swipe_v1_destroy(swipe)
            return nil
        }
        unsafe (self.swipe, self.pinch) = unsafe (swipe, pinch)
        unsafe self.hand = unsafe hand
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        _ = unsafe zwp_pointer_gesture_swipe_v1_add_listener(swipe, Self.swipeListener, me)
        _ = unsafe zwp_pointer_gesture_pinch_v1_add_listener(pinch, Self.pinchListener, me)
    }

    deinit {
        unsafe zwp_pointer_gesture_swipe_v1_destroy(swipe)
        unsafe zwp_pointer_gesture_pinch_v1_destroy(pinch)
    }

    private func tell(_ kind: Act.Kind, _ phase: Act.Phase) {
        var act = Act(kind, time: nanoseconds())
        (act.phase, act.fingers) = (phase, fingers)
        (act.dx, act.dy) = way
        (act.scale, act.rotation) = (scale, rotation)
        unsafe hand(act, surface)
    }

    private func begin(_ kind: Act.Kind, _ surface: OpaquePointer?, _ fingers: UInt32) {
        unsafe self.surface = unsafe surface
        (self.fingers, way, scale, rotation) = (fingers, (0, 0), 1, 0)
        tell(kind, .began)
    }

    private func move(_ kind: Act.Kind, _ dx: wl_fixed_t, _ dy: wl_fixed_t) {
        way.x += Double(dx) / 256
        way.y += Double(dy) / 256
        tell(kind, .changed)
    }

    nonisolated(unsafe) private static let swipeListener = unsafe forever(
        zwp_pointer_gesture_swipe_v1_listener(
            begin: { data, _, _, _, surface, fingers in
                unsafe this(data, Gestures.self).begin(.swipe, surface, fingers)
            },
            update: { data, _, _, dx, dy in unsafe this(data, Gestures.self).move(.swipe, dx, dy) },
            end: { data, _, _, _, isCancelled in
                unsafe this(data, Gestures.self).tell(.swipe, isCancelled == 0 ? .ended : .cancelled)
            }))

    nonisolated(unsafe) private static let pinchListener = unsafe forever(
        zwp_pointer_gesture_pinch_v1_listener(
            begin: { data, _, _, _, surface, fingers in
                unsafe this(data, Gestures.self).begin(.pinch, surface, fingers)
            },
            update: { data, _, _, dx, dy, scale, degrees in
                let gestures = unsafe this(data, Gestures.self)
                gestures.scale = Double(scale) / 256
                gestures.rotation += Double(degrees) / 256 * .pi / 180
                gestures.move(.pinch, dx, dy)
            },
            end: { data, _, _, _, isCancelled in
                unsafe this(data, Gestures.self).tell(.pinch, isCancelled == 0 ? .ended : .cancelled)
            }))
}
