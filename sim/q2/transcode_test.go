package q2

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"

	"fragscope/formats/corpus"
	"fragscope/formats/quake2"
	"fragscope/sim/recording"
)

// transcoder writes what it is given as another protocol, or as a recording of Relay.
type transcoder struct {
	out      bytes.Buffer
	e        *quake2.Encoder
	protocol int32
	history  quake2.History
	block    quake2.Block
	// client is for whom alone a message of a .mvd2 is, toClient whether that is so.
	client   uint8
	toClient bool
}

func newTranscoder(protocol int32) *transcoder {
	tc := &transcoder{protocol: protocol}
	tc.e = quake2.NewEncoder(&tc.out, quake2.Options{})
	tc.e.Handle(&quake2.Header{})
	return tc
}

func (tc *transcoder) begin() {
	tc.block = quake2.Block{}
	tc.e.Handle(&tc.block)
}

func (tc *transcoder) finish() { tc.e.Handle((*quake2.EndBlock)(&tc.block)) }

// run decodes a demo and gives what the transcoder wrote.
func (tc *transcoder) run(t *testing.T, data []byte, h quake2.Handler) []byte {
	t.Helper()
	d := quake2.NewDecoder(data, quake2.Options{})
	for d.Next(h) == nil {
	}
	end := quake2.Block{Kind: quake2.BlockEnd, Size: -1}
	tc.e.Handle(&end)
	tc.e.Handle((*quake2.EndBlock)(&end))
	if err := tc.e.Finish(); err != nil || len(d.Damage()) > 0 {
		t.Fatal(err, d.Damage())
	}
	return tc.out.Bytes()
}

// The temporary entities that changed places with 3.15, and the protocol since when they have (game q_shared.h,
// temp_event_t).
const (
	sparksAndTrail      = 26
	placesOfTheReleases = 32
)

// older writes a client's recording of protocol 34 as an older one.
func (tc *transcoder) older(m quake2.Message) {
	switch m := m.(type) {
	case *quake2.Header:
	case *quake2.Block:
		if m.Kind == quake2.BlockWhole {
			tc.begin()
		}
	case *quake2.EndBlock:
		if m.Kind == quake2.BlockWhole {
			tc.finish()
		}
	case *quake2.ServerData:
		c := *m
		c.Protocol = tc.protocol
		tc.e.Handle(&c)
	case *quake2.TempEntity:
		c := *m
		if tc.protocol < placesOfTheReleases && c.Type>>1 == sparksAndTrail>>1 {
			c.Type ^= 1
		}
		tc.e.Handle(&c)
	default:
		tc.e.Handle(m)
	}
}

// story returns everything in a recording: events, and players and entities at every frame.
func story(r *recording.Recording) (lines []string) {
	for _, e := range r.Events() {
		lines = append(lines, fmt.Sprint(e.Time, e.Kind, e.Slot, e.Attacker, e.Item, e.Weapon, e.Cause, e.Text.Plain))
	}
	c := r.Cursor()
	for i := range r.Frames() {
		w := c.At(r.FrameTime(i))
		for k := range w.Players {
			p := &w.Players[k]
			lines = append(lines, fmt.Sprint(w.Time, p.Slot, p.Origin, p.Life, p.Health, p.Weapon, p.Powerups, p.Frags))
		}
		for k := range w.Entities {
			e := &w.Entities[k]
			lines = append(lines, fmt.Sprint(w.Time, e.Number, e.Kind, e.Name, e.Origin, e.Visible))
		}
		lines = append(lines, fmt.Sprint(len(w.Effects)))
	}
	return lines
}

// TestOlderProtocols writes a match as each of the protocols of which no recording is known, and holds that it tells
// the same and is written back byte for byte.
func TestOlderProtocols(t *testing.T) {
	data := corpus.Unzipped(t, filepath.Join(recordedDir, "reckoning_dm_q2pro.dm2.gz"))
	want := story(game.Bytes(data, "x.dm2"))
	for protocol := int32(26); protocol < 34; protocol++ {
		tc := newTranscoder(protocol)
		older := tc.run(t, data, quake2.HandlerFunc(tc.older))
		r := game.Bytes(older, "x.dm2")
		if got := r.Header().Protocol; got != int(protocol) {
			t.Errorf("protocol %d, want %d", got, protocol)
		}
		sameStories(t, fmt.Sprint("protocol ", protocol), story(r), want)
		writtenBack(t, older)
	}
}

func sameStories(t *testing.T, name string, got, want []string) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("%s: %d lines, want %d; line %d is\n%v, want\n%v", name, len(got), len(want), i,
				got[min(i, len(got)-1)], want[min(i, len(want)-1)])
		}
	}
}

func writtenBack(t *testing.T, data []byte) {
	t.Helper()
	var out bytes.Buffer
	e, d := quake2.NewEncoder(&out, quake2.Options{}), quake2.NewDecoder(data, quake2.Options{})
	for d.Next(e) == nil {
	}
	if err := e.Finish(); err != nil || len(d.Damage()) > 0 || !bytes.Equal(out.Bytes(), data) {
		t.Errorf("not written back: %v %v", err, d.Damage())
	}
}

// everything of a player and of an entity (game qcommon.h, PS_M_TYPE and U_ORIGIN1).
const (
	wholePlayer = 0x7fff
	wholeStats  = 0xffffffff
	wholeEntity = 1<<0 | 1<<1 | 1<<9 | 1<<10 | 1<<2 | 1<<3 | 1<<17 | 1<<5 | 1<<7 | 1<<8 | 1<<11 | 1<<12 | 1<<18 | 1<<14 | 1<<19 |
		1<<15 | 1<<16 | 1<<25 | 1<<20 | 1<<21 | 1<<22 | 1<<23 | 1<<24 | 1<<26 | 1<<27
)

// relay writes a .mvd2 as the Relay modification recorded: what is for one client alone is marked as his.
func (tc *transcoder) relay(m quake2.Message) {
	switch m := m.(type) {
	case *quake2.Header:
	case *quake2.Block:
		if m.Kind == quake2.BlockWhole {
			tc.begin()
		}
	case *quake2.EndBlock:
		if m.Kind == quake2.BlockWhole {
			tc.finish()
		}
	case *quake2.ServerData:
		tc.history.Handle(m)
		tc.e.Handle(&quake2.ServerData{Protocol: 34, Recording: quake2.RecordRelay, ServerCount: m.ServerCount,
			GameDir: m.GameDir, Level: []byte("relayed")})
	case *quake2.MVDFrame:
		tc.history.Handle(m)
		tc.relayFrame(tc.history.Last())
	case *quake2.Multicast:
		tc.toClient, tc.client = m.To == quake2.MulticastClient, m.Client
	case *quake2.EndMulticast:
		tc.toClient = false
	default:
		if tc.toClient {
			tc.e.Handle(&quake2.Unicast{Client: tc.client})
		}
		tc.e.Handle(m)
	}
}

// relayFrame writes a frame as changes of nothing.
func (tc *transcoder) relayFrame(snap *quake2.Snapshot) {
	f := &quake2.Frame{Number: snap.Number + 1, Delta: -1, Areas: []byte{0xff}, Recording: quake2.RecordRelay}
	for i := range snap.Players {
		f.Connected = append(f.Connected, byte(snap.Players[i].Slot))
	}
	tc.e.Handle(f)
	for i := range snap.Players {
		v := &snap.Players[i]
		tc.e.Handle(&quake2.Unicast{Client: uint8(v.Slot)})
		tc.e.Handle(&quake2.PlayerDelta{PlayerState: v.State, Mask: wholePlayer, StatMask: wholeStats})
	}
	all := &quake2.PacketEntities{}
	for _, e := range snap.Entities {
		all.Entities = append(all.Entities, quake2.EntityDelta{EntityState: e, Mask: wholeEntity})
	}
	tc.e.Handle(all)
}

// TestRelay writes the matches as recordings of Relay, of which none is known and which nothing makes any more, and
// compares what they tell with what the game wrote down.
func TestRelay(t *testing.T) {
	for _, match := range []string{"ctf_q2pro", "reckoning_dm_q2pro", "groundzero_dm_q2pro"} {
		tc := newTranscoder(34)
		data := tc.run(t, corpus.Unzipped(t, filepath.Join(recordedDir, match+".mvd2.gz")),
			quake2.HandlerFunc(tc.relay))
		writtenBack(t, data)
		log, r := readLog(t, match), game.Bytes(data, "x.dm2")
		if r.Header().Kind != "relay" {
			t.Errorf("%s is a %s recording", match, r.Header().Kind)
		}
		rec := &recorded{r, log, modOf(r.Header().Mod), log.shift(r)}
		t.Run(match+"/places", rec.places)
		t.Run(match+"/entities", rec.entities)
		t.Run(match+"/deaths", rec.deaths)
	}
}
