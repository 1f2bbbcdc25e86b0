package panel

import (
	"strings"
	"testing"
	"time"

	"fragscope/sim"
	"fragscope/viewer/draw"
)

var (
	amber  = &sim.Profile{Slot: sim.SlotAt(0), Name: sim.PlainText("Amber"), Team: sim.TeamRed}
	basalt = &sim.Profile{Slot: sim.SlotAt(1), Name: sim.PlainText("Basalt of the long name"), Team: sim.TeamBlue}
	cobalt = &sim.Profile{Slot: sim.SlotAt(2), Name: sim.PlainText("Cobalt"), Team: sim.TeamRed}
)

func TestSentences(t *testing.T) {
	p := pen()
	for _, c := range []struct {
		e    sim.Event
		want string
	}{
		{sim.Event{Kind: sim.EventPickup, Slot: sim.SlotAt(0), Item: sim.ItemQuad, Profile: amber}, "Amber took Quad"},
		{sim.Event{Kind: sim.EventPickup, Item: sim.ItemQuad}, "Quad was taken"},
		{sim.Event{Kind: sim.EventPickup, Slot: sim.SlotAt(0), Item: sim.ItemTech, Text: sim.PlainText("Time Accel"),
			Profile: amber}, "Amber took Time Accel"},
		{sim.Event{Kind: sim.EventPickup, Slot: sim.SlotAt(0), Item: sim.ItemFlag, Team: sim.TeamBlue, Profile: amber},
			"Amber took Blue flag"},
		{sim.Event{Kind: sim.EventItemRespawn, Item: sim.ItemQuad}, "Quad is back"},
		{sim.Event{Kind: sim.EventItemRespawn, Item: sim.ItemWeapon, Weapon: sim.WeaponRocketLauncher},
			"Rocket Launcher is back"},
		{sim.Event{Kind: sim.EventPickup, Slot: sim.SlotAt(0), Item: sim.ItemMegaHealth, Profile: amber},
			"Amber took MH"},
		{sim.Event{Kind: sim.EventPickup, Slot: sim.SlotAt(1), Item: sim.ItemMegaHealth, Profile: basalt},
			"Basalt of the long name took MH"},
		{sim.Event{Kind: sim.EventPickup, Slot: sim.SlotAt(0), Item: sim.ItemBackpack, Profile: amber},
			"Amber took Backpack"},
		{sim.Event{Kind: sim.EventPowerup, Slot: sim.SlotAt(0), Powerup: sim.PowerupProtection, Profile: amber},
			"Amber has Pent"},
		{sim.Event{Kind: sim.EventFlagTaken, Slot: sim.SlotAt(0), Team: sim.TeamBlue, Profile: amber},
			"Amber took the Blue flag"},
		{sim.Event{Kind: sim.EventFlagReturned, Team: sim.TeamBlue}, "Blue flag was returned"},
		{sim.Event{Kind: sim.EventMonsterKill, Slot: sim.SlotAt(0), Profile: amber,
			Text: sim.PlainText("Soldier killed")}, "AmberSoldier"},
		{sim.Event{Kind: sim.EventSecret, Slot: sim.SlotAt(0), Profile: amber, Text: sim.PlainText("1 of 5 secrets")},
			"Amber found 1 of 5 secrets"},
		{sim.Event{Kind: sim.EventPrint, Text: sim.PlainText("   RL skill:   ad:9  ")}, "RL skill: ad:9"},
		{sim.Event{Kind: sim.EventTeamChange, Slot: sim.SlotAt(0), Profile: amber, Text: sim.PlainText("joins red")},
			"Amber joins red"},
	} {
		if got := words(p.Sentence(&c.e, true)); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestRowsOfTheFeed checks that text too long for a line continues on the next one, and that team kills are marked.
func TestRowsOfTheFeed(t *testing.T) {
	p := pen()
	kill := sim.Event{Kind: sim.EventObituary, Slot: sim.SlotAt(1), Attacker: sim.SlotAt(0), Profile: basalt,
		AttackerProfile: amber, Weapon: sim.WeaponRailgun}
	betrayal := sim.Event{Kind: sim.EventObituary, Slot: sim.SlotAt(2), Attacker: sim.SlotAt(0), Profile: cobalt,
		AttackerProfile: amber}
	joined := sim.Event{Kind: sim.EventTeamChange,
		Text: sim.PlainText("dos.data of somewhere joined The Po-leese of Quake City")}
	for _, c := range []struct {
		name  string
		e     sim.Event
		w     float32
		lines int
		last  string
	}{
		{"short", kill, 400, 1, "AmberBasalt of the long name"},
		{"long", kill, 190, 2, "Basalt of the long name"},
		{"team kill", betrayal, 300, 1, "AmberCobalt  team kill"},
		{"team kill without room", betrayal, 120, 1, "AmberCobalt"},
		{"wrapped", joined, 190, 2, "The Po-leese of Quake City"},
	} {
		lines := feedLines(p, c.w, &c.e, true)
		if len(lines) != c.lines || strings.TrimSpace(words(lines[len(lines)-1])) != c.last {
			t.Errorf("%s: %d lines, the last %q", c.name, len(lines), words(lines[len(lines)-1]))
		}
		for _, l := range lines {
			if w := p.wide(l); w > c.w+p.Width(" ", Body) {
				t.Errorf("%s: a line of %v in %v", c.name, w, c.w)
			}
		}
	}
	unknown := feedLines(p, 300, &betrayal, true)[0][1]
	if unknown.Icon != draw.IconSkull {
		t.Errorf("a death of unknown cause has the icon %v", unknown.Icon)
	}
}

// TestTheFeedDoesNotRepeatItself checks that repeated text is shown once, with the number of times, and that separator
// lines and repeated news are omitted.
func TestTheFeedDoesNotRepeatItself(t *testing.T) {
	say := func(sec int, slot int, text string) sim.Event {
		return sim.Event{Time: time.Duration(sec) * time.Second, Kind: sim.EventChat, Slot: sim.SlotAt(slot),
			Profile: amber, Text: sim.PlainText(text)}
	}
	note := func(kind sim.EventKind, text string) sim.Event {
		return sim.Event{Time: time.Minute, Kind: kind, Text: sim.PlainText(text)}
	}
	events := []sim.Event{
		say(1, 0, "save"), say(2, 0, "save"), say(3, 0, "save"), say(4, 0, "other"), say(40, 0, "save"),
		say(59, 0, "save"), note(sim.EventMatchEnd, ""), note(sim.EventMatchEnd, ""),
		note(sim.EventPrint, "<========>"), note(sim.EventPrint, "14 frags"),
	}
	for i, want := range map[int][2]int{2: {0, 3}, 3: {3, 1}, 4: {4, 1}, 5: {5, 1}} {
		if first, times := repeats(events, i); first != want[0] || times != want[1] {
			t.Errorf("event %d: %d times since %d, want %v", i, times, first, want)
		}
	}
	l, _, _ := Feed(pen(), draw.Rect{W: 230, H: 600}, FeedView{Events: events, Now: 2 * time.Minute})
	var texts []string
	for _, op := range l.Ops {
		if op.Kind == OpText && !strings.Contains(op.Text, ":") {
			texts = append(texts, op.Text)
		}
	}
	if got := strings.Join(texts, "|"); got != "Match end|14 frags|Amber|save|Amber|save|Amber|other|Amber|save|  ×3" {
		t.Errorf("%q", got)
	}
}

// TestComingsAreFolded checks that arrivals and departures take one row while others watch or talk, and that the events
// are not changed.
func TestComingsAreFolded(t *testing.T) {
	bot := &sim.Profile{Slot: sim.SlotAt(5), Name: sim.PlainText("[ServeMe]"), Team: sim.TeamSpectator}
	tv := &sim.Profile{Slot: sim.SlotAt(6), Name: sim.PlainText("TV"), Team: sim.TeamSpectator}
	guest := &sim.Profile{Slot: sim.SlotAt(7), Name: sim.PlainText("Guest"), Team: sim.TeamSpectator}
	at := func(sec int, kind sim.EventKind, pr *sim.Profile) sim.Event {
		return sim.Event{Time: time.Duration(sec) * time.Second, Kind: kind, Slot: pr.Slot, Profile: pr}
	}
	said := at(12, sim.EventChat, amber)
	said.Text = sim.PlainText("gl")
	const connect, disconnect = sim.EventConnect, sim.EventDisconnect
	for _, c := range []struct {
		events []sim.Event
		want   []string
	}{
		{[]sim.Event{at(10, connect, bot), at(11, disconnect, bot), said, at(13, connect, bot),
			at(14, disconnect, bot)}, []string{"[ServeMe] came and went", "Amber: gl"}},
		{[]sim.Event{at(10, connect, bot), at(11, connect, tv), at(12, disconnect, guest)},
			[]string{"Guest, TV and 1 more came and went"}},
		{[]sim.Event{at(10, connect, bot), at(200, connect, bot)},
			[]string{"[ServeMe] connected", "[ServeMe] connected"}},
		{[]sim.Event{at(0, connect, amber), at(0, connect, basalt), at(0, connect, bot)},
			[]string{"[ServeMe] connected", "Basalt of the long name and Amber connected"}},
		{[]sim.Event{at(0, connect, amber), at(5, disconnect, amber)},
			[]string{"Amber disconnected", "Amber connected"}},
	} {
		p := pen()
		var got []string
		for row := range chatRows(c.events, len(c.events)) {
			got = append(got, words(row.spans(p, true)))
		}
		if strings.Join(got, "|") != strings.Join(c.want, "|") {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestTheFeedScrollsToItsFirstEvent checks that a feed scrolled to its end shows the first event, and scrolls no
// further.
func TestTheFeedScrollsToItsFirstEvent(t *testing.T) {
	var events []sim.Event
	for i := range 60 {
		events = append(events, sim.Event{
			Time: time.Duration(i) * time.Second, Kind: sim.EventObituary, Slot: sim.SlotAt(0), Attacker: sim.SlotAt(2),
			Profile: amber, AttackerProfile: cobalt, Weapon: sim.WeaponRailgun,
		})
	}
	v := FeedView{Events: events, Now: time.Minute, Bars: true}
	area := draw.Rect{W: 230, H: 500}
	_, room, _ := Feed(pen(), area, v)
	v.Scroll = room
	l, _, _ := Feed(pen(), area, v)
	oldest, newest := time.Hour, time.Duration(0)
	for _, s := range l.HitAreas {
		if s.Do.Verb == VerbEvent {
			oldest, newest = min(oldest, s.Do.Time), max(newest, s.Do.Time)
		}
	}
	if oldest != 0 || newest > 20*time.Second {
		t.Errorf("scrolled to the end it shows %v to %v", oldest, newest)
	}
}

func TestCount(t *testing.T) {
	die := func(sec, victim, killer int) sim.Event {
		ps := []*sim.Profile{amber, basalt, cobalt}
		e := sim.Event{Time: time.Duration(sec) * time.Second, Kind: sim.EventObituary, Slot: sim.SlotAt(victim),
			Attacker: sim.SlotAt(killer), Profile: ps[victim]}
		if killer >= 0 {
			e.AttackerProfile = ps[killer]
		}
		return e
	}
	// Amber and Cobalt are red, Basalt is blue.
	events := []sim.Event{die(1, 1, 0), die(2, 1, 0), die(3, 2, 0), die(4, 0, 1), die(5, 1, -1), die(6, 2, 2),
		die(7, 1, 2)}
	for _, c := range []struct {
		name     string
		from, to time.Duration
		teams    bool
		want     [3][2]int // frags and deaths
	}{
		{"everyone for himself", 0, time.Minute, false, [3][2]int{{3, 1}, {0, 4}, {0, 2}}},
		{"in teams", 0, time.Minute, true, [3][2]int{{1, 1}, {0, 4}, {0, 2}}},
		{"a part", 2 * time.Second, 4 * time.Second, false, [3][2]int{{2, 1}, {1, 1}, {0, 1}}},
	} {
		got := Count(events, c.from, c.to, c.teams)
		for slot, w := range c.want {
			if g := got[slot]; g.Frags != w[0] || g.Deaths != w[1] {
				t.Errorf("%s: player %d has %d frags and %d deaths, want %v", c.name, slot, g.Frags, g.Deaths, w)
			}
		}
	}
	if got := Count([]sim.Event{die(1, 0, -1)}, 0, time.Minute, false); got != nil {
		t.Errorf("of one who fell alone it counts %v", got)
	}
}
