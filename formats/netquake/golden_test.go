package netquake

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"hash/fnv"
	"testing"

	"fragscope/formats/corpus"
)

// digest is a Handler that makes one number of what a demo says.
type digest struct {
	counter
	*History
	hash     hash.Hash64
	protocol *Protocol
	number   int32
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
	d.History.Handle(m)
	switch m := m.(type) {
	case *Block:
		d.add(m.Angles)
	case *ServerInfo:
		d.protocol, d.number = m.Layout, m.Protocol
		d.add(m.Protocol, m.Flags, m.MaxClients, int32(len(m.Models)), int32(len(m.Sounds)))
	case *Time:
		d.add(m.Seconds)
	case *ClientData:
		d.add(m.Velocity, m.Items, m.Armor, m.Health, m.Ammo, m.Weapon, m.WeaponModel)
	case *UpdateEntity:
		s := m.Apply(d.Baseline(m.Entity), d.protocol)
		d.add(m.Entity, s.Model, s.Frame, s.Colormap, s.Skin, s.Effects, s.Origin, s.Angles, s.Opacity)
	}
}

// TestGolden holds what real demos say, by numbers: content (the start of its
// SHA-256), protocol, blocks, messages, damage, digest.
func TestGolden(t *testing.T) {
	var lines []string
	for _, name := range demos(t, "nq", "recorded/nq", "broken/derived", "broken/nq") {
		data := corpus.Load(t, name)
		d := &digest{counter: counter{}, History: NewHistory(), hash: fnv.New64a(), protocol: &Protocol{}}
		damage := decode(t, data, d).Damage()
		messages := 0
		for kind, n := range d.counter {
			if kind != "blocks" && kind != "top:track" {
				messages += n
			}
		}
		lines = append(lines, fmt.Sprintf("%.6x\t%d\t%d\t%d\t%d\t%016x", sha256.Sum256(data), d.number,
			d.counter["blocks"], messages, len(damage), d.hash.Sum64()))
	}
	corpus.GoldenLines(t, "testdata/golden.tsv", lines)
}
