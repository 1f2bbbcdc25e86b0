//go:build !js

package live

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"fragscope/formats/base/fault"
	"fragscope/formats/quaketext"
	"fragscope/formats/quakeworld"
)

const (
	// glanceTime is how long a stream is examined.
	glanceTime = 3 * time.Second
	// glances is the maximum number of a proxy's streams that are examined, and glancesAtOnce is the number examined at a
	// time.
	glances       = 64
	glancesAtOnce = 8
)

// askStreams requests a QTV server's list of streams, and examines the start of each stream, which contains its state.
func (f *finder) askStreams(ctx context.Context, address string) error {
	m, err := glance(ctx, address)
	var several *StreamsError
	if !errors.As(err, &several) {
		if err == nil || errors.Is(err, ErrPassword) {
			f.add(1, m)
			return nil
		}
		return err
	}
	var looking sync.WaitGroup
	turn := make(chan struct{}, glancesAtOnce)
	f.add(len(several.Streams))
	for _, s := range several.Streams[:min(len(several.Streams), glances)] {
		looking.Go(func() {
			turn <- struct{}{}
			defer func() { <-turn }()
			m, _ := glance(ctx, strings.TrimSuffix(address, "/")+"/"+s.ID) // what does not play is still listed
			m.Name = cmp.Or(m.Name, s.Name)
			f.add(0, m)
		})
	}
	looking.Wait()
	return nil
}

// glance examines the start of a QTV stream to find out about the server and its players.
func glance(ctx context.Context, address string) (Match, error) {
	source, err := Parse(address)
	if err != nil {
		return Match{}, err
	}
	m := Match{Watch: Public(address)}
	if name := source.String(); source.(*QTV).Stream == "" {
		m.Watch = name
	}
	ctx, stop := context.WithTimeout(ctx, glanceTime)
	d := New(quakeworld.MultiViewCodec)
	ran := make(chan error, 1)
	go func() { ran <- Run(ctx, source, d) }()
	l := look{status: &m.ServerStatus, players: map[uint8]*looked{}}
	fault.Guard(func() error { l.read(ctx, d); return nil }) // a fault leaves what was seen before it
	stop()
	err = <-ran
	l.end()
	if l.seen {
		return m, nil
	}
	return m, cmp.Or(err, errors.New(msgNoQTV))
}

// look holds what is known from the start of a stream.
type look struct {
	status  *ServerStatus
	players map[uint8]*looked
	seen    bool // the state of a level
}

// looked describes a player in a stream.
type looked struct {
	info  string
	score int
	ping  int
}

// read reads up to the first block of the match itself, which follows the complete state.
func (l *look) read(ctx context.Context, d *Demo) {
	more := func(have int) ([]byte, bool) { return d.More(have, ctx.Done()) }
	dec := quakeworld.NewDecoder(nil, quakeworld.Options{MultiView: true, More: more})
	const settled = 100 * time.Millisecond
	for ctx.Err() == nil && (!l.seen || dec.Time() < settled) {
		if dec.Next(quakeworld.HandlerFunc(l.handle)) != nil {
			return
		}
	}
}

// handle records what a message reveals about the server and its players.
func (l *look) handle(m quakeworld.Message) {
	switch m := m.(type) {
	case *quakeworld.ServerData:
		l.seen = true
		l.status.Game = quaketext.Plain(m.GameDir)
	case *quakeworld.StuffText:
		if info, ok := strings.CutPrefix(quaketext.Plain(m.Text), "fullserverinfo "); ok {
			l.status.readInfo(strings.Trim(strings.TrimSpace(info), `"`))
		}
	case *quakeworld.ServerInfo:
		l.status.readInfo(`\` + quaketext.Plain(m.Key) + `\` + quaketext.Plain(m.Value))
	case *quakeworld.UpdateUserInfo:
		l.player(m.Player).info = quaketext.Plain(m.Info)
	case *quakeworld.UpdateFrags:
		l.player(m.Player).score = int(m.Frags)
	case *quakeworld.UpdatePing:
		l.player(m.Player).ping = int(m.Ping)
	}
}

func (l *look) player(n uint8) *looked {
	if l.players[n] == nil {
		l.players[n] = &looked{}
	}
	return l.players[n]
}

// end lists the players in slot order, excluding spectators.
func (l *look) end() {
	slots := make([]uint8, 0, len(l.players))
	for n := range l.players {
		slots = append(slots, n)
	}
	slices.Sort(slots)
	for _, n := range slots {
		p := l.players[n]
		words := strings.Split(p.info, `\`)
		key := map[string]string{}
		for i := 1; i+1 < len(words); i += 2 {
			key[words[i]] = words[i+1]
		}
		if spectates, _ := strconv.Atoi(key["*spectator"]); key["name"] == "" || spectates != 0 {
			continue
		}
		l.status.Players = append(l.status.Players, ServerPlayer{Name: key["name"], Team: key["team"], Score: p.score,
			Ping: p.ping})
	}
}
