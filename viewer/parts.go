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

// parts are all parts of the program, and the actions that they do.
type parts struct {
	program part.Program
	demo    part.Demo
	prefs   *preferences
	notices part.Notices
	overlay *overlay.Overlay
	surface *surface
	all     []part.Part // the first that wants a key or an Escape has it
	actions map[action.ID]part.Action
}

// add adds parts behind those that there are.
func (p *parts) add(list ...part.Part) {
	for _, x := range list {
		p.all = append(p.all, x)
		for id, a := range x.Actions {
			p.actions[id] = a
		}
	}
}

// List are all actions that a part does, with their keys. A saved page has not every part.
func (p *parts) List() []action.Action {
	return slices.DeleteFunc(slices.Clone(p.prefs.binds.Actions()), func(a action.Action) bool {
		return !p.Does(a.ID)
	})
}

// Does reports whether a part does an action.
func (p *parts) Does(id action.ID) bool {
	_, ok := p.actions[id]
	return ok
}

// Do does an action; while it cannot be done, it says why.
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

// front brings the panel that an action switches to the front, if it is open and covered; it reports whether it did.
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

// On reports whether what an action switches is on.
func (p *parts) On(id action.ID) bool { return p.Switches(id) && p.actions[id].On() }

// Switches reports whether an action switches something on and off.
func (p *parts) Switches(id action.ID) bool { return p.actions[id].On != nil }

// Why says in a sentence why an action cannot be done now; it is empty where it can.
func (p *parts) Why(id action.ID) string {
	switch a := p.actions[id]; {
	case !a.Idle && p.demo.Recording() == nil:
		return msgNoDemo
	case a.Why != nil:
		return a.Why()
	}
	return ""
}

// search is what the parts find for a text.
func (p *parts) search(text string) (out []part.Entry) {
	for _, x := range p.all {
		if x.Search != nil {
			out = append(out, x.Search(text)...)
		}
	}
	return out
}

// set switches what an action switches on or off.
func (p *parts) set(id action.ID, on bool) {
	if p.On(id) != on {
		p.actions[id].Do()
	}
}

// each calls a hook of all parts that have it.
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

// frame lets the parts draw what is not for the window; it reports whether one goes on doing so.
func (p *parts) frame() (busy bool) {
	for _, x := range p.all {
		if x.Frame != nil && x.Frame() {
			busy = true
		}
	}
	return busy
}

// states are those of all parts that have one, by their places.
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

// ready reports whether no part computes anything in the background that is to be seen.
func (p *parts) ready() bool {
	for _, x := range p.all {
		if x.Ready != nil && !x.Ready() {
			return false
		}
	}
	return true
}

// keyed are the parts that may have keys, the first that wants one has it: what lies over the window alone, else a part in which something is
// typed alone, else all but those whose panel is covered, that in front first.
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

// stroke offers a key to the parts; it reports whether one took it.
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

// escape closes what is open, the foremost first.
func (p *parts) escape() {
	for _, x := range p.keyed() {
		if x.Escape != nil && x.Escape() {
			p.program.Relayout()
			return
		}
	}
}

// clickedMap offers a click on the empty map to the parts; it reports whether one took it.
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

func (p *parts) scores(v *panel.ScoresView) {
	for _, x := range p.all {
		if x.Scores != nil {
			x.Scores(v)
		}
	}
}

// legend explains the layers over the map; nil where there are none. There is room for one.
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

// about is what the parts say of an event on which the hand rests.
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

// preview is the picture over the time line; nil where there is none.
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

// hand is that to which drags on the map go now; nil where the map is moved.
func (p *parts) hand() *part.Hand {
	for _, x := range p.all {
		if x.Hand != nil && x.Hand.On() {
			return x.Hand
		}
	}
	return nil
}

// context is what the parts offer at a place of the map.
func (p *parts) context(x, y float32) (out []part.Entry) {
	for _, each := range p.all {
		if each.Context != nil {
			out = append(out, each.Context(x, y)...)
		}
	}
	return out
}
