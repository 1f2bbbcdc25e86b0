package viewer

import (
	"fmt"
	"slices"
	"time"

	"fragscope/sim"
	"fragscope/sim/query"
	"fragscope/viewer/action"
	"fragscope/viewer/bookmarks"
	"fragscope/viewer/clips"
	"fragscope/viewer/filming"
	"fragscope/viewer/heat"
	"fragscope/viewer/moments"
	"fragscope/viewer/notes"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/report"
	"fragscope/viewer/runs"
	"fragscope/viewer/stage"
	"fragscope/viewer/vision"
)

// General menu entries, listed after those for the object that was clicked.
var (
	mapGeneral    = []action.ID{action.Fit, action.TurnMap, action.StoreyUp, action.StoreyDown, action.StoreyAuto}
	showGeneral   = []action.ID{notes.IDDraw, action.Screenshot, action.CopyPicture, action.Menu}
	timeGeneral   = []action.ID{action.Chapters, action.Menu}
	playerGeneral = []action.ID{vision.IDSight, runs.IDSpeeds, action.Trails, action.Scoreboard, action.Menu}
	heatGeneral   = []action.ID{heat.IDKind, heat.IDFilter, heat.IDWeapon, heat.IDMap}
	nothingOpen   = []action.ID{action.Open, action.Recent, action.Sample, action.Menu}
)

// menus are the context menus: entries for the object that was clicked, followed by general ones.
type menus struct {
	*rooms
	pointer  *pointer
	layout   *layout
	commands *commands
}

// Part returns the [part.Part] that opens context menus.
func (m *menus) Part() part.Part {
	return part.Part{Actions: map[action.ID]part.Action{
		action.Context: {Do: func() { m.context(m.pointer.x, m.pointer.y) }, Idle: true},
	}}
}

// context opens the menu for the object at x, y, after a right click or a long touch.
func (m *menus) context(x, y float32) {
	again := m.overlay.Pops()
	if m.overlay.Active() {
		m.overlay.Close()
		if again && !m.pointer.finger {
			m.services.Relayout()
		}
		return
	}
	area, layer, over := m.pointer.at(m.layout, x, y)
	if over && m.ofPanel(x, y, layer, area.Do) {
		return
	}
	switch {
	case over && area.Do.Verb == panel.VerbTimeline:
		m.ofTime(x, y)
	case over && area.Do.Verb == panel.VerbSeek:
		at := area.Do.Time
		list := []part.Entry{verb("Go there", "", func() { m.timeline.Seek(at) })}
		if o := m.layout.owners[layer]; o != nil {
			for _, id := range o.Offers {
				list = append(list, m.then(id, at)...)
			}
		}
		m.overlay.Popup(x, y, m.moment(at), [][]part.Entry{list})
	case over && area.Do.Verb == panel.VerbEvent && m.event(&area.Do) != nil:
		e := m.event(&area.Do)
		m.overlay.Popup(x, y, m.moment(e.Time), [][]part.Entry{m.eventVerbs(e),
			m.at(e.Time, bookmarks.IDBookmark, action.LoopFrom, action.CopyPosition), m.actions(action.Menu)})
	case over && area.Do.Verb == panel.VerbItem:
		m.ofThing(x, y, stage.Target{Kind: stage.TargetThing, ID: area.Do.Index})
	case over && area.Do.Verb == panel.VerbFollow:
		m.ofPlayer(x, y, area.Do.Index)
	case over:
		m.ofArea(x, y, area, layer)
	case m.open():
		m.ofMap(x, y)
	default:
		m.overlay.Popup(x, y, "", [][]part.Entry{m.actions(nothingOpen...)})
	}
}

// ofPanel opens the menu that a panel provides for one of its hit areas. It returns false if there is none.
func (m *menus) ofPanel(x, y float32, layer int, c panel.Command) bool {
	o := m.layout.owners[layer]
	if o == nil || o.Menu == nil {
		return false
	}
	list := o.Menu(c)
	if len(list) > 0 {
		m.overlay.Popup(x, y, "", append(list, m.actions(action.Menu)))
	}
	return len(list) > 0
}

// verb returns an entry for an operation on an object.
func verb(name, help string, do func()) part.Entry {
	return part.Entry{Entry: panel.Entry{Name: name, Help: help}, Do: do}
}

// actions returns entries for actions.
func (m *menus) actions(ids ...action.ID) (out []part.Entry) {
	for _, id := range ids {
		if e, ok := m.overlay.Action(id); ok {
			out = append(out, e)
		}
	}
	return out
}

// moment formats a time as the title of a menu.
func (m *menus) moment(at time.Duration) string { return m.timeline.Moment(at).Short() }

// then returns entries that run the action at another time and afterwards return to the current time.
func (m *menus) then(id action.ID, at time.Duration) []part.Entry {
	list := m.actions(id)
	for i := range list {
		list[i].Do = func() {
			back := m.timeline.Position()
			m.timeline.Seek(at)
			m.parts.Do(id)
			m.timeline.Seek(back)
		}
	}
	return list
}

// at returns entries that run actions at a time.
func (m *menus) at(at time.Duration, ids ...action.ID) (out []part.Entry) {
	for _, id := range ids {
		out = append(out, m.then(id, at)...)
	}
	return out
}

// ofTime opens the menu of the time at x on the timeline and of what happened then.
func (m *menus) ofTime(x, y float32) {
	s := m.timeline.Scale()
	at := s.Time(x)
	verbs := []part.Entry{verb("Go there", "", func() { m.timeline.Seek(at) })}
	verbs = append(verbs, m.at(at, bookmarks.IDBookmark, bookmarks.IDNote, action.LoopFrom, action.LoopTo,
		action.CopyPosition)...)
	verbs = append(verbs, m.actions(action.LoopClear)...)
	var happened []part.Entry
	events := m.session.Events()
	if near := panel.Near(events, s, x, 4, m.watch.Slot(), 1); len(near) > 0 {
		happened = m.eventVerbs(&events[near[0]])
	}
	share := m.actions(action.MatchReport, heat.IDMap)
	share = append(share, m.at(at, clips.IDClip, filming.IDFilm)...)
	share = append(share, m.actions(clips.IDPage)...)
	m.overlay.Popup(x, y, m.moment(at), [][]part.Entry{happened, verbs, share, m.actions(timeGeneral...)})
}

// event returns the event that a command shows.
func (m *menus) event(c *panel.Command) *sim.Event {
	events := m.session.Events()
	for i := range events {
		if who, _ := events[i].Doer(); events[i].Time == c.Time && who.Index() == c.Index {
			return &events[i]
		}
	}
	return nil
}

// eventVerbs returns the entries for an event.
func (m *menus) eventVerbs(e *sim.Event) []part.Entry {
	who, _ := e.Doer()
	out := []part.Entry{verb("Watch it", "From a little before, following the player it is about.",
		func() { m.watch.Show(e.Time, who.Index()) })}
	for _, s := range slices.Compact([]sim.Slot{who, e.Slot}) {
		if pl := m.watch.Player(s.Index()); s.Valid() && pl != nil {
			out = append(out, verb("Follow "+pl.Profile.Name.Plain, "", func() { m.watch.Follow(s.Index()) }))
		}
	}
	if verdict := m.parts.about(e); verdict != "" {
		out = append(out, verb("Could he see it coming?", verdict+".", func() {
			m.watch.Show(e.Time, e.Slot.Index())
			m.parts.set(vision.IDSight, true)
			m.notices.Say(verdict + ".")
		}))
	}
	return out
}

// ofPlayer opens a player's menu.
func (m *menus) ofPlayer(x, y float32, slot int) {
	pl := m.watch.Player(slot)
	if pl == nil {
		return
	}
	word := "Follow"
	if m.watch.Slot() == slot {
		word = "Stop following"
	}
	name := pl.Profile.Name.Plain
	verbs := []part.Entry{
		verb(word, "", func() { m.watch.Toggle(slot) }),
		verb("His report", "The report, for him alone.", func() {
			m.find.Ask("who:" + query.Quote(name) + " ")
			m.parts.set(action.MatchReport, true)
		}),
	}
	for _, id := range []action.ID{moments.IDNextFrag, moments.IDPrevFrag, moments.IDNextDeath, moments.IDPrevDeath,
		moments.IDNextItem} {
		for _, e := range m.actions(id) {
			e.Why, e.Do = "", func() {
				m.watch.Follow(slot)
				m.parts.Do(id)
			}
			verbs = append(verbs, e)
		}
	}
	for _, e := range m.actions(action.HideOthers) {
		again := m.watch.Slot() == slot && m.parts.On(action.HideOthers)
		e.Why, e.Do = "", func() {
			m.watch.Follow(slot)
			m.parts.set(action.HideOthers, !again)
		}
		verbs = append(verbs, e)
	}
	verbs = append(verbs, verb("His deaths on the map", "A heat map of where he died, and a list.", func() {
		m.parts.set(heat.IDMap, true)
		m.find.Ask("kind:death of:" + query.Quote(name) + " ")
	}))
	m.overlay.Popup(x, y, name, [][]part.Entry{verbs, m.parts.ofPlayer(pl), m.actions(playerGeneral...)})
}

// ofArea opens the menu of a hit area, with an entry that does the same as a click.
func (m *menus) ofArea(x, y float32, area panel.HitArea, layer int) {
	var list []part.Entry
	switch {
	case area.Do.Verb == panel.VerbAction && area.Do.ID != action.Menu:
		list = m.actions(area.Do.ID)
	case area.Do.Verb != panel.VerbNone && area.Tip != "":
		list = []part.Entry{verb(area.Tip, "", func() { m.commands.do(layer, area.Do) })}
	}
	m.overlay.Popup(x, y, "", [][]part.Entry{list, m.actions(action.Panels, action.Menu)})
}

// around is half the side, in units, of the square of the map that a menu searches.
const around = 96

// ofMap opens the menu of the object at x, y on the map.
func (m *menus) ofMap(x, y float32) {
	if t, ok := m.stage.Hit(x, y, m.pointer.reach()); ok {
		if t.Kind == stage.TargetPlayer {
			m.ofPlayer(x, y, t.ID)
			return
		}
		if m.ofThing(x, y, t) {
			return
		}
	}
	wx, wy := m.stage.Camera.World(x, y)
	here := append(m.parts.context(x, y),
		verb("What happened here", "The moments at this place, in the search.",
			func() { m.find.Ask(query.In(square(wx, wy)) + " ") }),
		verb("Who died here", "", func() { m.find.Ask("kind:death of." + query.In(square(wx, wy)) + " ") }),
		verb("Zoom in here", "", func() { m.watch.ZoomAt(x, y, 2) }),
	)
	var cell []part.Entry
	if m.parts.On(heat.IDMap) {
		cell = append([]part.Entry{verb("The moments of this cell", "", func() { m.parts.clickedMap(wx, wy) })},
			m.actions(heatGeneral...)...)
	}
	m.overlay.Popup(x, y, "", [][]part.Entry{cell, here, m.actions(mapGeneral...), m.actions(showGeneral...)})
}

// square returns the square around a point.
func square(x, y float64) [][2]float64 {
	return [][2]float64{{x - around, y - around}, {x + around, y - around}, {x + around, y + around},
		{x - around, y + around}}
}

// entity returns the entity of a target, or nil.
func (m *menus) entity(t stage.Target) *sim.Entity {
	if w := m.session.World(); w != nil && t.Kind == stage.TargetThing {
		for i := range w.Entities {
			if w.Entities[i].Number == t.ID {
				return &w.Entities[i]
			}
		}
	}
	return nil
}

// ofThing opens the menu of a target if it is an item, and reports whether it is.
func (m *menus) ofThing(x, y float32, t stage.Target) bool {
	e := m.entity(t)
	if e == nil || e.Item == sim.ItemNone {
		return false
	}
	m.ofItem(x, y, t, e)
	return true
}

// ofItem opens an item's menu.
func (m *menus) ofItem(x, y float32, t stage.Target, e *sim.Entity) {
	title, _ := m.stage.Describe(m.session.World(), t)
	word, at := e.Item.Word(), e.Origin
	if e.Item == sim.ItemWeapon {
		word = e.Weapon.String()
	}
	ask := "kind:pickup item:" + query.Quote(word)
	here := ask + " " + query.In(square(float64(at[0]), float64(at[1])))
	verbs := []part.Entry{
		verb("Who took it", "Each time this one was taken, in the search.", func() { m.find.Ask(here + " ") }),
		verb("All of its kind", "", func() { m.find.Ask(ask + " ") }),
		verb("Timing and control", "The report, for this item alone.", func() {
			m.find.Ask(ask + " ")
			m.parts.Do(report.IDTaken)
		}),
	}
	if next := m.nextTaken(here); next != nil {
		verbs = append(verbs, verb("Follow its next taker", fmt.Sprintf("Taken next at %s.", m.moment(next.Time)),
			func() { m.watch.Show(next.Time, next.Who.Index()) }))
	}
	m.overlay.Popup(x, y, title, [][]part.Entry{verbs, m.actions(action.ItemsShown, action.PanelItems, action.Menu)})
}

// nextTaken returns the first moment after the current time that matches the query. It returns nil if there is none or
// the moment is still hidden.
func (m *menus) nextTaken(question string) *query.Moment {
	q, err := query.Parse(question)
	if err != nil || m.timeline.ScoreHidden() {
		return nil
	}
	a, _ := q.Find(m.session.Context(), query.Source{Recording: m.session.Recording(), Places: m.maps.Places()})
	for i := range a.Moments {
		if a.Moments[i].Time > m.timeline.Position() {
			return &a.Moments[i]
		}
	}
	return nil
}
