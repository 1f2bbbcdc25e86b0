package viewer

import (
	"fragscope/viewer/action"
	"fragscope/viewer/bookmarks"
	"fragscope/viewer/clips"
	"fragscope/viewer/filming"
	"fragscope/viewer/heat"
	"fragscope/viewer/notes"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/preview"
	"fragscope/viewer/runs"
	"fragscope/viewer/stage"
	"fragscope/viewer/vision"
)

// What can be done with the map and with a time of the time line, in the order in which a list shows it.
var (
	mapActions = []action.ID{
		action.Fit, action.TurnMap, action.ZoomIn, action.ZoomOut, action.StoreyUp, action.StoreyDown, action.StoreyAuto, action.FreeView, heat.IDMap,
		action.Panels, action.Screenshot, action.Caption, notes.IDDraw, bookmarks.IDNote, filming.IDFilm, action.Menu,
	}
	timeActions = []action.ID{
		action.PlayPause, action.LoopFrom, action.LoopTo, action.LoopClear, filming.IDFilm, clips.IDClip, clips.IDPage, bookmarks.IDBookmark, bookmarks.IDNote, action.PrevEvent, action.NextEvent, action.Chapters, preview.IDPreview,
		action.ZoomTimeIn, action.ZoomTimeOut, action.DemoTime,
	}
)

// menus list what can be done with what is at a place of the window.
type menus struct {
	*rooms
	pointer  *pointer
	layout   *layout
	commands *commands
}

// Part is what the menus bring to the program.
func (m *menus) Part() part.Part {
	return part.Part{Actions: map[action.ID]part.Action{
		action.Context: {Do: func() { m.context(m.pointer.x, m.pointer.y) }, Idle: true},
	}}
}

// context lists what can be done with what is at x, y: a right click or a long touch.
func (m *menus) context(x, y float32) {
	if m.overlay.Active() {
		m.overlay.Close()
		return
	}
	area, layer, over := m.pointer.at(m.layout, x, y)
	var title, note string
	var list []part.Choice
	switch {
	case over && area.Do.Verb == panel.VerbTimeline:
		m.timeline.Seek(m.timeline.Scale().Time(x))
		title, note = "Time line", panel.FormatTime(m.timeline.Moment(m.timeline.Position()))
		list = m.choices(timeActions)
	case over && area.Do.Verb == panel.VerbSeek:
		m.timeline.Seek(area.Do.Time)
		title, note = "This moment", panel.FormatTime(m.timeline.Moment(m.timeline.Position()))
		if o := m.layout.owners[layer]; o != nil {
			list = m.choices(o.Offers)
		}
	case over && area.Do.Verb != panel.VerbNone:
		title, list = m.areaChoices(area, layer)
	case m.open():
		title, list = "The map", append(m.parts.context(x, y), m.choices(mapActions)...)
		if t, ok := m.stage.Hit(x, y, m.pointer.reach()); ok {
			var lines []string
			title, lines = m.stage.Describe(m.session.World(), t)
			if len(lines) > 0 {
				note = lines[0]
			}
			if t.Kind == stage.TargetPlayer {
				_, list = m.playerChoices(t.ID)
			}
		}
	default:
		list = m.choices([]action.ID{action.Open, action.Sample, action.Recent, action.Menu})
	}
	m.choose(title, note, list)
}

// areaChoices are what can be done with a hit area: what a click does, in words.
func (m *menus) areaChoices(area panel.HitArea, layer int) (title string, list []part.Choice) {
	switch area.Do.Verb {
	case panel.VerbFollow:
		return m.playerChoices(area.Do.Index)
	case panel.VerbAction:
		if b, ok := m.prefs.binds.Action(area.Do.ID); ok {
			return b.Help, m.choices([]action.ID{area.Do.ID, action.Menu})
		}
	}
	if area.Tip != "" {
		list = []part.Choice{{Name: area.Tip, Do: func() { m.commands.do(layer, area.Do) }}}
	}
	return "Here", append(list, m.choices([]action.ID{action.Menu})...)
}

// choices are actions as rows.
func (m *menus) choices(ids []action.ID) []part.Choice {
	var out []part.Choice
	for _, id := range ids {
		if b, ok := m.prefs.binds.Action(id); ok {
			out = append(out, part.Choice{Name: b.Name, Do: func() { m.parts.Do(id) }})
		}
	}
	return out
}

// playerChoices are what can be done with the player of a slot, under his name.
func (m *menus) playerChoices(slot int) (name string, list []part.Choice) {
	word := "Follow"
	if m.watch.Slot() == slot {
		word = "Stop following"
	}
	if pl := m.watch.Player(slot); pl != nil {
		name = pl.Profile.Name.Plain
	}
	list = []part.Choice{{Name: word, Do: func() { m.watch.Toggle(slot) }}}
	return name, append(list, m.choices([]action.ID{action.FollowPrev, action.FollowNext, action.Scoreboard, vision.IDSight, runs.IDSpeeds, action.Trails, heat.IDFilter, action.Fit, action.Menu})...)
}

// choose shows a list of what can be done.
func (m *menus) choose(title, note string, list []part.Choice) {
	l := part.List{Title: title, Note: note, Choose: func(i int) { list[i].Do() }}
	for _, c := range list {
		l.Rows = append(l.Rows, panel.Row{Spans: panel.Plain(&m.prefs.theme, c.Name)})
	}
	m.overlay.Open(l)
}
