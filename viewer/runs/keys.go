package runs

import (
	"sort"
	"strings"
	"time"

	"fragscope/sim"
	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
	"fragscope/viewer/stage"
)

// keysLayer draws the keys that a player holds, next to him.
type keysLayer struct {
	at    sim.Vec3
	keys  sim.Keys
	theme *draw.Theme
}

// keyCap is where a key is drawn, in points from the middle of the display.
type keyCap struct {
	key        sim.Keys
	x, y, w, h float32
}

// keyCaps are the keys as they lie under a hand: forward above left, back and right; below them the bar for jumping,
// next to it crouching and walking, and to the right the button for the weapon.
var keyCaps = [...]keyCap{
	{sim.KeyForward, 0, -8, 7, 7}, {sim.KeyLeft, -8, 0, 7, 7}, {sim.KeyBack, 0, 0, 7, 7}, {sim.KeyRight, 8, 0, 7, 7},
	{sim.KeyJump, 0, 7, 15, 4}, {sim.KeyCrouch, -12, 7, 6, 4}, {sim.KeyWalk, 12, 7, 6, 4},
	{sim.KeyAttack, 17, -4, 5, 15},
}

// Draw implements stage.Layer.
func (y *keysLayer) Draw(c *draw.Canvas, t *stage.Transform) {
	// From the player's marker, and how much larger than in the table.
	const right, above, grow = 40, -26, 1.35
	px, py := t.At(y.at)
	for _, k := range keyCaps {
		r := draw.Rect{X: px + right + grow*(k.x-k.w/2), Y: py + above + grow*(k.y-k.h/2), W: grow * k.w, H: grow * k.h}
		c.RoundRect(r, 1.5, y.theme.Panel.Fade(0.75))
		if y.keys&k.key != 0 {
			c.RoundRect(r, 1.5, y.theme.Accent)
		} else {
			c.RoundFrame(r, 1.5, 0.8, y.theme.Soft.Fade(0.7))
		}
	}
}

// toggleKeys shows or hides the keys.
func (r *runs) toggleKeys() {
	r.keys = !r.keys
	if r.keys && len(r.inputs()) == 0 {
		r.host.Notices.Say(msgNoKeys)
	}
	r.host.Redraw()
}

// inputs returns the inputs of the relevant player, or nil if the demo does not contain them.
func (r *runs) inputs() []sim.Input {
	if r.host.Demo.World() == nil || r.slot() < 0 {
		return nil
	}
	return r.host.Demo.Recording().Inputs(sim.SlotAt(r.slot()))
}

// drawKeys shows the keys of a player in sight.
func (r *runs) drawKeys(sc *stage.Scene) {
	slot := sim.SlotAt(r.slot())
	i, ok := r.host.Demo.Recording().InputAt(slot, sc.World.Time)
	if !ok {
		return
	}
	for k := range sc.World.Players {
		if p := &sc.World.Players[k]; p.Slot == slot && p.Visible && p.Life == sim.Alive {
			r.under = keysLayer{at: p.Origin, keys: i.Keys, theme: r.host.Theme}
			sc.Over = append(sc.Over, &r.under)
		}
	}
}

// markKeys marks the jumps on the timeline: where the key went down.
func (r *runs) markKeys(v *panel.TimelineView) {
	list := r.inputs()
	jumps := panel.Ticks{Icon: draw.IconFaster, Color: r.host.Theme.Soft}
	for i := sort.Search(len(list), func(k int) bool { return list[k].Time >= v.From }); i < len(list) &&
		list[i].Time <= v.To; i++ {
		if list[i].Keys&sim.KeyJump != 0 && (i == 0 || list[i-1].Keys&sim.KeyJump == 0) {
			jumps.At = append(jumps.At, list[i].Time)
		}
	}
	v.Ticks = append(v.Ticks, jumps)
}

// keysText describes the keys at a time.
func (r *runs) keysText(now time.Duration) string {
	i, ok := r.host.Demo.Recording().InputAt(sim.SlotAt(r.slot()), now)
	switch {
	case !ok:
		return "the demo does not tell his keys"
	case i.Keys == 0:
		return "no key"
	}
	return strings.ReplaceAll(i.Keys.String(), "+", ", ")
}
