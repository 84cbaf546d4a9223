package scrim

import "context"

// Reply is what one line of a batch brought.
type Reply struct {
	Line string
	got  result
}

// Err is why the line was refused, or nil.
func (r Reply) Err() error { return r.got.read(r.Line, nil) }

// Decode reads what the reply brings.
func (r Reply) Decode(into any) error { return r.got.read(r.Line, into) }

// Batch collects lines, which Send sends at once. What its methods give is empty: replies come from Send.
type Batch struct {
	Verbs
	client *Client
	lines  []string
}

// Batch begins an empty one.
func (c *Client) Batch() *Batch {
	b := &Batch{client: c}
	b.Verbs.run = func(line string, _ []int, _ any) error {
		b.lines = append(b.lines, line)
		return nil
	}
	return b
}

// Send sends the lines and gives all replies, with the first error.
func (b *Batch) Send() ([]Reply, error) {
	lines := b.lines
	b.lines = nil
	if len(lines) == 0 {
		return nil, nil
	}
	b.client.turn.Lock()
	to, err := b.client.live()
	var waiting []chan result
	if err == nil {
		waiting, err = b.client.send(to, lines, nil)
	}
	b.client.turn.Unlock()
	if err != nil {
		return nil, err
	}
	replies := make([]Reply, len(lines))
	for i, one := range waiting {
		replies[i] = Reply{lines[i], <-one}
		if failure := replies[i].Err(); failure != nil && err == nil {
			err = failure
		}
	}
	return replies, err
}

// Transaction sends what the function sends over `t` as one: all of it happens in one frame, or none of it. An error of the function, or of a
// line, aborts it. Other goroutines' lines wait until it ends.
func (c *Client) Transaction(options *BeginOptions, lines func(t Verbs) error) (*CommitReply, error) {
	c.turn.Lock()
	defer c.turn.Unlock()
	to, err := c.live()
	if err != nil {
		return nil, err
	}
	var failure error
	t := Verbs{run: func(line string, fds []int, reply any) error {
		err := c.ask(to, line, fds, reply)
		if failure == nil {
			failure = err
		}
		return err
	}}
	if options == nil {
		options = Begin()
	}
	if err := t.Begin(options); err != nil {
		return nil, err
	}
	if err := lines(t); err != nil {
		failure = err
	}
	if failure != nil {
		_ = c.ask(to, "abort", nil, nil)
		return nil, failure
	}
	return t.Commit()
}

// NextEvent waits for an event that was subscribed to.
func (c *Client) NextEvent(ctx context.Context) (Event, error) {
	for {
		c.state.Lock()
		if len(c.events) > 0 {
			event := c.events[0]
			c.events = c.events[1:]
			c.state.Unlock()
			return event, nil
		}
		news, isLost, isClosed := c.news, c.link == nil, c.isClosed
		c.state.Unlock()
		if isClosed {
			return nil, ErrLost
		}
		if isLost {
			if _, err := c.live(); err != nil {
				return nil, err
			}
			continue
		}
		select {
		case <-news:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// Events gives what was subscribed to, as it comes. The channel is closed when the context or the connection ends.
func (c *Client) Events(ctx context.Context) <-chan Event {
	events := make(chan Event)
	go func() {
		defer close(events)
		for {
			event, err := c.NextEvent(ctx)
			if err != nil {
				return
			}
			select {
			case events <- event:
			case <-ctx.Done():
				return
			}
		}
	}()
	return events
}
