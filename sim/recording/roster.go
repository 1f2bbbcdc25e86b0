package recording

import (
	"fragscope/sim"
	"slices"
	"time"
)

// rosterEntry is a [sim.RosterEntry] that is being compiled.
type rosterEntry struct {
	sim.RosterEntry
	// played is set once the player was seen to play or score. watches is set while he is a spectator.
	played, watches bool
}

// presence is the state of the player in a slot.
type presence struct {
	slot          sim.Slot
	life          sim.Life
	frags, deaths int16
	profile       *sim.Profile
}

func presenceOf(p *FramePlayer) presence {
	return presence{p.Slot, p.Life, p.Frags, p.Deaths, p.Profile}
}

// tells reports whether p adds nothing to the entry of a player who has played.
func (e *rosterEntry) tells(p *presence) bool {
	return e.Profile == p.profile && e.played && !e.watches && p.life != sim.Spectating &&
		(e.Frags == p.frags || p.frags == sim.Unknown) && (e.Deaths == p.deaths || p.deaths == sim.Unknown)
}

// roster holds everyone who ever played, with their scores at the end of the last match.
type roster struct {
	entries []rosterEntry
	open    []int32            // by slot: the entry of the player there, plus one; 0 if there is none
	early   map[sim.Slot]int16 // deaths of players not listed yet
	present []presence         // sorted by slot
	// final is set from the end of a match to the start of the next. Events in between do not count for the score.
	final bool
	// finalAt is the time of that end. Deaths at that time still count: one of them often ends the match.
	finalAt time.Duration
	// left is set from the first frame after that end whose scores are no longer the match's.
	left bool
	// between is set from the end of a round to the start of the next.
	between bool
	// again is set if unchanged rows must also be examined, because an event changed what counts.
	again bool
	// now is the time of the last frame. It is the Last of entries marked in lasts, whose rows continue.
	now   time.Duration
	lasts []bool
	// teams holds the teams' scores at the end of the last match, if teamTold is set.
	teams    [sim.TeamCount]int16
	teamTold [sim.TeamCount]bool
}

// isFinal reports whether a time is after the end of a match.
func (r *roster) isFinal(at time.Duration) bool { return r.final && at > r.finalAt }

// frame records the teams' scores, and whether the scores are still those of the match that is over. same is set if the
// frame equals the previous one.
func (r *roster) frame(f *Frame, same bool) {
	if same && !r.final && !r.again {
		return
	}
	final := r.isFinal(f.Time)
	r.left = r.left || final && !f.LastScores
	if final && r.left {
		return
	}
	for i, score := range f.TeamScore {
		if score != sim.Unknown {
			r.teams[i], r.teamTold[i] = score, true
		}
	}
}

// event updates the roster after a death, the start or end of a match, or the departure of a player.
func (r *roster) event(e *sim.Event) {
	switch e.Kind {
	case sim.EventObituary, sim.EventDisconnect, sim.EventMatchStart, sim.EventMatchEnd:
		r.again = true
	}
	switch e.Kind {
	case sim.EventObituary:
		i := r.entry(e.Slot)
		switch {
		case r.isFinal(e.Time), r.between && sim.TakesOut(e.Weapon):
		case i >= 0 && r.entries[i].Deaths < 1<<15-1:
			r.entries[i].Deaths++
		case i < 0 && r.early[e.Slot] < 1<<15-1:
			if r.early == nil {
				r.early = map[sim.Slot]int16{}
			}
			r.early[e.Slot]++
		}
	case sim.EventDisconnect:
		if delete(r.early, e.Slot); r.entry(e.Slot) >= 0 {
			r.open[e.Slot.Index()] = 0
		}
	case sim.EventRoundEnd:
		r.between = true
	case sim.EventRoundStart:
		r.between = false
	case sim.EventMatchStart:
		r.final, r.left, r.between = false, false, false
		clear(r.early)
	case sim.EventMatchEnd:
		r.final, r.finalAt, r.left = true, e.Time, false
	}
}

// list returns the players who played. A player who just joined is listed until it is known that he only spectates.
func (r *roster) list() (list []sim.RosterEntry) {
	for i := range r.entries {
		e := &r.entries[i]
		if e.watches && !e.played {
			continue
		}
		list = append(list, e.RosterEntry)
		if r.lasts[i] {
			list[len(list)-1].Last = r.now
		}
	}
	return list
}

// players records the players in a frame. list contains all of them, or only those that changed.
func (r *roster) players(all bool, list []newPresence, now time.Duration) {
	if all {
		r.present = r.present[:0]
	}
	for i := range list {
		if p := &list[i]; all {
			r.present = append(r.present, p.presence)
		} else {
			r.present[p.index] = p.presence
		}
	}
	if whole := r.again || all; whole {
		for i, lasts := range r.lasts {
			if lasts {
				r.entries[i].Last, r.lasts[i] = r.now, false
			}
		}
		for i := range r.present {
			r.add(&r.present[i], now, true)
		}
	} else {
		for i := range list {
			r.add(&list[i].presence, now, false)
		}
	}
	r.now, r.again = now, false
}

// entry returns the index of the entry of the player in a slot, or -1 if there is none.
func (r *roster) entry(s sim.Slot) int {
	if n := s.Index(); n >= 0 && n < len(r.open) {
		return int(r.open[n]) - 1
	}
	return -1
}

// add records a player in a frame. whole is set if he must be examined even if he is unchanged. Players who only
// spectate are not listed.
func (r *roster) add(p *presence, now time.Duration, whole bool) {
	if !p.slot.Valid() || p.profile == nil {
		return
	}
	i := r.entry(p.slot)
	if i >= 0 && !whole && r.entries[i].tells(p) {
		return
	}
	if i < 0 {
		if p.profile.Team == sim.TeamSpectator || p.life == sim.Spectating {
			return
		}
		i = slices.IndexFunc(r.entries, func(e rosterEntry) bool {
			return e.Profile.Name.Plain == p.profile.Name.Plain && e.Profile.Slot == p.profile.Slot
		})
		if i < 0 {
			if len(r.entries) == maxRoster {
				return
			}
			i = len(r.entries)
			r.entries = append(r.entries, rosterEntry{RosterEntry: sim.RosterEntry{Profile: p.profile,
				Frags: sim.Unknown, Deaths: r.early[p.slot], First: now}})
			delete(r.early, p.slot)
			r.lasts = append(r.lasts, false)
		}
		for p.slot.Index() >= len(r.open) {
			r.open = append(r.open, 0)
		}
		r.open[p.slot.Index()] = int32(i + 1)
	}
	e := &r.entries[i]
	e.watches = p.profile.Team == sim.TeamSpectator || p.life == sim.Spectating
	if r.lasts[i] = p.profile.Team != sim.TeamSpectator; !r.lasts[i] {
		return
	}
	e.played = e.played || p.life == sim.Alive || p.life == sim.Dead || p.life == sim.Gibbed || p.frags > 0 ||
		p.deaths > 0
	e.Last, e.Profile = now, p.profile
	if r.isFinal(now) && r.left {
		return
	}
	if p.frags != sim.Unknown {
		e.Frags = p.frags
	}
	if p.deaths != sim.Unknown {
		e.Deaths = p.deaths
	}
}
