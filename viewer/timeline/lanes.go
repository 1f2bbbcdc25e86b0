package timeline

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"fragscope/formats/base/count"
	"fragscope/formats/base/fault"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/viewer/panel"
)

// lanes holds the health, armour and weapons of a level's players over time, as known when a certain number of frames
// had been read.
type lanes struct {
	level, frames int
	finished      bool
	valid, busy   bool
	list          []lane
	sums          sums
	details       details
}

// lane is the lane of one player.
type lane struct {
	profile *sim.Profile
	panel.PlayerLane
	links []link // as Samples
}

const (
	lanesFinest = 100 * time.Millisecond // minimum interval between samples
	lanesMost   = 4096                   // maximum number of samples of a level
	lanesPlayed = 32                     // maximum number of players with lanes
)

// Lanes returns the players' lanes, or nil if the lanes are hidden. After the lane of the followed player, it inserts
// lanes for his keys and his connection. The totals in the lanes cover the loop or, if no loop is set, the whole level.
func (t *Timeline) Lanes() []panel.PlayerLane {
	w := t.host.Demo.World()
	if w == nil || !t.host.Settings.Lanes {
		return nil
	}
	t.readLanes(w.Level)
	teams, slot := t.host.Demo.Level().Teams, t.host.Followed()
	t.sumLanes()
	var out []panel.PlayerLane
	for i := range t.lanes.list {
		l := t.lanes.list[i].PlayerLane
		l.Color, l.IsFollowed = t.host.Theme.Badge(t.lanes.list[i].profile, teams).Color, l.Slot == slot
		if t.host.Settings.HideScore && l.Each > 0 {
			l.Samples = l.Samples[:min(max(int((t.Play.Position()-l.Start)/l.Each)+1, 0), len(l.Samples))]
			l.Total = ""
		}
		out = append(out, l)
		if l.IsFollowed {
			out = append(out, t.detailsOf(&t.lanes.list[i])...)
		}
	}
	return out
}

// sums is everything that the totals of the lanes depend on.
type sums struct {
	from, to time.Duration
	selected bool
	lanes    int
	first    *panel.LaneSample // tells lists of lanes apart
}

// sumLanes updates the totals of the lanes.
func (t *Timeline) sumLanes() {
	list := t.lanes.list
	from, to, selected := t.Play.Loop()
	k := sums{from: from, to: to, selected: selected, lanes: len(list)}
	if len(list) > 0 && len(list[0].Samples) > 0 {
		k.first = &list[0].Samples[0]
	}
	if k == t.lanes.sums {
		return
	}
	t.lanes.sums = k
	for i := range list {
		l := &list[i].PlayerLane
		samples := l.Samples
		if selected && l.Each > 0 {
			first := min(max(int((from-l.Start)/l.Each), 0), len(samples))
			samples = samples[first:max(min(int((to-l.Start)/l.Each)+1, len(samples)), first)]
		}
		l.Total, l.Range = sumOf(samples), selected
	}
}

// sumOf returns the total for samples as text: the average stack and the number of deaths.
func sumOf(samples []panel.LaneSample) string {
	alive, stack, known, deaths := 0, 0, 0, 0
	for i, s := range samples {
		switch {
		case s.Life == panel.LaneAlive:
			alive++
			if s.Health != sim.Unknown {
				known++
				stack += int(max(s.Health, 0))
				if s.Armor != sim.Unknown {
					stack += int(s.Armor)
				}
			}
		case s.Life == panel.LaneDead && i > 0 && samples[i-1].Life != panel.LaneDead:
			deaths++
		}
	}
	died := "1 death"
	switch deaths {
	case 0:
		died = "no death"
	case 1:
	default:
		died = count.Of(deaths, "death")
	}
	switch {
	case alive+deaths == 0:
		return "not seen"
	case known == 0:
		return died
	}
	return fmt.Sprintf("stack %d, %s", stack/known, died)
}

// readLanes computes the level's lanes in the background, and again whenever considerably more has been read.
func (t *Timeline) readLanes(level int) {
	rec, c := t.host.Demo.Recording(), &t.lanes
	frames := rec.Frames()
	_, finished := rec.Progress()
	more := frames > c.frames+c.frames/16 || finished && !c.finished
	if c.busy || c.valid && c.level == level && !more {
		return
	}
	if c.level != level {
		c.list = nil
	}
	c.level, c.frames, c.finished, c.valid, c.busy = level, frames, finished, true, true
	l, ctx := t.host.Demo.Level(), t.host.Demo.Context()
	go func() {
		var list []lane
		failed := fault.Guard(func() error {
			list = lanesOf(rec, l)
			return nil
		})
		t.host.Post(ctx, func() {
			if t.lanes.busy = false; ctx.Err() == nil && failed == nil && t.lanes.level == level {
				t.lanes.list = list
				t.host.Redraw()
			}
		})
	}()
}

// lanesOf returns the lanes of a level's players.
func lanesOf(rec *recording.Recording, l sim.Level) []lane {
	end := max(l.End, l.Start)
	if end == l.Start {
		end = rec.Duration()
	}
	each := max((end-l.Start)/lanesMost, lanesFinest)
	n := int((end-l.Start)/each) + 1
	found := map[int]*lane{}
	c := rec.Cursor()
	for i := range n {
		w := c.At(l.Start + time.Duration(i)*each)
		if w.Level != l.Index {
			continue
		}
		for k := range w.Players {
			p := &w.Players[k]
			at := p.Slot.Index()
			if found[at] == nil {
				if panel.Spectates(p) || len(found) >= lanesPlayed {
					continue
				}
				found[at] = &lane{PlayerLane: panel.PlayerLane{Slot: at, Start: l.Start, Each: each,
					Samples: make([]panel.LaneSample, n)}, links: make([]link, n)}
			}
			found[at].profile = p.Profile
			found[at].Samples[i], found[at].links[i] = sampleOf(p), linkOf(p)
		}
	}
	list := make([]lane, 0, len(found))
	for _, x := range found {
		x.Name = x.profile.Name.Plain
		list = append(list, *x)
	}
	slices.SortStableFunc(list, func(a, b lane) int {
		return cmp.Or(int(a.profile.Team)-int(b.profile.Team), a.Slot-b.Slot)
	})
	return list
}

func sampleOf(p *sim.Player) panel.LaneSample {
	switch {
	case panel.Spectates(p):
		return panel.LaneSample{}
	case p.Life == sim.Dead || p.Life == sim.Gibbed:
		return panel.LaneSample{Life: panel.LaneDead}
	case !p.Visible:
		return panel.LaneSample{}
	}
	return panel.LaneSample{Health: p.Health, Armor: p.Armor, ArmorKind: p.ArmorKind, Weapon: p.Weapon,
		Life: panel.LaneAlive}
}
