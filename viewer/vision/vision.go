// Package vision shows what the followed player knows: the floors he can see, the walls and doors that block his view,
// and the sounds he has heard.
package vision

import (
	"fmt"
	"math"
	"time"

	"fragscope/assets/plan"
	"fragscope/assets/sight"
	"fragscope/formats/base/fault"
	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/stage"
)

// vision is the state of that view.
type vision struct {
	host  Host
	on    bool
	plan  *plan.Plan // the plan whose sight is known, or is being prepared
	busy  bool
	sight *sight.Map
	field *sight.Field
	layer layer
	heard []sim.Effect // reused
	moved []sight.Mover

	judged    verdicts
	surprises surprises
	span      span
}

// New returns the [part.Part] that shows what the followed player knows. It is initially switched off.
func New(host Host) part.Part {
	v := &vision{host: host}
	return part.Part{
		Actions:  map[action.ID]part.Action{IDSight: {Do: v.toggle, On: func() bool { return v.on }}},
		Closed:   v.clear,
		State:    func() any { return v.on },
		SetState: func(on any) { v.on = on.(bool) },
		Ready:    func() bool { v.prepare(); return !v.busy && v.plan == host.Watch.Plan() && v.spanKnown() },
		Scene:    v.scene,
		Legend:   v.legend,
		About:    v.about,
		Unseen:   v.unseen,
		Timeline: v.timeline,
	}
}

func (v *vision) clear() {
	v.layer.forget()
	*v = vision{host: v.host, on: v.on, layer: v.layer}
}

func (v *vision) toggle() {
	v.on = !v.on
	if v.on && v.watcher() == nil {
		v.host.Notices.Say(msgFollow)
	}
	v.host.Redraw()
}

// watcher returns the player whose view is shown: the followed player or else the recorder, or nil if there is neither.
func (v *vision) watcher() *sim.Player {
	if pl := v.host.Watch.Followed(); pl != nil {
		return pl
	}
	w := v.host.Demo.World()
	if w == nil || !w.POV.Valid() {
		return nil
	}
	for i := range w.Players {
		if w.Players[i].Slot == w.POV {
			return &w.Players[i]
		}
	}
	return nil
}

// prepare prepares sight for the current map in the background.
func (v *vision) prepare() {
	p := v.host.Watch.Plan()
	if p == v.plan && (p == nil || v.field != nil || !v.on) || v.busy {
		return
	}
	if v.plan, v.busy = p, p != nil; p == nil {
		v.sight, v.field = nil, nil
		return
	}
	ctx, whole := v.host.Demo.Context(), v.on
	go func() {
		var m *sight.Map
		var f *sight.Field
		err := fault.Guard(func() error {
			if m = sight.New(p); whole {
				f = sight.NewField(m)
			}
			return nil
		})
		v.host.Post(ctx, func() {
			if ctx.Err() != nil {
				return
			}
			if v.sight, v.field, v.busy = m, f, false; err != nil {
				v.host.Notices.Warn(fmt.Sprintf(msgNoSight, err))
			}
			v.host.Redraw()
		})
	}()
}

// linesMost is the number of lines of sight traced per frame. The rest are traced in the next frames.
const linesMost = 2000

// scene adds the followed player's knowledge to the scene.
func (v *vision) scene(sc *stage.Scene) {
	v.prepare()
	sc.Sight = v.sight
	pl := v.watcher()
	if !v.on || v.field == nil || pl == nil {
		return
	}
	if k, ok := v.selected(pl); ok {
		if v.lookBackOver(k) {
			v.layer.sounds = v.layer.sounds[:0]
			v.layer.showSpan(v, pl)
			sc.Layers = append(sc.Layers, &v.layer)
		}
		return
	}
	if pl.Life != sim.Alive {
		return
	}
	eye := sight.Vec3(pl.Origin)
	eye[2] += sight.EyeAboveOrigin
	v.moved = stage.Movers(sc.World, v.moved[:0])
	most := linesMost
	if sc.Sharp {
		most = 0
	}
	if !v.field.Look(eye, v.moved, most) {
		v.host.Redraw()
	}
	v.listen(pl)
	v.layer.show(v, pl)
	sc.Unseen = func(at sim.Vec3) bool { return !v.sees(pl, at) }
	sc.Layers = append(sc.Layers, &v.layer)
}

// sees reports whether a player sees someone standing at a place.
func (v *vision) sees(pl *sim.Player, at sim.Vec3) bool {
	return inView(pl, at) && v.field.Sees(sight.Vec3(at))
}

// halfView returns half of a player's horizontal field of view, in radians. If unknown, it is that of 110 degrees, a
// common setting.
func halfView(pl *sim.Player) float64 {
	degrees := 110.0
	if pl.FOV > 0 {
		degrees = float64(min(max(pl.FOV, 5), 170))
	}
	return degrees / 2 * math.Pi / 180
}

// inView reports whether a place is within a player's field of view, regardless of walls.
func inView(pl *sim.Player, at sim.Vec3) bool {
	s, c := sincos(pl.View.Yaw)
	dx, dy := at[0]-pl.Origin[0], at[1]-pl.Origin[1]
	along := dx*c + dy*s
	half := float32(math.Cos(halfView(pl)))
	return along >= 0 && along*along >= half*half*(dx*dx+dy*dy)
}

// earshot is how long sounds are shown.
const earshot = 3 * time.Second

// audible are the effects that make a sound.
var audible = map[sim.EffectKind]bool{
	sim.EffectExplosion: true, sim.EffectTeleport: true, sim.EffectMuzzle: true, sim.EffectSound: true,
	sim.EffectPickup: true, sim.EffectSplash: true, sim.EffectDeath: true, sim.EffectPain: true,
	sim.EffectJumppad: true, sim.EffectGibs: true,
}

// listen finds what a player heard in the last few seconds.
func (v *vision) listen(pl *sim.Player) {
	now := v.host.Demo.World().Time
	rec := v.host.Demo.Recording()
	v.heard = rec.Effects(max(now-earshot, 0), now, v.heard[:0])
	h := rec.Header()
	v.layer.sounds = v.layer.sounds[:0]
	for i := range v.heard {
		e := &v.heard[i]
		if !audible[e.Kind] || e.Slot == pl.Slot || now-e.Start > earshot {
			continue
		}
		carries := h.Hearing()
		if volume := carries.Volume(e.Loudness, distance(pl.Origin, e.Origin)); volume > 0 {
			v.layer.sounds = append(v.layer.sounds,
				sound{at: e.Origin, volume: volume, reach: carries.Range(e.Loudness),
					age: float32(now-e.Start) / float32(earshot), col: v.sourceColor(e)})
		}
	}
}

// sourceColor returns the colour of whoever made a sound.
func (v *vision) sourceColor(e *sim.Effect) draw.Color {
	w := v.host.Demo.World()
	for i := range w.Players {
		if pl := &w.Players[i]; pl.Slot == e.Slot && e.Slot.Valid() && v.sees(v.watcher(), pl.Origin) {
			return v.host.Theme.Badge(pl.Profile, v.host.Demo.Level().Teams).Color
		}
	}
	return v.host.Theme.Warn
}

// legend describes what the layer shows.
func (v *vision) legend() *panel.Legend {
	if !v.on || v.host.Demo.World() == nil {
		return nil
	}
	l := &panel.Legend{Icon: draw.IconEye, Close: IDSight, Tip: "Show everything equally again"}
	pl := v.watcher()
	switch {
	case pl == nil:
		l.Parts = []panel.LegendPart{{Text: "follow a player to see what he knows", ID: action.FollowNext}}
		return l
	case v.sight != nil && !v.sight.Exact():
		l.Parts = []panel.LegendPart{{Text: "what " + pl.Profile.Name.Plain +
			" sees, by the plan: there is no map file", ID: action.GameFolder}}
		return l
	}
	if k, ok := v.selected(pl); ok {
		l.Parts = v.spanLegend(pl, k)
		return l
	}
	h := v.host.Demo.Recording().Header()
	l.Parts = []panel.LegendPart{
		{Text: "what " + pl.Profile.Name.Plain + " sees, and heard in the last 3 s"},
		{Text: fmt.Sprintf("most sounds carry %.0f units", h.Hearing().Range(sim.Loudness{}))},
	}
	return l
}
