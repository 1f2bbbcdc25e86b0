package session

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/sim/recording"
)

// eyes shows a match of several recordings as one of its witnesses knew it.
type eyes struct {
	of     int // index of the witness plus one; 0 for what any of them knew
	cursor *recording.Cursor
	world  sim.World
}

// nextEyes switches to the next witness of the match, and after the last one back to all of them.
func (s *Session) nextEyes() {
	d := s.demo
	if d == nil {
		return
	}
	list := d.Recording.Witnesses()
	d.eyes = eyes{of: (d.eyes.of + 1) % (len(list) + 1)}
	if d.eyes.of == 0 {
		s.host.Notices.Say(fmt.Sprintf(msgAllEyes, len(list)))
	} else {
		d.eyes.cursor = list[d.eyes.of-1].Recording.Cursor()
		s.host.Notices.Say(fmt.Sprintf(msgEyes, eyesName(list, d.eyes.of-1)))
	}
	d.world = nil
	s.host.Redraw()
}

// eyesName returns the name of witness i of a list: the recorder's name, with the demo's if he recorded several.
func eyesName(list []recording.Witness, i int) string {
	name, demo := list[i].Recording.Header().Recorder, filepath.Base(list[i].Name)
	if name == "" {
		return demo
	}
	for k := range list {
		if k != i && list[k].Recording.Header().Recorder == name {
			return fmt.Sprintf("%s (%s)", name, demo)
		}
	}
	return name
}

// Eyes returns the name of the point of view selected for a match that is merged from several recordings. It returns ""
// if all points of view are combined.
func (s *Session) Eyes() string {
	if s.demo == nil || s.demo.eyes.of == 0 {
		return ""
	}
	return eyesName(s.demo.Recording.Witnesses(), s.demo.eyes.of-1)
}

// see returns the world as the witness saw it. Players whom others saw but he did not become ghosts at their actual
// positions.
func (e *eyes) see(whole *sim.World, witnesses []recording.Witness) *sim.World {
	if e.of == 0 {
		return whole
	}
	w := &e.world
	local, ok := witnesses[e.of-1].Local(whole.Time)
	if !ok {
		*w = *whole
		w.Players = slices.Clone(whole.Players)
		w.Entities, w.Movers, w.Effects = nil, whole.Movers, nil
		for i := range w.Players {
			hide(&w.Players[i], whole.Time)
		}
		return w
	}
	own := e.cursor.At(local)
	shift := whole.Time - local
	*w = *own
	w.Time, w.Level, w.Frame = whole.Time, whole.Level, whole.Frame
	w.Match, w.MatchKnown, w.Phase = whole.Match, whole.MatchKnown, whole.Phase
	w.Players = slices.Clone(own.Players)
	for i := range w.Players {
		p := &w.Players[i]
		p.LastSeen += shift
		for k := range p.PowerupEnd {
			if p.PowerupEnd[k] != 0 {
				p.PowerupEnd[k] += shift
			}
		}
	}
	w.Entities, w.Effects = slices.Clone(own.Entities), slices.Clone(own.Effects)
	for i := range w.Entities {
		t := &w.Entities[i]
		t.LastSeen += shift
		if t.Taken != 0 {
			t.Taken += shift
		}
		if t.Respawn != 0 {
			t.Respawn += shift
		}
	}
	for i := range w.Effects {
		w.Effects[i].Start += shift
		w.Effects[i].End += shift
	}
	for _, p := range whole.Players {
		if !p.Visible {
			continue
		}
		i, known := slices.BinarySearchFunc(w.Players, p.Slot.Index(),
			func(q sim.Player, slot int) int { return q.Slot.Index() - slot })
		hide(&p, whole.Time)
		switch {
		case !known:
			w.Players = slices.Insert(w.Players, i, p)
		case !w.Players[i].Visible:
			w.Players[i] = p
		}
	}
	return w
}

// hide turns a player whose current position is known into a ghost.
func hide(p *sim.Player, now time.Duration) {
	p.Visible, p.LastSeen, p.Firing = false, now, false
	p.Health, p.Armor, p.Ammo, p.Inventory = sim.Unknown, sim.Unknown, sim.Unknown, nil
}

// shortNames returns the base names of the demos that path refers to.
func shortNames(path string) string {
	demos, ok, err := load.MatchDemos(path)
	if !ok || err != nil {
		return filepath.Base(path)
	}
	names := make([]string, len(demos))
	for i, d := range demos {
		names[i] = filepath.Base(d)
	}
	return strings.Join(names, " + ")
}
