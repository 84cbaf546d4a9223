//! The client beside a live daemon; scrimd has to be in PATH.

use scrim::*;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;
use std::time::Duration;

struct Daemon {
    folder: PathBuf,
    process: Option<Child>,
}

static COUNT: AtomicUsize = AtomicUsize::new(0);

impl Daemon {
    fn new() -> Self {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("scrim-{}-{number}", std::process::id()));
        std::fs::create_dir(&folder).unwrap();
        let mut daemon = Self { folder, process: None };
        daemon.start();
        daemon
    }

    fn path(&self) -> PathBuf {
        self.folder.join("s")
    }

    fn start(&mut self) {
        let path = self.path();
        let words = ["--output", "offscreen", "--size", "200x100", "--config", "/dev/null", "--socket"];
        let command = Command::new("scrimd").args(words).arg(&path).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        self.process = Some(command.expect("scrimd is not in PATH"));
        for _ in 0..2000 {
            if Options::new().path(&path).connect().is_ok() {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("scrimd did not start");
    }

    fn stop(&mut self) {
        if let Some(mut process) = self.process.take() {
            if let Ok(mut client) = Options::new().path(self.path()).connect() {
                let _ = client.quit();
            }
            let _ = process.wait();
        }
    }

    fn client(&self) -> Client {
        Options::new().path(self.path()).connect().unwrap()
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        self.stop();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn verbs_and_values() {
    let daemon = Daemon::new();
    let mut c = daemon.client();
    assert_eq!(c.hello().unwrap().protocol, 1.0);
    let note = "it's \"x\"\n";
    let a = layer().frame([0.0, 0.0, 10.0, 20.0]).with("user.note", note).with("backgroundColor", NONE).name("two words");
    c.put("a", a).unwrap();
    let got = c.get("a", &["bounds", "user.note"], get()).unwrap();
    assert_eq!((got.get("bounds").numbers(), got.get("user.note").text()), (vec![0.0, 0.0, 10.0, 20.0], Some(note)));
    c.set("a", layer().computed("position.x", "position.x + 2 * 3").is_hidden(true)).unwrap();
    c.bind("a", &[("position.y", "position.x + 1")], bind()).unwrap();
    let got = c.get("a", &["position"], get().from("model")).unwrap();
    assert_eq!(got.get("position").numbers(), [11.0, 12.0]);
    c.on("a", "tap", Some("count == 1"), "set a opacity=0.5", on().name("mine")).unwrap();
    let animated = c.animate("a", layer().opacity(0.0), animate().duration(0.1).timing("easeOut")).unwrap();
    assert_eq!(animated.animations, ["a.opacity"]);
    c.after(5.0, "clear", after().name("later")).unwrap();
    assert_eq!(c.list(list().parent("root")).unwrap(), ["a"]);
    c.put("c", canvas()).unwrap();
    c.draw("c", "fill", of("").with("path", "circle(5,5,5)").with("color", "red"), draw()).unwrap();
    assert_eq!(&c.snapshot(snapshot().rect([0.0, 0.0, 1.0, 1.0])).unwrap()[1..4], b"PNG");
    match c.set("nobody", layer().opacity(1.0)) {
        Err(Error::Refused { code: Code::UnknownObject, line, .. }) => assert_eq!(line, "set nobody opacity=1"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn batches_and_transactions() {
    let daemon = Daemon::new();
    let mut c = daemon.client();
    let mut batch = c.batch();
    for n in 0..1200 {
        batch.put(&format!("l{n}"), layer().frame([f64::from(n), 0.0, 1.0, 1.0]));
    }
    let all = batch.list(list().parent("root"));
    let replies = batch.send().unwrap();
    replies.check().unwrap();
    assert_eq!(replies.get(&all).unwrap().len(), 1200);
    let mut batch = c.batch();
    batch.set("none", layer().opacity(1.0));
    let later = batch.get("l0", &["opacity"], get());
    let replies = batch.send().unwrap();
    assert_eq!(replies.check().unwrap_err().code(), Some(&Code::UnknownObject));
    assert_eq!(replies.get(&later).unwrap().get("opacity").number(), Some(1.0));
    let done = c.transaction(begin().duration(0.1), |t| t.set("l0", layer().opacity(0.5))).unwrap();
    assert_eq!(done.commands, 1.0);
    let failed = c.transaction(begin(), |t| {
        t.set("l0", layer().opacity(1.0))?;
        Err(Error::NotSent)
    });
    assert!(matches!(failed, Err(Error::NotSent)));
    let failed = c.transaction(begin(), |t| t.set("none", layer().opacity(1.0)));
    assert_eq!(failed.unwrap_err().code(), Some(&Code::Aborted));
    assert_eq!(c.get("l0", &["opacity"], get()).unwrap().get("opacity").number(), Some(0.5));
}

#[test]
fn events() {
    let daemon = Daemon::new();
    let mut c = daemon.client();
    c.put("a", layer().frame([0.0, 0.0, 50.0, 50.0]).is_interactive(true)).unwrap();
    c.subscribe(&["tap"], subscribe().layer("a")).unwrap();
    c.input("pointer", of("").with("x", 10).with("y", 12).with("state", "down")).unwrap();
    c.input("pointer", of("").with("state", "up")).unwrap();
    let event = c.events().next().unwrap().unwrap();
    let tap = TapEvent { layer: Some("a".into()), count: 1.0, touches: None, x: 10.0, y: 12.0 };
    assert_eq!(event, Event::Tap(tap));
    assert_eq!(c.event_within(Duration::from_millis(20)).unwrap(), None);
}

#[test]
fn a_lost_daemon_is_found_again() {
    let mut daemon = Daemon::new();
    let made = Arc::new(AtomicUsize::new(0));
    let count = made.clone();
    let options = Options::new().path(daemon.path()).reconnect(Duration::from_secs(20)).on_connect(move |c| {
        count.fetch_add(1, Ordering::Relaxed);
        c.put("a", layer())
    });
    let mut c = options.connect().unwrap();
    let mut once = daemon.client();
    c.subscribe(&["changed"], subscribe().layer("a")).unwrap();
    daemon.stop();
    daemon.start();
    assert!(matches!(once.hello(), Err(Error::Lost(_))));
    c.set("a", layer().opacity(0.25)).unwrap();
    let changed = c.events().find_map(|event| match event.unwrap() {
        Event::Changed(changed) if changed.properties.get("opacity") != &Json::Null => Some(changed),
        _ => None,
    });
    assert_eq!(changed.unwrap().properties.get("opacity").number(), Some(0.25));
    assert_eq!(made.load(Ordering::Relaxed), 2);
}
