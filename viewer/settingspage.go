package viewer

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"fragscope/viewer/action"
	"fragscope/viewer/notice"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/settings"
)

// settingActions are the settings that an action toggles. The menu finds the action, and the settings page shows
// its key.
var settingActions = map[string]action.ID{
	"color-blind": action.Palette, "names": action.Names, "arcs": action.Arcs, "trails": action.Trails,
	"trail-seconds": action.TrailLength, "ghosts": action.Ghosts, "things": action.ItemsShown, "sounds": action.Sounds,
	"marks": action.MapMarks, "hide-score": action.HideScore, "floors": action.Floors, "status": action.PanelStatus,
	"items": action.PanelItems, "lanes": action.PanelLanes, "panel-players": action.PanelLeft,
	"turning-points": action.TurningPoints, "panel-feed": action.PanelRight, "panel-heights": action.PanelHeights, "touch": action.LargeTargets,
}

// settingNames are the display names of settings that no action toggles and whose own names say too little.
var settingNames = map[string]string{
	"curve-height": "Advantage height", "items-height": "Item control height", "lanes-height": "Player lanes height",
	"window": "Window size", "new-window": "New windows",
	"screenshots": "Screenshot folder", "recordings": "Recording folder", "recording-limit": "Recording limit",
	"library-sort": "Library order",
}

// settingName returns a setting's display name: that of the action that toggles it, if there is one.
func (p *preferences) settingName(name string) string {
	if id, ok := settingActions[name]; ok {
		return p.binds.Name(id)
	}
	if s, ok := settingNames[name]; ok {
		return s
	}
	words := strings.NewReplacer("-", " ", "color", "colour").Replace(name)
	return strings.ToUpper(words[:1]) + words[1:]
}

// entries returns the rows of the settings page.
func (p *preferences) entries() (out []part.Entry) {
	for _, f := range settings.Fields() {
		e := part.Entry{Rank: part.RankSetting, Stay: true}
		e.Entry = panel.Entry{Kind: "Setting", Name: p.settingName(f.Name), Help: sentence(f.Help),
			Value: f.Value(&p.set)}
		if id, ok := settingActions[f.Name]; ok {
			e.Key, e.ID = p.binds.KeyLabel(id), id
		}
		switch {
		case slices.Equal(f.Choices, []string{"off", "on"}):
			e.Switch = panel.SwitchOff
			if e.Value == "on" {
				e.Switch = panel.SwitchOn
			}
			e.Value = ""
			fallthrough
		case len(f.Choices) > 0:
			e.Do = func() { p.put(f, f.Choices[(slices.Index(f.Choices, f.Value(&p.set))+1)%len(f.Choices)]) }
		case f.Folder:
			e.Stay = false
			e.Do = func() { p.folder(e.Name, f.Value(&p.set), func(dir string) { p.put(f, dir) }) }
			if e.Value == "" {
				e.Value = "usual"
			}
		default:
			e.Stay = false
			e.Do = func() {
				p.ask(part.Prompt{Title: e.Name, Note: f.Help, Text: f.Value(&p.set),
					Done: func(text string) { p.put(f, text) }})
			}
		}
		out = append(out, e)
	}
	row := func(name, help, value string, do func()) {
		out = append(out, part.Entry{Rank: part.RankSetting, Do: do, Entry: panel.Entry{Kind: "Setting", Name: name,
			Help: help, Value: value}})
	}
	row("Game folders", "Add or remove folders in which to look for maps.",
		fmt.Sprint(len(p.set.GameDirs)), p.listGameDirs)
	row("Settings file",
		"Write all settings and keys to a file that you can edit, and show where it is.", "", p.write)
	return out
}

// sentence turns a help text of the settings file into a sentence.
func sentence(help string) string { return strings.ToUpper(help[:1]) + help[1:] + "." }

// search returns the settings that match a text, except those that an action toggles.
func (p *preferences) search(text string) (out []part.Entry) {
	text = strings.ToLower(text)
	for _, e := range p.entries() {
		if e.ID == "" && strings.Contains(strings.ToLower(e.Name+" "+e.Help), text) {
			out = append(out, e)
		}
	}
	return out
}

// put changes a setting and saves it.
func (p *preferences) put(f settings.Field, value string) {
	if err := f.Set(&p.set, value); err != nil {
		p.notices.Say(fmt.Sprintf(msgNotSet, p.settingName(f.Name), err))
		return
	}
	p.save()
	p.setTheme()
	p.changed()
}

// listGameDirs opens the list of game folders, where folders can be added and removed.
func (p *preferences) listGameDirs() {
	l := part.List{Title: "Game folders", Note: "Enter adds one, Delete removes one"}
	list := func() {
		l.Rows = []panel.Row{{Spans: panel.Plain(&p.theme, "Add a folder…")}}
		for _, dir := range p.set.GameDirs {
			l.Rows = append(l.Rows, panel.Row{Spans: panel.Plain(&p.theme, filepath.Base(dir)), Note: dir})
		}
	}
	list()
	l.Choose = func(int) {
		p.folder("Game folder", "", func(dir string) {
			if !slices.Contains(p.set.GameDirs, dir) {
				p.set.GameDirs = append(p.set.GameDirs, dir)
				p.save()
			}
			p.listGameDirs()
		})
	}
	l.Remove = func(i int) {
		if i > 0 {
			p.set.GameDirs = slices.Delete(p.set.GameDirs, i-1, i)
			p.save()
			p.listGameDirs()
		}
	}
	p.open(l)
}

// rebind assigns keys to an action and takes them from others. If there are none, the action loses its keys.
func (p *preferences) rebind(id action.ID, keys []action.Chord) {
	name, taken := p.binds.Name(id), ""
	for _, c := range keys {
		other, ok := p.binds.Lookup(c)
		if !ok || other.ID == id {
			continue
		}
		taken += fmt.Sprintf(msgKeyTaken, other.Name)
		if own, ok := p.set.Keys[other.ID]; ok {
			list, _ := action.ParseChords(own)
			p.set.Keys[other.ID] = action.FormatChords(slices.DeleteFunc(list,
				func(o action.Chord) bool { return o == c }))
		}
	}
	p.set.Keys[id] = action.FormatChords(keys)
	p.binds, _ = action.Bind(p.store.Actions, p.set.Keys)
	p.save()
	p.changed()
	if len(keys) == 0 {
		p.notices.Say(fmt.Sprintf(msgKeyGone, name))
		return
	}
	p.notices.Add(notice.Notice{NoticeView: panel.NoticeView{Text: fmt.Sprintf(msgKeyIs, keys[0].Label(),
		name) + taken}, For: notice.Brief, Key: "say"})
}
