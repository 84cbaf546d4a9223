package scrim

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"testing"
	"time"
)

// daemon is one of the test's own; scrimd has to be in PATH.
type daemon struct {
	path    string
	process *exec.Cmd
}

func start(t *testing.T) *daemon {
	t.Helper()
	folder, err := os.MkdirTemp("", "scrim-")
	if err != nil {
		t.Fatal(err)
	}
	d := &daemon{path: filepath.Join(folder, "s")}
	d.start(t)
	t.Cleanup(func() {
		d.stop()
		os.RemoveAll(folder)
	})
	return d
}

func (d *daemon) start(t *testing.T) {
	t.Helper()
	d.process = exec.Command("scrimd", "--socket", d.path, "--output", "offscreen", "--size", "200x100", "--config", "/dev/null")
	if err := d.process.Start(); err != nil {
		t.Fatal(err)
	}
	for n := 0; n < 2000; n++ {
		if c, err := Dial(Options{Path: d.path}); err == nil {
			c.Close()
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatal("scrimd did not start")
}

func (d *daemon) stop() {
	_ = d.process.Process.Signal(os.Interrupt)
	_ = d.process.Wait()
}

func dial(t *testing.T, options Options) *Client {
	t.Helper()
	c, err := Dial(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func same(t *testing.T, got, wanted any) {
	t.Helper()
	if !reflect.DeepEqual(got, wanted) {
		t.Fatalf("%#v, not %#v", got, wanted)
	}
}

func TestVerbsAndValues(t *testing.T) {
	d := start(t)
	c := dial(t, Options{Path: d.path})
	hello, err := c.Hello()
	must(t, err)
	same(t, hello.Protocol, 1.0)
	note := "it's \"x\"\n"
	must(t, c.Put("a", Layer().Frame(0, 0, 10, 20).With("user.note", note).With("backgroundColor", nil).Name("two words")))
	got, err := c.Get("a", []string{"bounds", "user.note"})
	must(t, err)
	same(t, got, Values{"bounds": []any{0.0, 0.0, 10.0, 20.0}, "user.note": note})
	must(t, c.Set("a", Layer().Computed("position.x", "position.x + 2 * 3").IsHidden(true)))
	must(t, c.Bind("a", map[string]string{"position.y": "position.x + 1"}))
	got, err = c.Get("a", []string{"position"}, Get().From("model"))
	must(t, err)
	same(t, got, Values{"position": []any{11.0, 12.0}})
	must(t, c.On("a", "tap", Lines{Text: "set a opacity=0.5", When: "count == 1"}, On().Name("mine")))
	animated, err := c.Animate("a", Layer().Opacity(0), Animate().Duration(0.1).Timing("easeOut"))
	must(t, err)
	same(t, animated.Animations, []string{"a.opacity"})
	must(t, c.After(5, "clear", After().Name("later")))
	list, err := c.List(List().Parent("root"))
	must(t, err)
	same(t, list, []string{"a"})
	must(t, c.Put("c", Canvas()))
	must(t, c.Draw("c", "fill", Of("").With("path", "circle(5,5,5)").With("color", "red")))
	png, err := c.Snapshot(Snapshot().Rect(0, 0, 1, 1))
	must(t, err)
	same(t, string(png[1:4]), "PNG")
	err = c.Set("nobody", Layer().Opacity(1))
	var refused *Error
	if !errors.Is(err, CodeUnknownObject) || !errors.As(err, &refused) || refused.Line != "set nobody opacity=1" {
		t.Fatal(err)
	}
}

func TestBatchesAndTransactions(t *testing.T) {
	d := start(t)
	c := dial(t, Options{Path: d.path})
	batch := c.Batch()
	for n := 0; n < 1000; n++ {
		_ = batch.Put("l"+text(n), Layer().Frame(float64(n), 0, 1, 1))
	}
	_, _ = batch.List(List().Parent("root"))
	replies, err := batch.Send()
	must(t, err)
	var list []string
	must(t, replies[1000].Decode(&list))
	same(t, len(list), 1000)
	_ = batch.Set("none", Layer().Opacity(1))
	if _, err := batch.Send(); !errors.Is(err, CodeUnknownObject) {
		t.Fatal(err)
	}
	done, err := c.Transaction(Begin().Duration(0.1), func(tx Verbs) error {
		must(t, tx.Set("l0", Layer().Opacity(0.5)))
		return tx.Set("l1", Layer().Opacity(0.5))
	})
	must(t, err)
	same(t, done.Commands, 2.0)
	other := make(chan error)
	failure := errors.New("not now")
	_, err = c.Transaction(nil, func(tx Verbs) error {
		must(t, tx.Set("l0", Layer().Opacity(1)))
		go func() { other <- c.Set("l1", Layer().Opacity(0.25)) }()
		return failure
	})
	same(t, err, failure)
	must(t, <-other)
	_, err = c.Transaction(nil, func(tx Verbs) error { return tx.Set("none", Layer().Opacity(1)) })
	if !errors.Is(err, CodeAborted) {
		t.Fatal(err)
	}
	for id, wanted := range map[string]float64{"l0": 0.5, "l1": 0.25} {
		got, err := c.Get(id, []string{"opacity"})
		must(t, err)
		same(t, got["opacity"], wanted)
	}
}

func TestEvents(t *testing.T) {
	d := start(t)
	c := dial(t, Options{Path: d.path})
	must(t, c.Put("a", Layer().Frame(0, 0, 50, 50).IsInteractive(true)))
	must(t, c.Subscribe([]string{"tap"}, Subscribe().Layer("a")))
	must(t, c.Input("pointer", Of("").With("x", 10).With("y", 12).With("state", "down")))
	must(t, c.Input("pointer", Of("").With("state", "up")))
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for event := range c.Events(ctx) {
		same(t, event, &TapEvent{Layer: "a", Count: 1, X: 10, Y: 12})
		break
	}
}

func TestALostDaemonIsFoundAgain(t *testing.T) {
	d := start(t)
	made := 0
	c := dial(t, Options{Path: d.path, Reconnect: 20 * time.Second, OnConnect: func(c *Client) error {
		made++
		return c.Put("a", Layer())
	}})
	once := dial(t, Options{Path: d.path})
	must(t, c.Subscribe([]string{"changed"}, Subscribe().Layer("a")))
	d.stop()
	d.start(t)
	if _, err := once.Hello(); !errors.Is(err, ErrLost) {
		t.Fatal(err)
	}
	must(t, c.Set("a", Layer().Opacity(0.25)))
	for {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		event, err := c.NextEvent(ctx)
		cancel()
		must(t, err)
		if changed, ok := event.(*ChangedEvent); ok && changed.Properties["opacity"] == 0.25 {
			same(t, changed.ID, "a")
			break
		}
	}
	same(t, made, 2)
}
