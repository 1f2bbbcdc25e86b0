package quakeworld

import (
	"io"
	"strings"
	"testing"

	"fragscope/formats/corpus"
)

// demos are the .qwd and .mvd files in some of the folders of real demos.
func demos(t testing.TB, folders ...string) []string {
	t.Helper()
	return corpus.Demos(t, folders, "*.qwd", "*.qwd.gz", "*.mvd", "*.mvd.gz")
}

// multiView tells a .mvd by its name.
func multiView(name string) bool { return strings.Contains(name, ".mvd") }

// decode drives h through a demo.
func decode(t testing.TB, data []byte, multiView bool, h Handler) *Decoder {
	t.Helper()
	d := NewDecoder(data, Options{MultiView: multiView})
	for {
		switch err := d.Next(h); err {
		case nil:
		case io.EOF:
			return d
		default:
			t.Fatal(err)
		}
	}
}

// TestRoundTrip holds that reading and writing gives back every real demo,
// also the damaged ones, and that the intact ones have no damage.
func TestRoundTrip(t *testing.T) {
	for _, name := range demos(t, "qw", "recorded/qw", "compressed", "broken/qw", "broken/derived") {
		data := corpus.Load(t, name)
		corpus.SameBytes(t, name, rewritten(t, data, multiView(name)), data)
		if d := decode(t, data, multiView(name), HandlerFunc(discard)); len(d.Damage()) > 0 &&
			!strings.HasPrefix(name, "broken/") {
			t.Errorf("%s: %v", name, d.Damage())
		}
	}
}

// counter counts messages under the names of the truth tables.
type counter map[string]int

func (c counter) Handle(m Message) {
	switch m := m.(type) {
	case *Block:
		c.block(m)
	case *Connectionless:
		c["connless"]++
	case *TempEntity:
		c["temp_entity"]++
	case *ChokeCount:
		c["choke"]++
	case *UpdateStat:
		if m.ID == idUpdateStat {
			c["updatestat"]++
		} else {
			c["updatestatlong"]++
		}
	case *PacketEntities:
		if m.Delta {
			c["deltapacketentities"]++
		} else {
			c["packetentities"]++
		}
	case *Command, *SequenceInfo, *Raw, *Time, *SellScreen, *Projectiles: // not counted there
	default:
		c[strings.ReplaceAll(Name(m), "_", "")]++
	}
}

// blockKinds are the names of the blocks of a .qwd.
var blockKinds = map[Kind]string{KindCommand: "block:cblock", KindRead: "block:sblock", KindSequence: "block:fblock"}

func (c counter) block(b *Block) {
	c["blocks"]++
	if name := blockKinds[b.Kind()]; name != "" {
		c[name]++
	}
	if b.Kind() == KindRead && !b.Connectionless() && (b.Sequence|b.Acknowledged)>>31 != 0 {
		c["reliable"]++
	}
}

// TestCounts compares the number of messages of each kind with another
// program's.
func TestCounts(t *testing.T) {
	for name, want := range corpus.Counts(t, ".qwd") {
		got := counter{}
		decode(t, corpus.Load(t, name), multiView(name), got)
		corpus.SameCounts(t, name, got, want)
	}
}
