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
	hash     hash.Hash64
	protocol *Protocol
	base     map[uint16]EntityState
	number   int32
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
	d.add(b.Angles)
}

func (d *digest) ServerInfo(m *ServerInfo, p *Protocol) {
	d.counter.ServerInfo(m, p)
	d.protocol, d.base, d.number = p, map[uint16]EntityState{}, m.Protocol
	d.add(m.Protocol, m.Flags, m.MaxClients, int32(len(m.Models)), int32(len(m.Sounds)))
}

func (d *digest) Time(m *Time) {
	d.counter.Time(m)
	d.add(m.Seconds)
}

func (d *digest) ClientData(m *ClientData) {
	d.counter.ClientData(m)
	d.add(m.Velocity, m.Items, m.Armor, m.Health, m.Ammo, m.Weapon, m.WeaponModel)
}

func (d *digest) SpawnBaseline(m *SpawnBaseline) {
	d.counter.SpawnBaseline(m)
	d.base[m.Entity] = m.State(d.protocol)
}

func (d *digest) UpdateEntity(m *UpdateEntity) {
	d.counter.UpdateEntity(m)
	base, ok := d.base[m.Entity]
	if !ok {
		base = NewEntityState()
	}
	s := m.Apply(base, d.protocol)
	d.add(m.Entity, s.Model, s.Frame, s.Colormap, s.Skin, s.Effects, s.Origin, s.Angles, s.Opacity)
}

// TestGolden holds what real demos say, by numbers: content (the start of its
// SHA-256), protocol, blocks, messages, damage, digest.
func TestGolden(t *testing.T) {
	var lines []string
	for _, name := range demos(t, "nq", "recorded/nq", "broken/derived", "broken/nq") {
		data := corpus.Load(t, name)
		d := &digest{counter: counter{n: map[string]int{}}, hash: fnv.New64a(), base: map[uint16]EntityState{}, protocol: &Protocol{}}
		damage := decode(t, data, d).Damage()
		messages := 0
		for kind, n := range d.n {
			if kind != "blocks" && kind != "top:track" {
				messages += n
			}
		}
		lines = append(lines, fmt.Sprintf("%.6x\t%d\t%d\t%d\t%d\t%016x", sha256.Sum256(data), d.number, d.n["blocks"], messages, len(damage), d.hash.Sum64()))
	}
	corpus.GoldenLines(t, "testdata/golden.tsv", lines)
}
