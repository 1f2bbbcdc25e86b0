// Package accessible supports screen readers. On platforms that support them, it describes what the window shows and
// offers all available actions as plain buttons.
package accessible

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/platform"
)

// access is the state of the part.
type access struct {
	host     Host
	narrator platform.Narrator
	said     string // what is shown
	changes  string // the part of it that is read aloud when it changes
	buttons  []button
	offered  []platform.Button
	looked   time.Time
}

// every is how often to check for changes.
const every = 200 * time.Millisecond

// button is a button and its action.
type button struct {
	platform.Button
	do func()
}

// New returns the [part.Part] that supports screen readers. On platforms without such support, the part does nothing.
func New(h Host) part.Part {
	n, ok := h.Platform.(platform.Narrator)
	if !ok {
		return part.Part{}
	}
	a := &access{host: h, narrator: n}
	return part.Part{Step: a.step}
}

// step updates the description and the buttons, if it is time for a check.
func (a *access) step() {
	now := time.Now()
	if now.Sub(a.looked) < every {
		return
	}
	a.looked = now
	a.tell()
	a.offer()
}

// tell describes what is shown to the screen reader, if it has changed.
func (a *access) tell() {
	state, clock, score := a.state()
	said := join(state, clock, score, a.followed())
	changes := join(a.heading(), state, score, a.followed(), a.notice())
	if said != a.said || changes != a.changes {
		aloud := ""
		if changes != a.changes {
			aloud = changes
		}
		a.said, a.changes = said, changes
		a.narrator.Narrate(said, aloud)
	}
}

// offer updates the buttons.
func (a *access) offer() {
	a.buttons = a.list()
	offer := make([]platform.Button, len(a.buttons))
	for i := range a.buttons {
		offer[i] = a.buttons[i].Button
	}
	if !slices.Equal(offer, a.offered) {
		a.offered = offer
		a.narrator.Offer(offer, func(i int) { a.use(offer, i) })
	}
}

// use presses button i of those that were offered, at the next update. Until then, others may be offered: what counts
// is its name.
func (a *access) use(list []platform.Button, i int) {
	if i < 0 || i >= len(list) {
		return
	}
	isIt := func(b platform.Button) bool { return b.Group == list[i].Group && b.Name == list[i].Name }
	go a.host.Tell(func() {
		at := i
		if at >= len(a.offered) || !isIt(a.offered[at]) {
			at = slices.IndexFunc(a.offered, isIt)
		}
		if at >= 0 {
			a.buttons[at].do()
			a.host.Relayout()
		}
	})
}

func join(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
}

// state describes whether the demo is playing, the position, and the score.
func (a *access) state() (state, clock, score string) {
	h := a.host
	w := h.Demo.World()
	if h.Demo.Recording() == nil || w == nil {
		return "No demo is open", "", ""
	}
	state = "Paused"
	switch playing, backward := h.Clock.Playing(); {
	case h.Clock.Ended():
		state = "At the end"
	case playing && backward:
		state = "Playing backwards"
	case playing:
		state = "Playing"
	}
	clock = h.Clock.Moment(h.Clock.Position()).Brief()
	if length := h.Clock.Length(); length > 0 {
		clock += ", " + panel.FormatTime(h.Clock.Position()) + " of " + panel.FormatTime(length)
	}
	return state, clock, standing(w, h.Demo.Level().Teams)
}

// standing returns the score of the teams or, without teams, of the leading players.
func standing(w *sim.World, teams bool) string {
	var out []string
	if teams {
		for _, t := range []sim.Team{sim.TeamRed, sim.TeamBlue, sim.TeamGreen} {
			there := slices.ContainsFunc(w.Players, func(p sim.Player) bool { return p.Profile.Team == t })
			if s := w.TeamScore[t]; there && s != sim.Unknown {
				out = append(out, fmt.Sprintf("%s %d", strings.ToUpper(panel.TeamName(t, w.Players)), s))
			}
		}
		return strings.Join(out, " ")
	}
	for _, i := range panel.Ranked(w.Players, false) {
		if p := &w.Players[i]; len(out) < 3 && !panel.Spectates(p) && p.Frags != sim.Unknown {
			out = append(out, fmt.Sprintf("%s %d", p.Profile.Name.Plain, p.Frags))
		}
	}
	return strings.Join(out, ", ")
}

// heading returns the title of the open list.
func (a *access) heading() string {
	l, ok := a.host.Lists.Shown()
	if !ok {
		return ""
	}
	return l.Title
}

func (a *access) followed() string {
	if a.host.Demo.World() == nil {
		return ""
	}
	if pl := a.host.Watch.Followed(); pl != nil {
		return "following " + pl.Profile.Name.Plain
	}
	return ""
}

// notice returns the newest message.
func (a *access) notice() string {
	views := a.host.Notices.Views()
	if len(views) == 0 {
		return ""
	}
	return views[len(views)-1].Text
}

// list returns the buttons: the rows of the open list, the actions, and the players.
func (a *access) list() []button {
	var out []button
	if l, ok := a.host.Lists.Shown(); ok {
		for i := range l.Rows {
			out = append(out, button{platform.Button{Group: l.Title, Name: rowText(&l.Rows[i])},
				func() { a.host.Lists.Choose(i) }})
		}
		out = append(out, button{platform.Button{Group: l.Title, Name: "Close the list"}, a.host.Lists.Close})
	}
	actions := a.host.Actions
	for _, c := range action.Categories() {
		for _, x := range actions.List() {
			if x.Category != c || x.Unlisted || x.ID == action.FollowSlot(1) {
				continue
			}
			out = append(out, button{platform.Button{Group: string(c), Name: x.Name, Hint: hint(&x),
				Switch: actions.Switches(x.ID), On: actions.On(x.ID)}, func() { actions.Do(x.ID) }})
		}
		if c == action.Players {
			out = append(out, a.players(string(c))...)
		}
	}
	return out
}

// hint describes an action and its keys.
func hint(x *action.Action) string {
	if keys := x.Label(); keys != "" {
		return x.Help + " " + keys
	}
	return x.Help
}

// players returns buttons that follow each player.
func (a *access) players(group string) []button {
	w := a.host.Demo.World()
	if w == nil {
		return nil
	}
	var out []button
	for i := range w.Players {
		if pl := &w.Players[i]; !panel.Spectates(pl) {
			slot := pl.Slot.Index()
			on := slot == a.host.Watch.Slot()
			out = append(out, button{platform.Button{Group: group, Name: "Follow " + pl.Profile.Name.Plain,
				Switch: true, On: on}, func() {
				if a.host.Watch.Slot() == slot {
					slot = -1
				}
				a.host.Watch.Follow(slot)
			}})
		}
	}
	return out
}

// rowText returns a list row as text.
func rowText(r *panel.Row) string {
	var words strings.Builder
	for _, s := range r.Spans {
		words.WriteString(s.Text)
	}
	return strings.Join(strings.Fields(r.Lead+" "+words.String()+" "+r.Note), " ")
}
