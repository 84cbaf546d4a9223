//! @NAME@: a behavior that moves its items on at a velocity.
#![allow(non_snake_case)]

use scrim_plugin_sys::*;
use std::collections::HashMap;
use std::ffi::c_void;
use std::mem::size_of;

const ITEMS: u32 = 0;
const VELOCITY: u32 = 1;

static PROPERTIES: [scrim_property; 2] = [
    scrim_property { name: text("items"), r#type: SCRIM_OBJECTS, help: text("the layers that move"), ..scrim_property::ZERO },
    scrim_property {
        name: text("velocity"),
        r#type: SCRIM_POINT,
        unit: text("points per second"),
        help: text("how they move"),
        ..scrim_property::ZERO
    },
];

/// One item of one object: from where, since when, how fast.
struct Drift {
    behavior: u64,
    item: u64,
    from: scrim_point,
    since: f64,
    velocity: scrim_point,
}

impl Drift {
    fn at(&self, time: f64) -> scrim_point {
        let passed = time - self.since;
        scrim_point { x: self.from.x + self.velocity.x * passed, y: self.from.y + self.velocity.y * passed }
    }
}

#[derive(Default)]
struct Engine {
    drifts: Vec<Drift>,
    /// Where items were put, and how they are turned.
    places: HashMap<u64, (scrim_point, f64)>,
    /// Kept for the host until the next call.
    motions: Vec<scrim_motion>,
    now: f64,
}

unsafe extern "C" fn create(_: *const scrim_host, _: *mut c_void, engine: *mut *mut c_void) -> scrim_status {
    *engine = Box::into_raw(Box::<Engine>::default()) as *mut c_void;
    SCRIM_OK
}

unsafe extern "C" fn destroy(engine: *mut c_void) {
    drop(Box::from_raw(engine as *mut Engine));
}

unsafe extern "C" fn change(engine: *mut c_void, host: *const scrim_host, _: *mut c_void, object: u64) -> scrim_status {
    let engine = &mut *(engine as *mut Engine);
    // Where its items are now is where they go on from.
    for drift in engine.drifts.iter().filter(|drift| drift.behavior == object) {
        if let Some(place) = engine.places.get_mut(&drift.item) {
            place.0 = drift.at(engine.now);
        }
    }
    engine.drifts.retain(|drift| drift.behavior != object);
    let (mut items, mut count, mut velocity) = (std::ptr::null(), 0, scrim_point::ZERO);
    ((*host).get_objects)(host, object, ITEMS, &mut items, &mut count);
    ((*host).get_point)(host, object, VELOCITY, &mut velocity);
    for index in 0..count as usize {
        let item = *items.add(index);
        if let Some((center, _)) = engine.places.get(&item) {
            engine.drifts.push(Drift { behavior: object, item, from: *center, since: engine.now, velocity });
        }
    }
    SCRIM_OK
}

unsafe extern "C" fn remove(engine: *mut c_void, object: u64) -> scrim_status {
    let engine = &mut *(engine as *mut Engine);
    engine.drifts.retain(|drift| drift.behavior != object && drift.item != object);
    engine.places.remove(&object);
    SCRIM_OK
}

unsafe extern "C" fn place(engine: *mut c_void, items: *const scrim_item, count: u64) -> scrim_status {
    let engine = &mut *(engine as *mut Engine);
    for index in 0..count as usize {
        let item = &*items.add(index);
        engine.places.insert(item.object, (item.center, item.angle));
        for drift in engine.drifts.iter_mut().filter(|drift| drift.item == item.object) {
            (drift.from, drift.since) = (item.center, engine.now);
        }
    }
    SCRIM_OK
}

unsafe extern "C" fn step(engine: *mut c_void, _: *const scrim_host, step: *mut scrim_step) -> scrim_status {
    let engine = &mut *(engine as *mut Engine);
    engine.now = (*step).time;
    engine.motions.clear();
    for drift in engine.drifts.iter().filter(|drift| drift.velocity.x != 0.0 || drift.velocity.y != 0.0) {
        let angle = engine.places.get(&drift.item).map_or(0.0, |place| place.1);
        engine.motions.push(scrim_motion { object: drift.item, center: drift.at(engine.now), angle });
    }
    (*step).moves = u32::from(!engine.motions.is_empty());
    (*step).motions = engine.motions.as_ptr();
    (*step).motion_count = engine.motions.len() as u64;
    SCRIM_OK
}

static TABLE: scrim_behavior = scrim_behavior {
    size: size_of::<scrim_behavior>() as u32,
    flags: 0,
    create: Some(create),
    destroy: Some(destroy),
    change: Some(change),
    remove: Some(remove),
    place: Some(place),
    step: Some(step),
    velocity: None,
    check: None,
    save: None,
    restore: None,
};

static KIND: scrim_kind = scrim_kind {
    size: size_of::<scrim_kind>() as u32,
    name: text("@name@"),
    interface: SCRIM_BEHAVIOR_INTERFACE,
    help: text("moves its items on at a velocity"),
    properties: PROPERTIES.as_ptr(),
    property_count: PROPERTIES.len() as u32,
    property_size: size_of::<scrim_property>() as u32,
    table: &TABLE as *const _ as *const c_void,
    ..scrim_kind::ZERO
};

static KINDS: List = List([&KIND]);
struct List([*const scrim_kind; 1]);
unsafe impl Sync for List {}

static PLUGIN: scrim_plugin = scrim_plugin {
    size: size_of::<scrim_plugin>() as u32,
    abi: SCRIM_ABI,
    id: text("@NAME@"),
    version: text("1.0.0"),
    kind_count: 1,
    reserved: 0,
    kinds: &KINDS.0 as *const _,
};

#[no_mangle]
pub extern "C" fn scrim_plugin_entry(host_abi: u32) -> *const scrim_plugin {
    if host_abi >> 16 == SCRIM_ABI_MAJOR { &PLUGIN } else { std::ptr::null() }
}
