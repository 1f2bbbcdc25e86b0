// Package paths shows the players' paths in the selected section of a demo, and saves their positions in that section
// as a table.
package paths

import (
	"bytes"
	"fmt"
	"path/filepath"
	"time"

	"fragscope/formats/base/count"
	"fragscope/formats/base/fault"
	"fragscope/sim"
	"fragscope/viewer/action"
	"fragscope/viewer/draw"
	"fragscope/viewer/notice"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/stage"
)

// who selects the players whose paths are shown.
type who uint8

const (
	everyone who = iota
	player
	team
	whoCount
)

// paths is the state of the part.
type paths struct {
	host    Host
	on      bool
	who     who
	wanted  key // being found, or last found
	busy    bool
	saving  bool
	layer   layer
	letters *part.Letters
}

// key holds everything on which the paths depend.
type key struct {
	span
	level, frames int
	who           who
	slot          int
	team          sim.Team
	colorBlind    bool
}

// New returns the [part.Part] that shows paths. It is initially switched off.
func New(host Host) part.Part {
	x := &paths{host: host}
	x.letters = &part.Letters{On: func() bool { return x.on }, Keys: letters}
	return part.Part{
		Actions: map[action.ID]part.Action{
			IDPaths:     {Do: x.toggle, On: func() bool { return x.on }},
			IDWhose:     {Do: x.nextWho},
			IDPositions: {Do: x.save},
		},
		Letters:  x.letters,
		Closed:   func() { *x = paths{host: host, letters: x.letters, on: x.on, who: x.who} },
		State:    func() any { return [2]any{x.on, x.who} },
		SetState: func(as any) { s := as.([2]any); x.on, x.who = s[0].(bool), s[1].(who) },
		Ready:    func() bool { return !x.on || host.Demo.World() == nil || x.current() && !x.busy },
		Scene:    x.scene,
		Legend:   x.legend,
	}
}

func (x *paths) toggle() {
	x.on = !x.on
	x.host.Redraw()
}

func (x *paths) nextWho() {
	x.on = true
	x.who = (x.who + 1) % whoCount
	if x.who != everyone && x.host.Watch.Slot() < 0 {
		x.who = everyone
		x.host.Notices.Say(msgFollow)
	}
	x.host.Redraw()
}

// selected returns the selected section of the level or, if none is selected, the whole level. While the score is
// hidden, the section ends no later than the current position.
func (x *paths) selected() span {
	l := x.host.Demo.Level()
	s := span{l.Start, max(l.End, l.Start)}
	if s.to == s.from {
		s.to = x.host.Demo.Recording().Duration()
	}
	if from, to, ok := x.host.Clock.Loop(); ok {
		s = span{from, to}
	}
	if now := x.host.Clock.Position().Truncate(time.Second); x.host.Clock.ScoreHidden() {
		s.to = max(min(s.to, now), s.from)
	}
	return s
}

// want returns the key of the paths to be shown now.
func (x *paths) want() key {
	rec := x.host.Demo.Recording()
	k := key{span: x.selected(), level: x.host.Demo.World().Level, who: x.who, slot: -1,
		colorBlind: x.host.Theme.ColorBlind}
	if _, finished := rec.Progress(); finished {
		k.frames = rec.Frames()
	}
	pl := x.host.Watch.Followed()
	if pl == nil {
		k.who = everyone
	}
	switch k.who {
	case player:
		k.slot = pl.Slot.Index()
	case team:
		k.slot, k.team = pl.Slot.Index(), pl.Profile.Team
	}
	return k
}

// shows reports whether a player's paths are shown.
func (k *key) shows(pr *sim.Profile) bool {
	switch {
	case k.who == player, k.who == team && k.team == sim.TeamFree:
		return pr.Slot.Index() == k.slot
	case k.who == team:
		return pr.Team == k.team
	}
	return true
}

// current reports whether the runs to be shown are known. If they are not, it starts finding them in the background.
func (x *paths) current() bool {
	k := x.want()
	if k == x.wanted || x.busy {
		return k == x.wanted
	}
	x.wanted, x.busy = k, true
	rec, ctx := x.host.Demo.Recording(), x.host.Demo.Context()
	theme, teams := *x.host.Theme, x.host.Demo.Level().Teams
	go func() {
		var list []run
		err := fault.Guard(func() error {
			var profiles []*sim.Profile
			list, profiles = find(rec, k.span, k.shows)
			for i := range list {
				list[i].color = theme.Badge(profiles[i], teams).Color
			}
			return nil
		})
		x.host.Post(ctx, func() {
			if ctx.Err() != nil {
				return
			}
			if x.busy, x.layer.runs, x.layer.from, x.layer.to = false, list, k.from, k.to; err != nil {
				x.host.Notices.Warn(fmt.Sprintf(msgNoPaths, err))
			}
			x.host.Redraw()
		})
	}()
	return false
}

// scene adds the paths to the map.
func (x *paths) scene(sc *stage.Scene) {
	if !x.on || x.host.Demo.World() == nil {
		return
	}
	x.current()
	x.layer.followed = x.host.Watch.Slot()
	if len(x.layer.runs) > 0 {
		sc.Layers = append(sc.Layers, &x.layer)
	}
}

// legend returns a legend with the players whose paths are shown and the selected section.
func (x *paths) legend() *panel.Legend {
	if !x.on || x.host.Demo.World() == nil {
		return nil
	}
	whose := "of everyone"
	if pl := x.host.Watch.Followed(); pl != nil {
		switch x.who {
		case player:
			whose = "of " + pl.Profile.Name.Plain
		case team:
			whose = "of " + panel.TeamName(pl.Profile.Team, x.host.Demo.World().Players)
		}
	}
	s := x.selected()
	when := "from start to end"
	if _, _, ok := x.host.Clock.Loop(); ok {
		when = fmt.Sprintf("%s to %s", x.host.Clock.Moment(s.from).Short(), x.host.Clock.Moment(s.to).Short())
	}
	return &panel.Legend{Icon: draw.IconFaster, Close: IDPaths, Tip: "Paths off", Parts: []panel.LegendPart{
		{Text: count.Of(len(x.layer.runs), "run")}, {Text: whose, ID: IDWhose, Key: x.letters.Letter(IDWhose)},
		{Text: when},
	}}
}

// saved is the title of the dialog in which positions are saved.
const saved = "Save positions"

// save saves the positions of all players in the selected section.
func (x *paths) save() {
	if x.saving {
		return
	}
	x.saving = true
	rec := x.host.Demo.Recording()
	s := span{0, rec.Duration()}
	if from, to, ok := x.host.Clock.Loop(); ok {
		s = span{from, to}
	}
	dir, name := filepath.Dir(x.host.Demo.Key()), part.FileName(x.host.Demo, s.from)+".csv"
	go func() {
		where := ""
		err := fault.Guard(func() (err error) {
			var out bytes.Buffer
			out.WriteString(sim.PositionsHead)
			var line []byte
			rec.Positions(s.from, s.to, func(p *sim.Position) {
				line = p.AppendCSV(line[:0])
				out.Write(line)
			})
			where, err = x.host.Files.SaveFile(saved, dir, name, out.Bytes())
			return err
		})
		x.host.Tell(func() {
			x.saving = false
			switch {
			case err != nil:
				x.host.Notices.Failed(saved, fmt.Sprintf(msgNotSaved, notice.Reason(err)))
			case where != "":
				x.host.Notices.Done(saved, fmt.Sprintf(msgSaved, where))
			}
		})
	}()
}
