package viewer

import (
	"slices"
	"strings"

	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/overlay"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/stage"
)

// parts holds all parts of the program and the actions they implement.
type parts struct {
	program part.Program
	demo    part.Demo
	prefs   *preferences
	notices part.Notices
	overlay *overlay.Overlay
	surface *surface
	all     []part.Part // keys and Escape are offered in this order
	actions map[action.ID]part.Action
}

// add appends parts.
func (p *parts) add(list ...part.Part) {
	for _, x := range list {
		p.all = append(p.all, x)
		for id, a := range x.Actions {
			p.actions[id] = a
		}
	}
}

// List returns the actions available in this program, with their keys. Some variants of the program, such as the one in
// a saved page, omit parts and therefore lack their actions.
func (p *parts) List() []action.Action {
	return slices.DeleteFunc(slices.Clone(p.prefs.binds.Actions()), func(a action.Action) bool {
		return !p.Does(a.ID)
	})
}

// Does reports whether any part implements the action with the given ID.
func (p *parts) Does(id action.ID) bool {
	_, ok := p.actions[id]
	return ok
}

// Do runs the action with the given ID. If the action is not available, Do shows the reason instead.
func (p *parts) Do(id action.ID) {
	a := p.actions[id]
	switch why := p.Why(id); {
	case a.Do == nil || why == msgNoDemo:
	case why != "":
		p.notices.Say(why)
	case p.front(id):
	default:
		a.Do()
		p.program.Relayout()
	}
}

// front brings the panel that an action toggles to the front, if it is open and covered, and reports whether it
// did.
func (p *parts) front(id action.ID) bool {
	for i := range p.all {
		x := &p.all[i]
		if a, ok := x.Actions[id]; ok && a.On != nil && a.On() && p.surface.covered(x) {
			p.surface.raise(x.Panel)
			p.program.Relayout()
			return !p.surface.covered(x)
		}
	}
	return false
}

// On reports whether the action with the given ID is a switch and is currently on.
func (p *parts) On(id action.ID) bool { return p.Switches(id) && p.actions[id].On() }

// Switches reports whether the action with the given ID is a switch.
func (p *parts) Switches(id action.ID) bool { return p.actions[id].On != nil }

// Why returns a sentence explaining why the action with the given ID is not available, or "" if it is.
func (p *parts) Why(id action.ID) string {
	switch a := p.actions[id]; {
	case !a.Idle && p.demo.Recording() == nil:
		return msgNoDemo
	case a.Why != nil:
		return a.Why()
	}
	return ""
}

// search returns the parts' menu entries for a text.
func (p *parts) search(text string) (out []part.Entry) {
	for _, x := range p.all {
		if x.Search != nil {
			out = append(out, x.Search(text)...)
		}
	}
	return out
}

// set switches an action that is a switch on or off.
func (p *parts) set(id action.ID, on bool) {
	if p.On(id) != on {
		p.actions[id].Do()
	}
}

// each calls a hook of every part that has it.
func (p *parts) each(hook func(*part.Part) func()) {
	for i := range p.all {
		if f := hook(&p.all[i]); f != nil {
			f()
		}
	}
}

func (p *parts) opened() { p.each(func(x *part.Part) func() { return x.Opened }) }
func (p *parts) closed() { p.each(func(x *part.Part) func() { return x.Closed }) }
func (p *parts) step()   { p.each(func(x *part.Part) func() { return x.Step }) }
func (p *parts) tick()   { p.each(func(x *part.Part) func() { return x.Tick }) }

func (p *parts) kept() { p.each(func(x *part.Part) func() { return x.Kept }) }

func (p *parts) quit() { p.each(func(x *part.Part) func() { return x.Quit }) }

// frame lets the parts draw offscreen, and reports whether any part has more to draw.
func (p *parts) frame() (busy bool) {
	for _, x := range p.all {
		if x.Frame != nil && x.Frame() {
			busy = true
		}
	}
	return busy
}

// states returns the states of all parts. The state of a part without one is nil.
func (p *parts) states() []any {
	out := make([]any, len(p.all))
	for i, x := range p.all {
		if x.State != nil {
			out[i] = x.State()
		}
	}
	return out
}

// setStates copies the states of the parts of another window.
func (p *parts) setStates(list []any) {
	for i, x := range p.all {
		if x.SetState != nil {
			x.SetState(list[i])
		}
	}
}

// ready reports whether no part is still computing anything visible.
func (p *parts) ready() bool {
	for _, x := range p.all {
		if x.Ready != nil && !x.Ready() {
			return false
		}
	}
	return true
}

// keyed returns the parts that may receive keys, in order: only the overlay if it is open; otherwise only a part in
// which text is being typed; otherwise all parts except those whose panel is covered, the front one first.
func (p *parts) keyed() []*part.Part {
	if p.overlay.Active() {
		return []*part.Part{&p.all[0]}
	}
	var list []*part.Part
	top := p.surface.top()
	for i := range p.all {
		switch x := &p.all[i]; {
		case x.Typing != nil && x.Typing():
			return []*part.Part{x}
		case x.Panel != nil && x.Panel == top:
			list = slices.Insert(list, min(1, len(list)), x)
		case !p.surface.covered(x):
			list = append(list, x)
		}
	}
	return list
}

// stroke offers a key to the parts and reports whether one used it.
func (p *parts) stroke(c action.Chord) bool {
	for _, x := range p.keyed() {
		if x.Stroke != nil && x.Stroke(c) {
			return true
		}
	}
	return false
}

func (p *parts) typed(text []rune) {
	for _, x := range p.keyed() {
		if x.Type != nil {
			x.Type(text)
		}
	}
}

// escape closes the frontmost panel, list or mode that is open.
func (p *parts) escape() {
	for _, x := range p.keyed() {
		if x.Escape != nil && x.Escape() {
			p.program.Relayout()
			return
		}
	}
}

// clickedMap offers a click on the empty map to the parts and reports whether one used it.
func (p *parts) clickedMap(x, y float64) bool {
	for _, k := range p.all {
		if k.ClickMap != nil && k.ClickMap(x, y) {
			return true
		}
	}
	return false
}

func (p *parts) scene(sc *stage.Scene) {
	for _, x := range p.all {
		if x.Scene != nil {
			x.Scene(sc)
		}
	}
}

func (p *parts) top(v *panel.TopView) {
	for _, x := range p.all {
		if x.Top != nil {
			x.Top(v)
		}
	}
}

func (p *parts) timeline(v *panel.TimelineView) {
	for _, x := range p.all {
		if x.Timeline != nil {
			x.Timeline(v)
		}
	}
}

func (p *parts) players(v *panel.PlayersView) {
	for _, x := range p.all {
		if x.Players != nil {
			x.Players(v)
		}
	}
}

// curved reports whether a part shows a curve of who is ahead.
func (p *parts) curved() bool {
	return slices.ContainsFunc(p.all, func(x part.Part) bool { return x.Curve != nil && x.Curve() })
}

func (p *parts) scores(v *panel.ScoresView) {
	for _, x := range p.all {
		if x.Scores != nil {
			x.Scores(v)
		}
	}
}

// legend returns the legend of a layer over the map, or nil if there is none. There is room for only one.
func (p *parts) legend() *panel.Legend {
	for _, x := range p.all {
		if x.Legend != nil {
			if l := x.Legend(); l != nil {
				return l
			}
		}
	}
	return nil
}

// about returns the parts' comments on the event under the mouse.
func (p *parts) about(e *sim.Event) string {
	var all []string
	for _, x := range p.all {
		if x.About != nil {
			if s := x.About(e); s != "" {
				all = append(all, s)
			}
		}
	}
	return strings.Join(all, ". ")
}

// unseen reports whether the victim of a kill could not see it coming.
func (p *parts) unseen(e *sim.Event, now bool) bool {
	return slices.ContainsFunc(p.all, func(x part.Part) bool { return x.Unseen != nil && x.Unseen(e, now) })
}

// ofPlayer returns the parts' menu entries for a player.
func (p *parts) ofPlayer(pl *sim.Player) (out []part.Entry) {
	for _, x := range p.all {
		if x.OfPlayer != nil {
			out = append(out, x.OfPlayer(pl)...)
		}
	}
	return out
}

// preview returns the picture above the timeline, or nil if there is none.
func (p *parts) preview() *part.Preview {
	for _, x := range p.all {
		if x.Preview != nil {
			if w, h := x.Preview.Size(); w > 0 && h > 0 {
				return x.Preview
			}
		}
	}
	return nil
}

// hand returns the hand that receives drags on the map, or nil if drags move the map.
func (p *parts) hand() *part.Hand {
	for _, x := range p.all {
		if x.Hand != nil && x.Hand.On() {
			return x.Hand
		}
	}
	return nil
}

// context returns the entries that the parts offer at a place on the map.
func (p *parts) context(x, y float32) (out []part.Entry) {
	for _, each := range p.all {
		if each.Context != nil {
			out = append(out, each.Context(x, y)...)
		}
	}
	return out
}
