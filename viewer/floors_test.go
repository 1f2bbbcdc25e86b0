package viewer

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"fragscope/assets/bsp"
	"fragscope/assets/bsp/bsptest"
	"fragscope/assets/plan"
	"fragscope/assets/texture"
	"fragscope/sim"
	"fragscope/viewer/maps"
)

// paved is a map with one floor, whose textures are found, or not found for a reason.
type paved struct {
	none   error
	looked chan bool // receives a value for each search for textures
}

func (paved) Plan(context.Context, sim.Header, sim.Level, []string, func() []plan.Point) (*plan.Plan, error) {
	stone := bsp.Texture{Width: 8, Height: 8, Pixels: bytes.Repeat([]byte{0xf8, 0x24}, 32)}
	m, err := bsp.Decode((&bsptest.Map{
		Format:   bsp.Quake29,
		Boxes:    []bsptest.Box{{Min: bsp.Vec3{-600, -600, -16}, Max: bsp.Vec3{600, 600, 0}}},
		Mapping:  bsp.Mapping{S: [4]float32{0.1}, T: [4]float32{0, 0.1}},
		Pictures: map[string]bsp.Texture{"stone": stone},
	}).Bytes())
	if err != nil {
		return nil, err
	}
	return plan.FromBSP(m, nil), nil
}

func (m paved) Textures(ctx context.Context, _ sim.Header, _ sim.Level, _ []string, p *plan.Plan) ([]*texture.Picture,
	error) {
	m.looked <- true
	if m.none != nil {
		return nil, m.none
	}
	return texture.Find(ctx, nil, p.Format(), p.Textures())
}

func TestTexturesAreLookedForWhenWanted(t *testing.T) {
	m := paved{looked: make(chan bool, 100)}
	d := drive(t, -1280, -720, Options{Files: []string{"/demos/a.dm_68", "/demos/b.dm_68"}, Paused: true, Maps: m})
	d.until("there is a map", func() bool { return d.a.stage.Plan() != nil })
	d.tick(5)
	if len(m.looked) > 0 || d.a.stage.Plan().Textured() {
		t.Error("textures that nobody asked for")
	}
	d.key("X")
	d.until("there are textures", func() bool { return d.a.stage.Plan().Textured() })
	d.key("X", "X", "X")
	d.tick(5)
	if n := len(m.looked); n != 1 {
		t.Errorf("textures are looked for %d times", n)
	}
	// It also applies to the next demo.
	d.key("Ctrl+PgDn")
	d.until("the next demo has textures", func() bool {
		return d.a.open() && d.a.session.Demo().Path == "/demos/b.dm_68" && d.a.stage.Plan() != nil &&
			d.a.stage.Plan().Textured()
	})
	if d.says("by height:") {
		t.Error("it says that there are no textures")
	}
}

func TestNoTexturesAreToldOnce(t *testing.T) {
	for name, c := range map[string]struct {
		maps maps.Finder
		want string
	}{
		"a map without": {paved{fmt.Errorf("%w in any folder of the game", texture.ErrNone), make(chan bool, 100)},
			"Floors are coloured by height: no textures in any folder of the game."},
		"no map": {noMaps{}, "Floors are coloured by height: no textures without a map file."},
	} {
		t.Run(name, func(t *testing.T) {
			d := drive(t, -1280, -720, Options{Files: []string{"/demos/a.dm_68", "/demos/b.dm_68"}, Paused: true,
				Maps: c.maps})
			d.until("there is a map", func() bool { return d.a.stage.Plan() != nil })
			d.key("X")
			d.until("it is told", func() bool { return d.says(c.want) })
			if d.a.stage.Plan().Textured() || d.a.screen.scene().World == nil {
				t.Error("the map does not stay as it was")
			}
			d.a.notices.Clear()
			d.key("Ctrl+PgDn")
			d.until("the next demo is open", func() bool {
				return d.a.open() && d.a.session.Demo().Path == "/demos/b.dm_68" && d.a.stage.Plan() != nil
			})
			d.tick(20)
			if d.says(c.want) {
				t.Error("it is told again")
			}
			d.key("X")
			d.until("it is told to who asks again", func() bool { return d.says(c.want) })
		})
	}
}
