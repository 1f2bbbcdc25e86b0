package quake2_test

import (
	"strings"
	"testing"

	"fragscope/formats/corpus"
	"fragscope/formats/quake2"
	"fragscope/formats/quake2/layout"
)

// board runs every layout of a demo, and the status bar in every frame.
type board struct {
	quake2.History
	data      quake2.ServerData
	config    map[int]string
	layouts   int
	empty     int
	scores    int
	lines     int
	barItems  int
	badClient int
}

func (b *board) Handle(m quake2.Message) {
	b.History.Handle(m)
	switch m := m.(type) {
	case *quake2.ServerData:
		b.data, b.config = *m, map[int]string{}
	case *quake2.ConfigString:
		b.config[int(m.Index)] = string(m.Text)
	case *quake2.Layout:
		b.layout(m)
	case *quake2.PacketEntities:
		b.barItems += len(layout.Run(b.data.Config.StatusBar(b.Config), b, layout.Options{}))
	}
}

func (b *board) Stat(i int) int {
	s := b.Last()
	if s == nil || len(s.Players) == 0 || i < 0 || i >= quake2.MaxStats {
		return 0
	}
	return int(s.Players[0].State.Stats[i])
}

func (b *board) Config(i int) string { return b.config[i] }
func (b *board) Image(i int) string  { return b.config[b.data.Config.Images+i] }

func (b *board) layout(m *quake2.Layout) {
	items := layout.Run(string(m.Text), b, layout.Options{})
	b.layouts++
	if len(items) == 0 && len(m.Text) > 0 {
		b.empty++
	}
	for _, s := range layout.Scores(items) {
		b.scores++
		if s.Client < 0 || s.Client > 255 || s.Ping < 0 {
			b.badClient++
		}
	}
	b.lines += len(layout.Lines(items))
}

// TestRealLayouts runs the programs of real demos.
func TestRealLayouts(t *testing.T) {
	for _, name := range corpus.Demos(t, []string{"q2", "recorded/q2"}, "*.dm2", "*.mvd2") {
		var b board
		d := quake2.NewDecoder(corpus.Load(t, name), quake2.Options{})
		for d.Next(&b) == nil {
		}
		if b.empty > 0 || b.badClient > 0 {
			t.Errorf("%s: %d layouts draw nothing, %d scores of nobody", name, b.empty, b.badClient)
		}
		if strings.HasSuffix(name, ".dm2") && !strings.Contains(name, "server") && b.barItems == 0 {
			t.Errorf("%s: nothing on the status bar", name)
		}
	}
}
