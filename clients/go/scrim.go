// Package scrim drives Scrim, a compositor of layers, over its socket. README.md shows how.
package scrim

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Error is a line that the daemon refused.
type Error struct {
	Code    Code
	Message string
	// The line that was refused.
	Line string
}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

// Is makes errors.Is(err, scrim.CodeUnknownObject) true for an error of that code.
func (e *Error) Is(target error) bool {
	code, ok := target.(Code)
	return ok && code == e.Code
}

// Error makes a code an error, for errors.Is.
func (c Code) Error() string { return string(c) }

// ErrLost says that the daemon went away: whether the line took effect is not known.
var ErrLost = errors.New("the connection to the daemon is lost")

// Values are properties as the daemon tells them: numbers are float64, points and rectangles []any.
type Values = map[string]any

// Options say which daemon is meant, and what happens when it goes.
type Options struct {
	// The socket; when empty, that of Name.
	Path string
	// The daemon's name; when empty, $SCRIM_SOCKET or main.
	Name string
	// For how long a lost connection is tried again, by whatever needs it next.
	Reconnect time.Duration
	// Called for each connection, the first too: it may build a scene.
	OnConnect func(*Client) error
}

// Client is a connection to a daemon. Several goroutines may use it.
type Client struct {
	Verbs
	path    string
	options Options
	// Held while a transaction is open.
	turn sync.Mutex
	// Held while a line is put into the queue and written.
	writing sync.Mutex
	opening sync.Mutex

	state    sync.Mutex
	link     *link
	isClosed bool
	memory   []string
	events   []Event
	news     chan struct{}
}

type result struct {
	text string
	err  error
}

// link is one connection; it ends once.
type link struct {
	socket  *net.UnixConn
	waiting []chan result
}

// Dial connects to a daemon.
func Dial(options Options) (*Client, error) {
	c := &Client{options: options, path: options.Path, news: make(chan struct{})}
	if c.path == "" {
		c.path = SocketPath(options.Name)
	}
	c.Verbs.run = c.run
	if err := c.open(); err != nil {
		return nil, err
	}
	return c, nil
}

// Close ends the connection; channels of events are closed.
func (c *Client) Close() error {
	c.state.Lock()
	defer c.state.Unlock()
	c.isClosed = true
	c.wake()
	if c.link == nil {
		return nil
	}
	return c.link.socket.Close()
}

// wake tells those who wait for events. The caller holds state.
func (c *Client) wake() {
	close(c.news)
	c.news = make(chan struct{})
}

func (c *Client) open() error {
	socket, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: c.path, Net: "unix"})
	if err != nil {
		return err
	}
	made := &link{socket: socket}
	c.state.Lock()
	c.link = made
	c.state.Unlock()
	go c.read(made)
	if err := c.repeat(made, "session"); err != nil {
		return err
	}
	if c.options.OnConnect != nil {
		direct := &Client{path: c.path, news: c.news}
		direct.Verbs.run = func(line string, fds []int, reply any) error { return c.ask(made, line, fds, reply) }
		if err := c.options.OnConnect(direct); err != nil {
			return err
		}
	}
	return c.repeat(made, "subscribe")
}

// repeat says again what the connection before was told.
func (c *Client) repeat(to *link, verb string) error {
	c.state.Lock()
	memory := append([]string{}, c.memory...)
	c.state.Unlock()
	for _, line := range memory {
		// What was subscribed to may be gone.
		var refused *Error
		if !strings.HasPrefix(line, verb+" ") {
			continue
		}
		if err := c.ask(to, line, nil, nil); err != nil && !errors.As(err, &refused) {
			return err
		}
	}
	return nil
}

// live is the connection, made again when it was lost.
func (c *Client) live() (*link, error) {
	c.opening.Lock()
	defer c.opening.Unlock()
	c.state.Lock()
	there, isClosed := c.link, c.isClosed
	c.state.Unlock()
	if there != nil {
		return there, nil
	}
	if isClosed || c.options.Reconnect == 0 {
		return nil, ErrLost
	}
	end, pause := time.Now().Add(c.options.Reconnect), 20*time.Millisecond
	for {
		err := c.open()
		if err == nil {
			c.state.Lock()
			defer c.state.Unlock()
			if c.link != nil {
				return c.link, nil
			}
		}
		if time.Now().Add(pause).After(end) {
			return nil, fmt.Errorf("%w: %v", ErrLost, err)
		}
		time.Sleep(pause)
		if pause *= 2; pause > time.Second {
			pause = time.Second
		}
	}
}

func (c *Client) read(from *link) {
	reader := bufio.NewReaderSize(from.socket, 1<<16)
	for {
		line, err := reader.ReadString('\n')
		if err != nil {
			break
		}
		line = line[:len(line)-1]
		c.state.Lock()
		if strings.HasPrefix(line, "event ") {
			c.events = append(c.events, eventOf(line[6:]))
			c.wake()
		} else if len(from.waiting) > 0 {
			from.waiting[0] <- result{text: line}
			from.waiting = from.waiting[1:]
		}
		c.state.Unlock()
	}
	from.socket.Close()
	c.state.Lock()
	defer c.state.Unlock()
	if c.link == from {
		c.link = nil
	}
	for _, waiting := range from.waiting {
		waiting <- result{err: ErrLost}
	}
	from.waiting = nil
	c.wake()
}

// send puts lines into the queue and writes them at once.
func (c *Client) send(to *link, lines []string, fds []int) ([]chan result, error) {
	c.writing.Lock()
	defer c.writing.Unlock()
	replies := make([]chan result, len(lines))
	for i := range lines {
		replies[i] = make(chan result, 1)
	}
	c.state.Lock()
	if c.link != to {
		c.state.Unlock()
		return nil, ErrLost
	}
	to.waiting = append(to.waiting, replies...)
	c.state.Unlock()
	data := []byte(strings.Join(lines, "\n") + "\n")
	if len(fds) > 0 {
		n, _, err := to.socket.WriteMsgUnix(data, syscall.UnixRights(fds...), nil)
		if err != nil {
			return nil, fmt.Errorf("%w: %v", ErrLost, err)
		}
		data = data[n:]
	}
	if _, err := to.socket.Write(data); err != nil {
		return nil, fmt.Errorf("%w: %v", ErrLost, err)
	}
	return replies, nil
}

func (c *Client) ask(to *link, line string, fds []int, reply any) error {
	replies, err := c.send(to, []string{line}, fds)
	if err != nil {
		return err
	}
	return (<-replies[0]).read(line, reply)
}

// read brings a reply into the form that is wanted.
func (r result) read(line string, reply any) error {
	if r.err != nil {
		return r.err
	}
	head, rest, _ := strings.Cut(r.text, " ")
	if head != "ok" {
		code, message, _ := strings.Cut(rest, " ")
		return &Error{Code: Code(code), Message: message, Line: line}
	}
	if reply == nil || rest == "" {
		return nil
	}
	return json.Unmarshal([]byte(rest), reply)
}

func (c *Client) run(line string, fds []int, reply any) error {
	c.turn.Lock()
	to, err := c.live()
	if err != nil {
		c.turn.Unlock()
		return err
	}
	replies, err := c.send(to, []string{line}, fds)
	c.turn.Unlock()
	if err != nil {
		return err
	}
	if err := (<-replies[0]).read(line, reply); err != nil {
		return err
	}
	c.note(line)
	return nil
}

// note keeps what a connection that is made again has to say again.
func (c *Client) note(line string) {
	c.state.Lock()
	defer c.state.Unlock()
	words := strings.Split(line, " ")
	switch words[0] {
	case "session", "subscribe":
		c.memory = append(c.memory, line)
	case "unsubscribe":
		kept := []string{}
		for _, old := range c.memory {
			if left := without(old, words[1:]); left != "" {
				kept = append(kept, left)
			}
		}
		c.memory = kept
	}
}

// without leaves out events of a subscription; none stands for all.
func without(line string, gone []string) string {
	words := strings.Split(line, " ")
	if words[0] != "subscribe" {
		return line
	}
	kept, events := words[:1:1], 0
	for _, word := range words[1:] {
		isGone := len(gone) == 0
		for _, one := range gone {
			isGone = isGone || one == word
		}
		if strings.Contains(word, "=") {
			kept = append(kept, word)
		} else if !isGone {
			kept, events = append(kept, word), events+1
		}
	}
	if events == 0 {
		return ""
	}
	return strings.Join(kept, " ")
}

// Command sends one line as it is, with descriptors, and reads what the reply brings into `reply`, unless that is nil.
func (v Verbs) Command(line string, reply any, fds ...int) error { return v.run(line, fds, reply) }

// Snapshot gives a picture's bytes: PNG, or as Format says; none with Path.
func (v Verbs) Snapshot(options ...*SnapshotOptions) ([]byte, error) {
	var reply SnapshotReply
	if err := v.run(strings.Join(append([]string{"snapshot"}, partsOf(options)...), " "), nil, &reply); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(reply.Data)
}
