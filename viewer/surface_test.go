package viewer

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
	"fragscope/viewer/heat"
	"fragscope/viewer/notes"
	"fragscope/viewer/panel"
	"fragscope/viewer/race"
	"fragscope/viewer/report"
)

// features are things that can be in the window together; each can be switched on and off. Those that point need the
// layout of the others.
var features = []struct {
	name string
	set  func(d *driver, on bool)
}{
	{"banner", func(d *driver, on bool) {
		d.a.session.World().CenterPrint = sim.Text{}
		if on {
			d.a.session.World().CenterPrint = sim.PlainText(
				"Countdown: 3\nDeathmatch 3\nMode Team\nRespawns KT2\nTimelimit 10")
		}
	}},
	{"caption", switches(action.Caption)},
	{"message", func(d *driver, on bool) {
		d.a.notices.Clear()
		if on {
			d.a.notices.Warn(
				"The file is cut off at 12:41: a snapshot ends in the middle of a player; the demo plays up to there.")
			d.a.notices.Say("Bookmark at 3:12.4.")
		}
	}},
	{"drawing", switches(notes.IDDraw)},
	{"find", func(d *driver, on bool) {
		if on {
			d.a.find.Ask("kind:frag with:rl ")
		} else {
			d.a.find.End()
		}
	}},
	{"heat", switches(heat.IDMap)},
	{"race", switches(race.IDRace)},
	{"lanes", switches(action.PanelLanes)},
	{"control", switches(action.PanelItems)},
	{"curve", switches(report.IDAdvantage)},
	{"range", func(d *driver, on bool) {
		d.a.timeline.Play.ClearLoop()
		if on {
			d.a.timeline.Play.SetLoop(20*time.Second, 40*time.Second)
		}
	}},
	{"report", switches(action.MatchReport)},
	{"deaths", func(d *driver, on bool) {
		if d.a.parts.set(action.MatchReport, on); on {
			d.a.parts.Do(report.IDDeaths)
		}
	}},
	{"map alone", func(d *driver, on bool) { d.a.screen.hidePanels = on }},
	{"scores", switches(action.Scoreboard)},
	{"tip", func(d *driver, on bool) { d.point(on, action.Screenshot) }},
	{"timeline", func(d *driver, on bool) {
		d.a.mouse.x, d.a.mouse.y = -50, -50
		if on {
			d.a.mouse.x, d.a.mouse.y = d.lineX(55*time.Second), d.lineY()
		}
	}},
}

func switches(id action.ID) func(*driver, bool) {
	return func(d *driver, on bool) { d.a.parts.set(id, on) }
}

// point rests the mouse on the button of an action.
func (d *driver) point(on bool, id action.ID) {
	m := d.a.mouse
	m.x, m.y, m.tip = -50, -50, panel.HitArea{}
	if !on {
		return
	}
	for _, a := range d.a.screen.layout.layers[layerTransport].HitAreas {
		if a.Do.ID == id {
			m.x, m.y = a.Rect.Center()
			m.tip = a
		}
	}
}

// TestNothingCoversAnother switches on every pair of features at every size and checks that no two owners' rectangles
// overlap, and that no text is truncated although there is room next to it.
func TestNothingCoversAnother(t *testing.T) {
	pairs, cuts := 0, map[string]bool{}
	for _, size := range []struct {
		w, h  int
		scale float32
	}{{800, 500, 1}, {1280, 720, 1}, {1920, 1080, 1}, {1600, 1000, 2}} {
		d := open(t, -size.w, -size.h, crowd, 30*time.Second)
		d.until("it is known what could be seen", func() bool { return d.a.parts.ready() })
		d.a.watch.Follow(0)
		d.a.screen.layout.scale = size.scale
		for i, first := range features {
			for _, second := range features[i:] {
				first.set(d, true)
				d.a.screen.compose()
				second.set(d, true)
				d.a.screen.compose()
				what := fmt.Sprintf("%s and %s at %dx%d", first.name, second.name, size.w, size.h)
				checkOwners(t, d, what)
				checkCuts(t, d, what, cuts)
				second.set(d, false)
				first.set(d, false)
				pairs++
			}
		}
	}
	t.Logf("%d pairs", pairs)
}

// checkOwners checks that nothing over the map covers anything else there, or the panels around the map.
func checkOwners(t *testing.T, d *driver, what string) {
	t.Helper()
	l, f := d.a.screen.layout, d.a.screen.layout.frame
	type owner struct {
		name string
		rect draw.Rect
	}
	var frame, over []owner
	add := func(to *[]owner, name string, r draw.Rect) {
		if r.W > 0 && r.H > 0 {
			*to = append(*to, owner{name, r.Inset(0.5, 0.5)})
		}
	}
	for name, r := range map[string]draw.Rect{
		"top": f.Top, "players": f.Left, "feed": f.Right, "side view": f.Heights, "band": f.Band, "status": f.Status,
		"transport": f.Transport,
	} {
		add(&frame, name, r)
	}
	for i, r := range l.below {
		add(&frame, fmt.Sprint("below ", i), r)
	}
	for name, i := range map[string]int{"banner": layerCenter, "caption": layerCaption,
		"caption left": layerCaptionLeft, "caption right": layerCaptionRight, "message": layerMessage,
		"message 2": layerMessage2, "legend": layerLegend, "range": layerRange, "hover": layerHover, "tip": layerTip} {
		add(&over, name, l.layers[i].Area)
	}
	for i := layerConcerns; i < layerScrim; i++ {
		if o := l.owners[i]; o != nil && o.Height == nil {
			add(&over, fmt.Sprint("panel ", i), l.layers[i].Area)
		}
	}
	for i, a := range over {
		for _, b := range over[i+1:] {
			if a.rect.Overlaps(b.rect) && !(strings.HasPrefix(a.name+b.name, "tippanel") ||
				strings.HasPrefix(b.name+a.name, "tippanel")) && !wholeMap(d, a.name, b.name) {
				t.Errorf("%s: the %s at %v covers the %s at %v", what, a.name, a.rect, b.name, b.rect)
			}
		}
		for _, b := range frame {
			inTop := b.name == "top" && strings.HasPrefix(a.name, "message")
			if a.name != "tip" && !inTop && a.rect.Overlaps(b.rect) {
				t.Errorf("%s: the %s at %v covers the %s at %v", what, a.name, a.rect, b.name, b.rect)
			}
			for _, op := range l.layers[layerTop].Ops {
				if inTop && op.Kind == panel.OpText && op.Rect.Overlaps(a.rect) {
					t.Errorf("%s: the %s covers %q", what, a.name, op.Text)
				}
			}
		}
	}
}

// wholeMap reports whether one of two is a panel over the whole map and the other a tooltip.
func wholeMap(d *driver, a, b string) bool {
	top := d.a.surface.top()
	return top != nil && top.Side == 0 && (a == "hover" || b == "hover") &&
		strings.HasPrefix(strings.Replace(a+b, "hover", "", 1), "panel")
}

// checkCuts checks that a truncated text has no room next to it, up to its neighbour or the edge of its background.
func checkCuts(t *testing.T, d *driver, what string, told map[string]bool) {
	t.Helper()
	const spare = 26
	for i := range d.a.screen.layout.layers {
		l := &d.a.screen.layout.layers[i]
		for _, op := range l.Ops {
			if op.Kind != panel.OpText || !strings.HasSuffix(op.Text, "…") || told[op.Text] ||
				strings.HasSuffix(op.Text, " …") || strings.HasSuffix(op.Text, "s…") {
				continue
			}
			end := l.Area.Right()
			for _, o := range l.Ops {
				if o.Rect.Y > op.Rect.Bottom()-2 || o.Rect.Bottom() < op.Rect.Y+2 {
					continue
				}
				if o.Rect.X >= op.Rect.Right()-0.5 {
					end = min(end, o.Rect.X)
				} else if o.Rect.X <= op.Rect.X && o.Rect.Right() >= op.Rect.Right()-0.5 {
					end = min(end, o.Rect.Right())
				}
			}
			if end-op.Rect.Right() > spare {
				told[op.Text] = true
				t.Errorf("%s: %q of layer %d is cut though there are %.0f points beside it", what, op.Text, i,
					end-op.Rect.Right())
			}
		}
	}
}
