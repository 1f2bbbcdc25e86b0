package clip

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/fnv"
	"maps"
	"math/rand"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/formats"
	"fragscope/formats/codec"
	"fragscope/formats/corpus"
	"fragscope/formats/netquake"
	"fragscope/formats/quake2"
	"fragscope/formats/quake3"
	"fragscope/formats/quakeworld"
)

// clipped returns the demos that clips are cut from: recordings that come with the decoders and, where they are, real
// demos, with -short the small ones.
func clipped(t *testing.T) (list []*formats.Demo) {
	var paths []string
	for _, pattern := range []string{"../*/testdata/recorded/*.dem.gz", "../*/testdata/recorded/fte.[qm]*.gz"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) < 2 {
			t.Error(found, err)
		}
		paths = append(paths, found...)
	}
	if _, ok := corpus.Find(); ok {
		for _, e := range corpus.Sample(t) {
			if !testing.Short() || e.Size <= 1<<19 {
				paths = append(paths, corpus.Path(t, "demos/"+e.Name))
			}
		}
	}
	for _, path := range paths {
		d, err := formats.Open(path)
		var several *formats.SeveralError
		var none *formats.NotDemoError
		if errors.As(err, &several) || errors.As(err, &none) {
			t.Log(err)
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		if tellers[d.Format] != nil {
			list = append(list, d)
		}
	}
	return list
}

// TestCut holds, for three parts of each demo, that every moment of the clip tells what the demo tells, field by field,
// and that at its first and last moment all holds that holds in the demo; and that a clip from start to end is the
// demo.
func TestCut(t *testing.T) {
	for _, d := range clipped(t) {
		t.Run(d.Name, func(t *testing.T) {
			t.Parallel()
			list := d.Format.Moments(d.Data, d.Options())
			if len(list) == 0 {
				t.Skip("it shows nothing")
			}
			length := list[len(list)-1].Time
			whole := cut(t, d, 0, length+time.Second, nil)
			if n := commonPrefix(whole.Data, d.Data); len(whole.Data)-n > 8 || len(d.Data)-n > 1<<12 {
				t.Errorf("from start to end %d bytes are not the demo's %d from %d on", len(whole.Data), len(d.Data), n)
			}
			if length == 0 {
				return
			}
			rng := rand.New(rand.NewSource(int64(len(d.Data))))
			for range 3 {
				from := time.Duration(rng.Int63n(int64(length)))
				to := from + min(30*time.Second, 1+time.Duration(rng.Int63n(int64(length-from))))
				var span Span
				part := cut(t, d, from, to, &span)
				compare(t, tell(d, span.Start, span.End), tell(part, 0, 1<<62), span)
			}
		})
	}
}

// TestRefused has parts that cannot be cut, and what is said of them. Nothing is written for them.
func TestRefused(t *testing.T) {
	d, err := formats.Open("../netquake/testdata/recorded/dp7.dem.gz")
	if err != nil {
		t.Fatal(err)
	}
	list := d.Format.Moments(d.Data, d.Options())
	end := list[len(list)-1].Time
	for _, c := range []struct {
		name     string
		demo     *formats.Demo
		from, to time.Duration
		want     string
	}{
		{"an unknown format", &formats.Demo{Name: "a.xyz"}, 0, time.Second, "a.xyz is a demo in format unknown"},
		{"nothing shown", &formats.Demo{Name: "a.dem", Format: netquake.Codec, Data: d.Data[:40]}, 0, time.Second,
			"a.dem contains nothing to cut"},
		{"no length", d, time.Second, time.Second, "there is nothing between 0:01.0 and 0:01.0"},
		{"backwards", d, 61500 * time.Millisecond, 0, "there is nothing between 1:01.5 and 0:00.0"},
		{"after the end", d, end, end + time.Second, fmt.Sprintf("%s ends at %s, before the given start", d.Name, clock(end))},
	} {
		var out bytes.Buffer
		if _, err := Cut(&out, c.demo, c.from, c.to); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
	full := errors.New("the disk is full")
	if _, err := Cut(failing{full}, d, 0, end); !errors.Is(err, full) {
		t.Errorf("a writer without room: %v", err)
	}
}

// failing is a writer without room.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// TestExtension has the extension of a clip for names of demos that have another than their format's.
func TestExtension(t *testing.T) {
	for _, c := range []struct {
		name   string
		format *codec.Codec
		want   string
	}{
		{"a.dem", netquake.Codec, ".dem"}, {"A.DEM", netquake.Codec, ".dem"}, {"a.txt", netquake.Codec, ".dem"},
		{"a", quakeworld.MultiViewCodec, ".mvd"}, {"a.dm_73", quake3.Codec, ".dm_73"}, {"a.dm3", quake3.Codec, ".dm3"},
		{"a.urtdemo", quake3.Codec, ".dm_68"}, {"a.dm2", quake2.MultiViewCodec, ".mvd2"},
	} {
		if got := Extension(&formats.Demo{Name: c.name, Format: c.format}); got != c.want {
			t.Errorf("%s of %v: %s, want %s", c.name, c.format, got, c.want)
		}
	}
}

func commonPrefix(a, b []byte) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

func cut(t *testing.T, d *formats.Demo, from, to time.Duration, span *Span) *formats.Demo {
	t.Helper()
	var out bytes.Buffer
	s, err := Cut(&out, d, from, to)
	if err != nil {
		t.Fatal(err)
	}
	if span != nil {
		*span = s
	}
	part, err := formats.Read(d.Name, "", out.Bytes())
	if err != nil {
		t.Fatalf("from %v to %v: %v", from, to, err)
	}
	if part.Format != d.Format {
		t.Fatalf("a clip of a %v is a %v", d.Format, part.Format)
	}
	return part
}

// told is what a demo tells in a span: the state at each time, and what holds at the first and at the last.
type told struct {
	times       []time.Duration
	states      []uint64
	first, last map[string]string
}

const rounding = 2 * time.Millisecond

func compare(t *testing.T, want, got told, span Span) {
	t.Helper()
	if len(want.times) != len(got.times) {
		t.Errorf("%v to %v: %d moments, want %d", span.Start, span.End, len(got.times), len(want.times))
		return
	}
	for i, at := range got.times {
		if d := want.times[i] - span.Start - at; d.Abs() > rounding {
			t.Errorf("%v to %v: moment %d is at %v, want %v", span.Start, span.End, i, at, want.times[i]-span.Start)
			return
		}
		if want.states[i] != got.states[i] {
			t.Errorf("%v to %v: at %v the state is another", span.Start, span.End, at)
			return
		}
	}
	for where, pair := range map[string][2]map[string]string{"start": {want.first, got.first},
		"end": {want.last, got.last}} {
		keys := maps.Clone(pair[0])
		maps.Copy(keys, pair[1])
		shown := 0
		for _, key := range slices.Sorted(maps.Keys(keys)) {
			if pair[0][key] != pair[1][key] && shown < 3 {
				t.Errorf("%v to %v: at the %s %s is %.200q, want %.200q", span.Start, span.End, where, key,
					pair[1][key], pair[0][key])
				shown++
			}
		}
	}
}

// teller collects what a demo tells.
type teller struct {
	told
	from, to time.Duration
	facts    map[string]string
}

// at takes the state at a time; several blocks of one time are one moment.
func (l *teller) at(at time.Duration, state func(hash.Hash64)) {
	if at < l.from || at > l.to {
		return
	}
	h := fnv.New64a()
	state(h)
	if n := len(l.times); n > 0 && l.times[n-1] == at {
		l.states[n-1] = h.Sum64()
	} else {
		l.times, l.states = append(l.times, at), append(l.states, h.Sum64())
	}
	if l.last = l.facts; at == l.to {
		l.last = maps.Clone(l.facts)
	}
	if len(l.times) == 1 {
		l.first = maps.Clone(l.facts)
	}
}

// tell is what a demo tells from one time to another.
func tell(d *formats.Demo, from, to time.Duration) told {
	l := &teller{from: from, to: to, facts: map[string]string{}}
	tellers[d.Format](l, d)
	return l.told
}

// tellers are by format. Formats that are not among them test their clips themselves.
var tellers = map[*codec.Codec]func(*teller, *formats.Demo){
	netquake.Codec: (*teller).netQuake, quakeworld.Codec: (*teller).quakeWorld,
	quakeworld.MultiViewCodec: (*teller).quakeWorld, quake2.Codec: (*teller).quake2,
	quake2.MultiViewCodec: (*teller).quake2, quake3.Codec: (*teller).quake3,
}

func (l *teller) quake3(d *formats.Demo) {
	var h quake3.History
	dec := quake3.NewDecoder(d.Data, quake3.Options{Name: d.Name})
	codec.Drive[quake3.Handler](dec, quake3.HandlerFunc(func(m quake3.Message) {
		h.Handle(m)
		changed, _ := h.Changed()
		if changed >= 0 {
			l.facts[fmt.Sprint("configstring ", changed)] = h.Configstrings[changed]
		}
		if g, ok := m.(*quake3.Gamestate); ok {
			clear(l.facts)
			for i, text := range h.Configstrings {
				l.facts[fmt.Sprint("configstring ", i)] = text
			}
			l.facts["client"] = fmt.Sprint(g.ClientNum, g.ChecksumFeed)
			for n := range quake3.MaxEntities {
				l.facts[fmt.Sprint("baseline ", n)] = fmt.Sprint(*h.Baseline(n))
			}
		}
	}), func(_, _ int64) {
		s := h.Snapshot()
		if s == nil {
			return
		}
		l.at(s.Time, func(w hash.Hash64) {
			put(w, s.ServerTime, s.Flags, s.Player, int32(s.Len()))
			for i := range s.Len() {
				e := s.Entity(i)
				put(w, int32(e.Number), e.F)
			}
		})
	})
}

// put adds values of fixed size.
func put(w hash.Hash64, values ...any) {
	for _, v := range values {
		if err := binary.Write(w, binary.LittleEndian, v); err != nil {
			panic(err)
		}
	}
}

// quakeWorldFacts are what holds in a demo of QuakeWorld.
type quakeWorldFacts struct {
	*teller
	multiView bool
	block     quakeworld.Block
	statics   int
	users     map[uint8]int32
}

func (l *teller) quakeWorld(d *formats.Demo) {
	o := quakeworld.Options{MultiView: d.Format == quakeworld.MultiViewCodec}
	h := quakeworld.NewHistory(o)
	facts := quakeWorldFacts{teller: l, multiView: o.MultiView, users: map[uint8]int32{}}
	codec.Drive[quakeworld.Handler](quakeworld.NewDecoder(d.Data, o),
		quakeworld.HandlerFunc(func(m quakeworld.Message) {
			h.Handle(m)
			facts.take(m)
		}), func(_, _ int64) {
			if s := h.Snapshot(); s != nil {
				l.at(s.Time, func(w hash.Hash64) {
					fmt.Fprint(w, s.Entities)
					for n := range s.Players {
						if o.MultiView || s.Told>>n&1 != 0 {
							fmt.Fprint(w, n, s.Players[n])
						}
					}
				})
			}
		})
}

// take takes what holds until another message.
func (l *quakeWorldFacts) take(m quakeworld.Message) {
	name := quakeworld.Name(m)
	switch m := m.(type) {
	case *quakeworld.Block:
		l.block = *m
	case *quakeworld.ServerData:
		clear(l.facts)
		clear(l.users)
		l.statics = 0
		s := *m
		s.Seconds, s.Layout = 0, nil
		l.facts[name] = fmt.Sprint(s)
	case *quakeworld.ModelList, *quakeworld.SoundList:
		l.facts[fmt.Sprintf("%s %.20s", name, fmt.Sprint(m))] = fmt.Sprintf("%s", m)
	case *quakeworld.SpawnStatic, *quakeworld.SpawnStaticSound:
		l.statics++
		l.facts[fmt.Sprint("static ", l.statics)] = fmt.Sprint(m)
	case *quakeworld.SpawnBaseline:
		l.facts[fmt.Sprint("baseline ", m.Entity)] = fmt.Sprint(*m)
	case *quakeworld.LightStyle:
		l.facts[fmt.Sprint("style ", m.Style)] = string(m.Map)
	case *quakeworld.ServerInfo:
		l.facts["server "+string(m.Key)] = string(m.Value)
	case *quakeworld.CDTrack, *quakeworld.SetPause, *quakeworld.Intermission, *quakeworld.MaxSpeed,
		*quakeworld.EntGravity:
		l.facts[name] = fmt.Sprint(m)
	default:
		l.takePlayer(m)
	}
}

// takePlayer takes what holds of a player.
func (l *quakeWorldFacts) takePlayer(m quakeworld.Message) {
	set := func(player uint8, what string, value any) {
		l.facts[fmt.Sprintf("player %02d %s", player, what)] = fmt.Sprint(value)
	}
	switch m := m.(type) {
	case *quakeworld.UpdateUserInfo:
		if was := l.users[m.Player]; len(m.Info) == 0 || was != 0 && was != m.UserID {
			maps.DeleteFunc(l.facts, func(key, _ string) bool {
				return strings.HasPrefix(key,
					fmt.Sprintf("player %02d ", m.Player))
			})
		}
		l.users[m.Player] = m.UserID
		set(m.Player, "user", fmt.Sprintf("%d %s", m.UserID, m.Info))
	case *quakeworld.SetInfo:
		set(m.Player, "info "+string(m.Key), string(m.Value))
	case *quakeworld.UpdateFrags:
		set(m.Player, "frags", m.Frags)
	case *quakeworld.UpdatePing:
		set(m.Player, "ping", m.Ping)
	case *quakeworld.UpdatePL:
		set(m.Player, "loss", m.Loss)
	case *quakeworld.UpdateStat:
		if !l.multiView {
			l.facts[fmt.Sprint("stat ", m.Index)] = fmt.Sprint(m.Value)
			return
		}
		for n := range quakeworld.MaxPlayers {
			if l.block.To(n) {
				set(uint8(n), fmt.Sprint("stat ", m.Index), m.Value)
			}
		}
	}
}

func (l *teller) netQuake(d *formats.Demo) {
	h := netquake.NewHistory()
	statics := 0
	codec.Drive[netquake.Handler](netquake.NewDecoder(d.Data, netquake.Options{}),
		netquake.HandlerFunc(func(m netquake.Message) {
			h.Handle(m)
			name := netquake.Name(m)
			switch m := m.(type) {
			case *netquake.ServerInfo:
				clear(l.facts)
				statics = 0
				s := *m
				s.Layout = nil
				l.facts[name] = fmt.Sprint(s)
			case *netquake.SpawnStatic, *netquake.SpawnStaticSound:
				statics++
				l.facts[fmt.Sprint("static ", statics)] = fmt.Sprint(m)
			case *netquake.SpawnBaseline:
				l.facts[fmt.Sprint("baseline ", m.Entity)] = fmt.Sprint(*m)
			case *netquake.LightStyle:
				l.facts[fmt.Sprint("style ", m.Style)] = string(m.Map)
			case *netquake.UpdateName:
				l.facts[fmt.Sprint("name ", m.Player)] = string(m.Name)
			case *netquake.UpdateFrags:
				l.facts[fmt.Sprint("frags ", m.Player)] = fmt.Sprint(m.Frags)
			case *netquake.UpdateColors:
				l.facts[fmt.Sprint("colors ", m.Player)] = fmt.Sprint(m.Colors)
			case *netquake.ClientData:
				l.facts[name] = fmt.Sprint(*m)
			case *netquake.UpdateStatFloat:
				l.facts[fmt.Sprint("stat ", m.Index)] = fmt.Sprint(m.Value)
			case *netquake.UpdateStat:
				if m.Index != netquake.StatKilled && m.Index != netquake.StatFoundSecrets {
					l.facts[fmt.Sprint("stat ", m.Index)] = fmt.Sprint(m.Value)
				}
			case *netquake.SetView, *netquake.CDTrack, *netquake.SetPause, *netquake.SkyBox, *netquake.Fog,
				*netquake.Intermission:
				l.facts[name] = fmt.Sprint(m)
			}
		}), func(_, _ int64) {
			if s := h.Snapshot(); s != nil {
				l.at(s.Time, func(w hash.Hash64) {
					fmt.Fprint(w, s.Clock, s.View, s.Angles)
					for _, e := range s.Entities {
						fmt.Fprint(w, e.Number, e.EntityState)
					}
				})
			}
		})
}

func (l *teller) quake2(d *formats.Demo) {
	var h quake2.History
	dec := quake2.NewDecoder(d.Data, quake2.Options{})
	client := ""
	codec.Drive[quake2.Handler](dec, quake2.HandlerFunc(func(m quake2.Message) {
		h.Handle(m)
		name := quake2.Name(m) + client
		switch m := m.(type) {
		case *quake2.ServerData:
			clear(l.facts)
			l.facts[name] = fmt.Sprint(*m)
		case *quake2.Multicast:
			client = fmt.Sprint(" for ", m.To, m.Client)
		case *quake2.EndMulticast:
			client = ""
		case *quake2.ConfigString:
			l.facts[fmt.Sprint(name, " ", m.Index)] = string(m.Text)
		case *quake2.Baseline:
			l.facts[fmt.Sprint(name, " ", m.Entity.Number)] = fmt.Sprint(m.Entity.EntityState)
		case *quake2.Layout:
			l.facts[name] = string(m.Text)
		case *quake2.Inventory:
			l.facts[name] = fmt.Sprint(*m)
		}
	}), func(_, _ int64) {
		s := h.Snapshot()
		if s == nil {
			return
		}
		l.at(dec.Time(), func(w hash.Hash64) {
			if d.Format == quake2.Codec {
				fmt.Fprint(w, s.Number)
			}
			fmt.Fprint(w, s.Players)
			for _, e := range s.Entities {
				if e.RenderFX&quake2.RenderBeam == 0 {
					e.OldOrigin = [3]float32{} // where it was a frame ago, and so before the clip
				}
				fmt.Fprint(w, e)
			}
		})
	})
}

// FTE takes replacement deltas for those of one of the last 63 packets, and waits until one follows what begins anew.
func TestAllEntitiesComeRightBeforeAClipOfFTE(t *testing.T) {
	d, err := formats.Open(filepath.Join("..", "quakeworld", "testdata", "recorded", "fte.qwd.gz"))
	if err != nil {
		t.Fatal(err)
	}
	part := cut(t, d, 8*time.Second, 10*time.Second, nil)
	dec := quakeworld.NewDecoder(part.Data, quakeworld.Options{})
	h := &deltaPackets{}
	for err = nil; err == nil; err = dec.Next(h) {
	}
	if len(h.list) < 10 || !h.anew {
		t.Fatalf("%d packets have entities; they begin anew: %v", len(h.list), h.anew)
	}
	for i, n := range h.list[1:] {
		if n <= h.list[i] || n-h.list[i] >= 63 {
			t.Fatalf("packet %d follows packet %d", n, h.list[i])
		}
	}
}

// deltaPackets are the numbers of the packets that have replacement deltas.
type deltaPackets struct {
	list []uint32
	now  uint32
	anew bool // the first forgets all entities
}

func (h *deltaPackets) Handle(m quakeworld.Message) {
	switch m := m.(type) {
	case *quakeworld.Block:
		h.now = m.Sequence &^ (1 << 31)
	case *quakeworld.UpdateEntities:
		if len(h.list) == 0 {
			h.anew = len(m.Changes) > 0 && m.Changes[0].Removed && m.Changes[0].Number == 0
		}
		if len(h.list) == 0 || h.list[len(h.list)-1] != h.now {
			h.list = append(h.list, h.now)
		}
	}
}
