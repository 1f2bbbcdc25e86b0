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

func (d *digest) Block(b *Block) {
	d.counter.Block(b)
	d.add(int64(b.Clock), b.Code, b.Players, b.Sequence)
}

func (d *digest) Command(m *Command) { d.add(m.View, m.Buttons) }

func (d *digest) ServerData(m *ServerData, p *Protocol) {
	d.counter.ServerData(m, p)
	d.number = m.Protocol
	d.add(p.Number, p.FTE, p.FTE2, p.MVD1, m.Client)
}

func (d *digest) UpdateStat(m *UpdateStat) {
	d.counter.UpdateStat(m)
	d.add(m.Index, m.Value)
}

func (d *digest) UpdateFrags(m *UpdateFrags) {
	d.counter.UpdateFrags(m)
	d.add(m.Player, m.Frags)
}

func (d *digest) PlayerInfo(m *PlayerInfo) {
	d.counter.PlayerInfo(m)
	s := &d.state[m.Player]
	*s = m.Apply(*s)
	d.add(m.Player, s.Origin, s.Velocity, s.Angles, s.Frame, s.Model, s.Skin, s.Effects, s.WeaponFrame)
}

func (d *digest) PacketEntities(m *PacketEntities) {
	d.counter.PacketEntities(m)
	for i := range m.Entities {
		e := &m.Entities[i]
		d.add(e.Number, e.Mask, e.Model, e.Frame, e.Origin, e.Angles)
	}
}

func (d *digest) Hidden(m *Hidden) {
	d.n["hidden"]++
	d.add(m.Type, int32(len(m.Data)))
}

// TestGolden holds what real demos say, by numbers: content (the start of its
// SHA-256), protocol, blocks, messages, damage, digest.
func TestGolden(t *testing.T) {
	var lines []string
	for _, name := range demos(t, "qw", "recorded/qw", "broken/derived", "broken/qw") {
		data := corpus.Load(t, name)
		d := &digest{counter: counter{n: map[string]int{}}, hash: fnv.New64a()}
		damage := decode(t, data, multiView(name), d).Damage()
		messages := 0
		for kind, n := range d.n {
			if !strings.HasPrefix(kind, "block") && kind != "reliable" {
				messages += n
			}
		}
		lines = append(lines, fmt.Sprintf("%.6x\t%d\t%d\t%d\t%d\t%016x", sha256.Sum256(data), d.number, d.n["blocks"], messages, len(damage), d.hash.Sum64()))
	}
	corpus.GoldenLines(t, "testdata/golden.tsv", lines)
}
