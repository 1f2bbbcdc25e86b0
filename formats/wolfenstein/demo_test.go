package wolfenstein

import (
	"bytes"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"fragscope/formats/codec"
	"fragscope/formats/quake3"
	"fragscope/formats/wire"
)

// seedDemo is a small demo of protocol p, made by the encoder.
func seedDemo(p *quake3.Protocol, snapshots int) []byte {
	var out bytes.Buffer
	e := quake3.NewEncoder(&out, quake3.Options{Protocol: p})
	entity := EntityState{Number: 70}
	entity.F[EntEType], entity.F[EntPosBaseX], entity.F[EntPosBaseY] = 3, math.Float32bits(64), math.Float32bits(2.5)
	entity.Shared[6] = 8
	e.Handle(&quake3.Block{Sequence: 1, ReliableAcknowledge: 7})
	e.Handle(&quake3.Gamestate{
		Configstrings: []quake3.Configstring{{Index: 0, Text: []byte(`\mapname\oasis\protocol\` + map[bool]string{true: "84",
			false: "60"}[p.Game == GameET])},
			{Index: p.CsPlayers, Text: []byte(`n\a\t\1`)}},
		Baselines: []quake3.EntityDelta{entity.Delta(&EntityState{}, p)},
		ClientNum: 1,
	})
	e.Handle(&quake3.BlockEnd{})
	var was PlayerState
	for i := range snapshots {
		player, moved := was, entity
		player.F[PsOriginX], player.F[PsOriginY] = math.Float32bits(float32(i)), math.Float32bits(float32(i)/7)
		player.F[PsCommandTime], player.F[PsPmTime] = uint32(i*50), uint32(math.MaxUint32)
		player.Arrays[0][0], player.Arrays[Ammo+2][3], player.Arrays[Clip][8] = 100, -1, int32(i%30)
		player.Arrays[Powerups][1] = 1 << 20
		moved.F[EntPosBaseX] = math.Float32bits(float32(i) / 3)
		e.Handle(&quake3.Block{Sequence: int32(i + 2), ReliableAcknowledge: 7})
		e.Handle(&quake3.ServerCommand{Sequence: int32(i + 1), Text: []byte(`print "hello"`)})
		e.Handle(&quake3.SnapshotDelta{ServerTime: int32(i * 50), DeltaNum: uint8(min(i, 1)), AreaMask: []byte{1},
			Player: player.Delta(&was, p), Entities: []quake3.EntityDelta{moved.Delta(&entity, p)}})
		if p.TV() {
			e.Handle(&quake3.PlayerStates{Players: []quake3.NumberedPlayer{
				{Client: 5, PlayerDelta: player.Delta(&was, p)}}})
		}
		e.Handle(&quake3.BlockEnd{})
		was, entity = player, moved
	}
	_ = e.Finish()
	return out.Bytes()
}

// FuzzDecode decodes hostile demos with each protocol and by detection. What was decoded and encoded must stay as it is
// when this is done again; the messages are applied, and cut.
func FuzzDecode(f *testing.F) {
	for i, p := range Family.Protocols {
		data := seedDemo(p, 3)
		f.Add(byte(i), data)
		f.Add(byte(len(Family.Protocols)), data)
		damaged := bytes.Clone(data)
		damaged[len(damaged)/2] ^= 0x5a
		f.Add(byte(i), damaged)
		f.Add(byte(i), damaged[:len(damaged)-20])
	}
	f.Fuzz(func(t *testing.T, n byte, data []byte) {
		o := quake3.Options{Family: Family}
		if int(n) < len(Family.Protocols) {
			o.Protocol = Family.Protocols[n]
		}
		once, d, err := encodeAll(data, o)
		p := d.Protocol()
		c := quake3.NewClip(io.Discard, p, 1, int64(len(data)))
		codec.Drive[quake3.Handler](quake3.NewDecoder(data, quake3.Options{Protocol: p}), c, nil)
		_ = c.Finish()
		sniff(data, n&1 == 0)
		if err != nil {
			return
		}
		twice, _, err := encodeAll(once, quake3.Options{Protocol: p})
		if err != nil || !bytes.Equal(once, twice) {
			t.Errorf("%d bytes become %d, then %d, %v", len(data), len(once), len(twice), err)
		}
	})
}

// TestDetect holds that each protocol's demos are told apart, and from those of Quake III, by what the server says and
// without it.
func TestDetect(t *testing.T) {
	for _, p := range Family.Protocols {
		data := seedDemo(p, 20)
		if got := Family.Detect(data, ""); got.Protocol != p || got.Number != p.Number || got.Blocks < 16 {
			t.Errorf("protocol %d is detected as %d, by %d blocks", p.Number, got.Number, got.Blocks)
		}
		headless := bytes.Clone(data)
		for i := range 12 {
			headless[8+i] ^= 0xa5
		}
		if got := [4]wire.Confidence{sniff(data, p.TV()), sniff(data, !p.TV()), sniff(headless, p.TV()),
			sniff(headless, !p.TV())}; got !=
			[4]wire.Confidence{wire.Certain, wire.NotThis, wire.Likely, wire.NotThis} {
			t.Errorf("protocol %d is sniffed as %v", p.Number, got)
		}
	}
}

// TestGrowing holds that a demo that arrives in pieces gives the messages that it gives whole.
func TestGrowing(t *testing.T) {
	for _, p := range Family.Protocols {
		whole := seedDemo(p, 200)
		step := 0
		d := quake3.NewDecoder(nil, quake3.Options{Family: Family, More: func(have int) ([]byte, bool) {
			step = step*5%97 + 1
			n := min(have+step, len(whole))
			return whole[:n], n == len(whole)
		}})
		var out bytes.Buffer
		e := quake3.NewEncoder(&out, quake3.Options{Protocol: p})
		for d.Next(e) != io.EOF {
		}
		if got := d.Protocol(); got != p || e.Finish() != nil || !bytes.Equal(out.Bytes(), whole) ||
			len(d.Damage()) > 0 {
			t.Errorf("protocol %d, %d bytes of %d, %v", got.Number, out.Len(), len(whole), d.Damage())
		}
	}
}

// states returns a demo's snapshots by server time, and its configstrings at the end.
func states(data []byte, name string) (map[int32]*Snapshot, *History) {
	h, all := new(History), map[int32]*Snapshot{}
	codec.Drive[quake3.Handler](quake3.NewDecoder(data, quake3.Options{Name: name, Family: Family}), h, func(int64, int64) {
		if s := h.Snapshot(); s != nil {
			all[s.ServerTime] = s
		}
	})
	return all, h
}

// TestClip holds, for three parts of each demo, that at each snapshot of the clip all is as in the demo, and that the
// configstrings at its end are.
func TestClip(t *testing.T) {
	demos := map[string][]byte{}
	for _, p := range Family.Protocols {
		demos[p.Game+map[bool]string{true: ".tv_84", false: ".dm_84"}[p.TV()]] = seedDemo(p, 300)
	}
	if !testing.Short() {
		for _, file := range recordings(t) {
			if data, err := os.ReadFile(file); err == nil {
				demos[filepath.Base(file)] = data
			}
		}
	}
	for name, data := range demos {
		moments := Codec.Moments(data, codec.Options{Name: name})
		whole, _ := states(data, name)
		for _, at := range []int{0, len(moments) / 3, len(moments) / 2} {
			for moments[at].Unfit {
				at++
			}
			to := min(at+200, len(moments)-1)
			first, end := moments[at], moments[to].End
			var out bytes.Buffer
			if err := Codec.Clip(&out, data, codec.Options{Name: name}, first, end); err != nil {
				t.Error(name, err)
				continue
			}
			sameAsWhole(t, name, whole, data[:end], out.Bytes(), (to-at)/2)
		}
	}
}

// sameAsWhole holds that a clip has at least as many snapshots as said, each as in the whole demo, and ends like the
// demo up to the same block.
func sameAsWhole(t *testing.T, name string, whole map[int32]*Snapshot, before, clip []byte, least int) {
	t.Helper()
	part, at := states(clip, name)
	_, end := states(before, name)
	if len(part) < least {
		t.Errorf("%s: %d snapshots are in the clip, of %d at least", name, len(part), least)
	}
	for clock, s := range part {
		w := whole[clock]
		if w == nil || s.Approximate != w.Approximate || !reflect.DeepEqual(s.Player, w.Player) ||
			!reflect.DeepEqual(s.Players, w.Players) || !reflect.DeepEqual(s.Entities, w.Entities) {
			t.Errorf("%s: at %d the clip differs", name, clock)
			break
		}
	}
	if at.Configstrings != end.Configstrings {
		t.Errorf("%s: the clip ends with other configstrings", name)
	}
}
