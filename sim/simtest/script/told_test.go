package script_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/sim"
	"fragscope/sim/load"
	"fragscope/sim/simtest/script"
)

// telling is the kind of event that tells a kind of happening.
var telling = map[script.Kind]sim.EventKind{
	script.Joined: sim.EventConnect, script.Left: sim.EventDisconnect, script.Renamed: sim.EventNameChange,
	script.Died: sim.EventObituary, script.Took: sim.EventPickup, script.TookPack: sim.EventPickup,
	script.CameBack: sim.EventItemRespawn, script.PowerEnded: sim.EventPowerupEnd, script.FlagTaken: sim.EventFlagTaken,
	script.FlagDropped: sim.EventFlagDropped, script.FlagReturned: sim.EventFlagReturned,
	script.Captured: sim.EventCapture, script.Said: sim.EventChat, script.SaidTeam: sim.EventTeamChat,
	script.Warmup: sim.EventWarmup, script.MatchStart: sim.EventMatchStart, script.Overtime: sim.EventOvertime,
	script.Intermission: sim.EventIntermission,
}

// told is an event as both sides can have it.
type told struct {
	at     time.Duration
	kind   sim.EventKind
	who    int
	by     int
	item   sim.Item
	weapon sim.Weapon
	team   sim.Team
	text   string
}

func (e *told) String() string {
	what := strings.Join(slices.DeleteFunc([]string{e.item.String(), e.weapon.String(), e.text},
		func(s string) bool { return s == "" || s == "Weapon" }), " ")
	return strings.TrimRight(fmt.Sprintf("%7.2f %-13s %2d by %2d %s %s", e.at.Seconds(), e.kind, e.who, e.by, e.team,
		what), " ")
}

// near reports whether two events are of the same, as far as both sides tell.
func (e *told) near(o *told) bool {
	d := e.at - o.at
	return e.kind == o.kind && d.Abs() <= 150*time.Millisecond && (e.who == o.who || e.who < 0) &&
		(e.item == o.item || e.kind != sim.EventItemRespawn)
}

// happened is what an event of the match is.
func happened(f *script.Format, h *script.Happening) told {
	e := told{at: time.Duration(h.Time) * time.Millisecond, kind: telling[h.Kind], who: h.Who, by: h.By,
		weapon: h.Weapon, team: h.Team}
	switch h.Kind {
	case script.Took, script.CameBack:
		e.item, e.weapon = f.Rules.Items[h.Item].Item, f.Rules.Items[h.Item].Weapon
	case script.TookPack:
		if e.item = sim.ItemWeapon; !f.Rules.DropsWeapon {
			e.item, e.weapon = sim.ItemBackpack, sim.WeaponNone
		}
	case script.Said, script.SaidTeam, script.Renamed:
		e.text = h.Text
	case script.Died:
		if e.by == e.who {
			e.by = -1
		}
	}
	return e
}

// TestTold compares what happens in the match with what recordings of it tell,
// in a list for each format: what is not told (-), what did not happen (+), and
// what is told otherwise (as it happened, then as it is told).
func TestTold(t *testing.T) {
	var b strings.Builder
	for _, f := range script.Formats() {
		fmt.Fprintf(&b, "%s\n", f.Name)
		r, err := load.Bytes(context.Background(), f.File(), f.Demo())
		if err != nil {
			t.Fatal(err)
		}
		r.Wait()
		var lines []told
		for _, e := range r.Events() {
			lines = append(lines, told{e.Time, e.Kind, e.Slot.Index(), e.Attacker.Index(), e.Item, e.Weapon, e.Team,
				e.Text.Plain})
		}
		for _, h := range f.Story() {
			if _, ok := telling[h.Kind]; !ok {
				continue
			}
			e := happened(&f, &h)
			i := slices.IndexFunc(lines, func(l told) bool {
				return l.near(&e) && l.item == e.item &&
					l.weapon == e.weapon
			})
			if i < 0 {
				i = slices.IndexFunc(lines, func(l told) bool { return l.near(&e) })
			}
			if i < 0 {
				fmt.Fprintf(&b, "- %v\n", &e)
				continue
			}
			l := lines[i]
			lines = slices.Delete(lines, i, i+1)
			if l.item != e.item || l.weapon != e.weapon || l.by != e.by && l.by != e.who || l.who != e.who {
				fmt.Fprintf(&b, "  %v\n= %v\n", &e, &l)
			}
		}
		for i := range lines {
			for _, kind := range telling {
				if l := &lines[i]; l.kind == kind {
					fmt.Fprintf(&b, "+ %v\n", l)
					break
				}
			}
		}
	}
	corpus.Golden(t, "testdata/told.txt", []byte(b.String()))
}
