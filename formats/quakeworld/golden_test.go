package quakeworld

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"hash/fnv"
	"strings"
	"testing"

	"fragscope/formats/corpus"
)

// digest is a Handler that makes one number of what a demo says.
type digest struct {
	counter
	hash   hash.Hash64
	state  [256]PlayerState
	number int32
}

func (d *digest) add(values ...any) {
	for _, v := range values {
		if err := binary.Write(d.hash, binary.LittleEndian, v); err != nil {
			panic(err)
		}
	}
}

func (d *digest) Handle(m Message) {
	d.counter.Handle(m)
	switch m := m.(type) {
	case *Block:
		d.add(int64(m.Clock), m.Code, m.Players, m.Sequence)
	case *Command:
		d.add(m.View, m.Buttons)
	case *ServerData:
		d.number = m.Protocol
		d.add(m.Layout.Number, m.Layout.FTE, m.Layout.FTE2, m.Layout.MVD1, m.Client)
	case *UpdateStat:
		d.add(m.Index, m.Value)
	case *UpdateFrags:
		d.add(m.Player, m.Frags)
	case *PlayerInfo:
		s := &d.state[m.Player]
		*s = m.Apply(*s)
		d.add(m.Player, s.Origin, s.Velocity, s.Angles, s.Frame, s.Model, s.Skin, s.Effects, s.WeaponFrame)
	case *PacketEntities:
		for i := range m.Entities {
			e := &m.Entities[i]
			d.add(e.Number, e.Mask, e.Model, e.Frame, e.Origin, e.Angles)
		}
	case *Hidden:
		d.add(m.Type, int32(len(m.Data)))
	}
}

// TestGolden holds what real demos say, by numbers: content (the start of its
// SHA-256), protocol, blocks, messages, damage, digest.
func TestGolden(t *testing.T) {
	var lines []string
	for _, name := range demos(t, "qw", "recorded/qw", "broken/derived", "broken/qw") {
		data := corpus.Load(t, name)
		d := &digest{counter: counter{}, hash: fnv.New64a()}
		damage := decode(t, data, multiView(name), d).Damage()
		messages := 0
		for kind, n := range d.counter {
			if !strings.HasPrefix(kind, "block") && kind != "reliable" {
				messages += n
			}
		}
		lines = append(lines, fmt.Sprintf("%.6x\t%d\t%d\t%d\t%d\t%016x", sha256.Sum256(data), d.number,
			d.counter["blocks"], messages, len(damage), d.hash.Sum64()))
	}
	corpus.GoldenLines(t, "testdata/golden.tsv", lines)
}
