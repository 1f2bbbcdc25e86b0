package viewer

import (
	"fmt"
	"math"
	"slices"
	"time"

	"fragscope/viewer/action"
	"fragscope/viewer/draw"
	"fragscope/viewer/notice"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/settings"
	"fragscope/viewer/stage"
)

// preferences are the current settings, their file, and the actions that only change settings.
type preferences struct {
	store   settings.Store
	set     settings.Settings
	binds   *action.Bindings
	theme   draw.Theme
	notices *notice.List
	changed func() // called when the theme or a size changes
	moved   func() // called when the game folders change
	ask     func(part.Prompt)
	open    func(part.List)
	folder  func(title, dir string, then func(string)) // asks for a folder
	looked  time.Time                                  // when the settings file was last checked
}

// Part returns the [part.Part] that lets the user change the settings.
func (p *preferences) Part() part.Part {
	set := &p.set
	return part.Part{
		Search: p.search,
		Scene: func(sc *stage.Scene) {
			sc.Names, sc.Ghosts, sc.Arcs = set.Names, set.Ghosts, set.Arcs
			sc.Items, sc.Sounds, sc.Marks = set.Things, set.Sounds, set.Marks
		},
		Actions: map[action.ID]part.Action{
			action.Names:         p.toggle(&set.Names),
			action.Arcs:          p.toggle(&set.Arcs),
			action.Trails:        p.toggle(&set.Trails),
			action.Ghosts:        p.toggle(&set.Ghosts),
			action.ItemsShown:    p.toggle(&set.Things),
			action.Sounds:        p.toggle(&set.Sounds),
			action.MapMarks:      p.toggle(&set.Marks),
			action.PanelStatus:   p.toggle(&set.Status),
			action.PanelItems:    p.toggle(&set.Items),
			action.PanelLanes:    p.toggle(&set.Lanes),
			action.TurningPoints: p.toggle(&set.Turns),
			action.HideScore:     p.toggle(&set.HideScore),
			action.Palette:       p.toggle(&set.ColorBlind),
			action.ScaleUp:       {Do: func() { p.rescale(1.1) }, Idle: true},
			action.ScaleDown:     {Do: func() { p.rescale(1 / 1.1) }, Idle: true},
		},
	}
}

// toggle returns an action that toggles a setting.
func (p *preferences) toggle(on *bool) part.Action {
	return part.Action{Idle: true, On: func() bool { return *on }, Do: func() {
		*on = !*on
		p.save()
		p.setTheme()
		p.changed()
	}}
}

// load reads the settings file and warns about mistakes in it.
func (p *preferences) load() {
	set, errs := p.store.Load()
	binds, bad := action.Bind(p.store.Actions, set.Keys)
	p.set, p.binds = set, binds
	for _, err := range append(errs, bad...) {
		p.notices.Warn(fmt.Sprintf(msgSettingsFile, err))
	}
	p.setTheme()
}

func (p *preferences) setTheme() {
	p.theme = draw.Dark()
	if p.set.ColorBlind {
		p.theme = draw.ColorBlind()
	}
}

// settingsEvery is how often the settings file is checked for changes.
const settingsEvery = time.Second

// step reads the settings file again if it has changed.
func (p *preferences) step(now time.Time) {
	if now.Sub(p.looked) < settingsEvery {
		return
	}
	p.looked = now
	if p.store.Changed(&p.set) {
		w, h, dirs := p.set.Width, p.set.Height, p.set.GameDirs
		p.load()
		p.set.Width, p.set.Height = w, h
		p.changed()
		if !slices.Equal(dirs, p.set.GameDirs) {
			p.moved()
		}
		p.notices.Say(msgReloaded)
	}
}

// save writes the settings and reports whether it succeeded. If not, it warns the user.
func (p *preferences) save() bool {
	if err := p.store.Save(&p.set); err != nil {
		p.notices.Warn(fmt.Sprintf(msgSettingsNotSaved, notice.Reason(err)))
		return false
	}
	return true
}

// write writes the settings file and informs the user where it is.
func (p *preferences) write() {
	if !p.save() {
		return
	}
	text := fmt.Sprintf(msgSettingsAt, p.store.SettingsPath())
	p.notices.Add(notice.Notice{NoticeView: panel.NoticeView{Text: text, Sticky: true}, Key: "settings"})
}

func (p *preferences) rescale(by float64) {
	p.set.Scale = math.Round(min(max(p.set.Scale*by, settings.MinScale), settings.MaxScale)*100) / 100
	p.save()
	p.changed()
}
