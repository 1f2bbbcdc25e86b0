package timeline

import (
	"fmt"
	"sort"
	"strings"
	"time"

	"fragscope/formats/base/count"
	"fragscope/sim"
	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
)

// details are the lanes about the keys and the connection of the followed player.
type details struct {
	key  detailKey
	list []panel.PlayerLane
}

// detailKey is everything the details depend on.
type detailKey struct {
	slot, level, frames, inputs, paces int
	hidden, colorBlind                 bool
}

// link is the state of a player's connection at one time, for the lanes.
type link struct {
	ping        int16
	loss, choke uint8
}

func linkOf(p *sim.Player) link {
	return link{ping: p.Ping, loss: uint8(min(max(p.Loss, 0), 100)), choke: p.Choke}
}

// detailsOf returns the lanes to show below the followed player's own lane.
func (t *Timeline) detailsOf(l *lane) []panel.PlayerLane {
	rec, slot := t.host.Demo.Recording(), sim.SlotAt(l.Slot)
	inputs, paces := rec.Inputs(slot), rec.Paces(slot)
	k := detailKey{slot: l.Slot, level: t.lanes.level, frames: t.lanes.frames, inputs: len(inputs), paces: len(paces),
		hidden: t.host.Settings.HideScore, colorBlind: t.host.Settings.ColorBlind}
	if d := &t.lanes.details; d.key != k {
		d.key = k
		d.list = append(t.keyLanes(inputs), t.paceLane(paces)...)
		d.list = append(d.list, t.linkLane(l)...)
		for i := range d.list {
			d.list[i].Slot, d.list[i].Color = l.Slot, t.host.Theme.Soft
		}
	}
	return t.lanes.details.list
}

// shown returns the end of a period, or the current time if everything after that is hidden.
func (t *Timeline) shown(to time.Duration) time.Duration {
	if t.host.Settings.HideScore {
		return min(to, t.Play.Position())
	}
	return to
}

// keyPairs are the keys that share a lane: one in its upper half, one in its lower half.
var keyPairs = [...]struct {
	name         string
	upper, lower sim.Keys
}{
	{"forward / back", sim.KeyForward, sim.KeyBack}, {"left / right", sim.KeyLeft, sim.KeyRight},
	{"jump / crouch", sim.KeyJump, sim.KeyCrouch}, {"attack / walk", sim.KeyAttack, sim.KeyWalk},
}

// keyLanes returns a lane for each pair of keys that the player uses.
func (t *Timeline) keyLanes(list []sim.Input) (out []panel.PlayerLane) {
	var used sim.Keys
	for i := range list {
		used |= list[i].Keys
	}
	for _, pair := range keyPairs {
		if used&(pair.upper|pair.lower) == 0 {
			continue
		}
		out = append(out, panel.PlayerLane{Name: pair.name, Detail: &panel.LaneDetail{
			Bars: func(from, to time.Duration) (b panel.LaneBars) {
				to = t.shown(to)
				for i, half := range [...]struct {
					key sim.Keys
					low float32
				}{{pair.upper, 0.54}, {pair.lower, 0.04}} {
					if share := held(list, half.key, from, to); share > 0 {
						b[i] = panel.LaneBar{Low: half.low, High: half.low + 0.42,
							Color: t.host.Theme.Accent.Fade(0.35 + 0.65*share)}
					}
				}
				return b
			},
			Words:  func(at time.Duration) string { return pressed(list, at) },
			Legend: "one key in the upper half of the lane, the other in the lower; brighter the longer it is held",
		}})
	}
	return out
}

// after returns the index of the first input after a time.
func after(list []sim.Input, at time.Duration) int {
	return sort.Search(len(list), func(i int) bool { return list[i].Time > at })
}

// held returns the fraction of a period during which a key was held.
func held(list []sim.Input, key sim.Keys, from, to time.Duration) float32 {
	if to <= from {
		return 0
	}
	sum := time.Duration(0)
	for i := max(after(list, from)-1, 0); i < len(list) && list[i].Time < to; i++ {
		if list[i].Keys&key == 0 {
			continue
		}
		end := to
		if i+1 < len(list) {
			end = min(list[i+1].Time, to)
		}
		sum += end - max(list[i].Time, from)
	}
	return float32(sum) / float32(to-from)
}

// pressed describes the keys held at a time.
func pressed(list []sim.Input, at time.Duration) string {
	i := after(list, at) - 1
	switch {
	case i < 0:
		return "not told yet"
	case list[i].Keys == 0:
		return "no key"
	}
	return strings.ReplaceAll(list[i].Keys.String(), "+", ", ")
}

// paceLane returns a lane that compares the duration of the player's commands with the time that passes.
func (t *Timeline) paceLane(list []sim.Pace) []panel.PlayerLane {
	if len(list) == 0 {
		return nil
	}
	const normal, odd = 0.5, 1.15 // fraction of the lane, and the ratio from which a bar is marked
	at := func(when time.Duration) int {
		return sort.Search(len(list), func(i int) bool { return list[i].Time > when }) - 1
	}
	ends := func(i int) time.Duration { return list[i].Time + list[i].Span }
	return []panel.PlayerLane{{Name: "commands", Detail: &panel.LaneDetail{
		Bars: func(from, to time.Duration) (b panel.LaneBars) {
			to = t.shown(to)
			for i := max(at(from), 0); i < len(list) && list[i].Time < to; i++ {
				if ends(i) <= from {
					continue
				}
				ratio := float32(list[i].Sum) / float32(max(list[i].Span, 1))
				c := t.host.Theme.Soft.Fade(0.6)
				if ratio > odd {
					c = t.host.Theme.Warn
				}
				if high := min(ratio*normal, 1); high > b[0].High {
					b[0] = panel.LaneBar{High: high, Color: c}
				}
			}
			return b
		},
		Words: func(when time.Duration) string {
			i := at(when)
			if i < 0 || ends(i) <= when {
				return "no commands"
			}
			return fmt.Sprintf("%d commands lasting %d ms within %d ms", list[i].Commands, list[i].Sum.Milliseconds(),
				list[i].Span.Milliseconds())
		},
		Legend: "how long his commands last, second by second; half the lane is as long as the time that passes",
	}}}
}

// linkLane returns a lane with the player's ping and his lost and held-back packets, if the demo contains them over
// time.
func (t *Timeline) linkLane(l *lane) []panel.PlayerLane {
	most, told, varies := int16(50), false, false
	var first link
	for _, k := range l.links {
		if k.ping == sim.Unknown || k == (link{}) {
			continue
		}
		if !told {
			first, told = k, true
		}
		most, varies = max(most, min(k.ping, 999)), varies || k != first
	}
	if !varies {
		return nil
	}
	start, each, list := l.Start, l.Each, l.links
	index := func(at time.Duration) int { return int((at - start) / each) }
	return []panel.PlayerLane{{Name: "ping, loss", Detail: &panel.LaneDetail{
		Bars: func(from, to time.Duration) (b panel.LaneBars) {
			theme, worst := t.host.Theme, link{}
			for i := max(index(from), 0); i <= min(index(t.shown(to)), len(list)-1) && from < t.shown(to); i++ {
				worst = link{max(worst.ping, list[i].ping), max(worst.loss, list[i].loss),
					max(worst.choke, list[i].choke)}
			}
			if worst.loss > 0 {
				b[0] = panel.LaneBar{High: 1, Color: theme.Bad.Fade(min(0.35+float32(worst.loss)/40, 1))}
			}
			b[1] = panel.LaneBar{High: float32(min(worst.ping, most)) / float32(most), Color: linkColor(theme)}
			if worst.choke > 0 {
				b[2] = panel.LaneBar{Low: 0.8, High: 1, Color: theme.Warn}
			}
			return b
		},
		Words: func(at time.Duration) string {
			if i := index(at); i >= 0 && i < len(list) {
				return linkWords(list[i])
			}
			return "not told"
		},
		Legend: fmt.Sprintf("ping, up to %d ms; red: packets lost; at the top: packets that the server held back", most),
	}}}
}

func linkColor(theme *draw.Theme) draw.Color { return theme.Soft.Fade(0.7) }

// linkWords describes a connection.
func linkWords(k link) string {
	if k.ping == sim.Unknown {
		return "not told"
	}
	s := fmt.Sprintf("ping %d ms", k.ping)
	if k.loss > 0 {
		s += fmt.Sprintf(", %d %% of his packets lost", k.loss)
	}
	if k.choke > 0 {
		s += ", " + count.Of(int(k.choke), "packet") + " held back"
	}
	return s
}
