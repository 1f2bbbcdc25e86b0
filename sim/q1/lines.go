package q1

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"time"

	"fragscope/formats/quaketext"
	"fragscope/sim"
	"fragscope/sim/q1/mods"
	"fragscope/sim/track"
)

// lines reads the lines sent to all players. Some events take two lines.
type lines struct {
	arena  arenaBout
	status string // KTX's word for the state of the match, as last read
}

// line is a line in several forms.
type line struct {
	plain, lower string
	text         sim.Text
}

// lineReaders lists the readers for the kinds of lines, in the order in which they are tried. Each reports whether the
// line is of its kind.
var lineReaders = []func(*lines, *level, *line, *track.Observations) bool{
	(*lines).readBout, (*lines).readObituary, (*lines).readAward, (*lines).readFlag, (*lines).readMatch,
	(*lines).readComing,
}

// read reads a line sent to all players: a death, a flag, the course of the match, or something unknown.
func (r *lines) read(l *level, raw []byte, o *track.Observations) {
	plain := strings.TrimRight(quaketext.Plain(raw), "\n\r")
	if strings.TrimSpace(plain) == "" {
		return
	}
	k := line{plain, strings.ToLower(plain), decodePrint(raw)}
	for _, read := range lineReaders {
		if read(r, l, &k, o) {
			return
		}
	}
	o.Tell(track.LineUnknown{Plain: plain, Text: k.text})
}

func (r *lines) readObituary(l *level, k *line, o *track.Observations) bool {
	d, ok := mods.Obituaries().Find(k.plain, l.names)
	if ok {
		o.Tell(track.ObituaryRead{Killed: track.Killed{Death: d, Text: k.text}})
	}
	return ok
}

// readComing recognises lines about players who join and leave, which the demo also reports in other ways.
func (r *lines) readComing(_ *level, k *line, _ *track.Observations) bool {
	return strings.HasSuffix(k.lower, " entered the game") || strings.Contains(k.lower, " left the game")
}

// maxLine limits the part of a line that is kept.
const maxLine = 4096

// eachLine calls line for each complete line in text and returns the rest, as lines arrive in pieces.
func eachLine(text []byte, line func([]byte)) (rest []byte) {
	for {
		i := bytes.IndexByte(text, '\n')
		if i < 0 {
			break
		}
		line(text[:i])
		text = text[i+1:]
	}
	if len(text) > maxLine {
		line(text)
		return nil
	}
	return text
}

// named finds the player whose name begins a line, provided that tell recognises the rest, which is passed to it in
// lower case.
func (k *line) named(l *level, tell func(slot sim.Slot, rest string) bool) bool {
	for _, n := range l.names {
		if rest, ok := strings.CutPrefix(k.plain, n.Name); ok && tell(n.Slot, strings.ToLower(rest)) {
			return true
		}
	}
	return false
}

// awards maps the text after a player's name, in the lines with which Capture the Flag servers announce awards, to the
// award.
var awards = []struct{ words, name string }{
	{" gets an assist for ", "Assist"}, {" defends ", "Defense"},
}

// readAward reads an award.
func (r *lines) readAward(l *level, k *line, o *track.Observations) bool {
	if !strings.Contains(k.lower, " flag") {
		return false
	}
	return k.named(l, func(slot sim.Slot, rest string) bool {
		for _, a := range awards {
			if strings.HasPrefix(rest, a.words) {
				o.Tell(track.Happened{Event: sim.Event{Kind: sim.EventAward, Slot: slot, Text: sim.PlainText(a.name)}})
				return true
			}
		}
		return false
	})
}

// flagVerbs lists the verbs for changes of flags. The line consists of the player's name, the verb, a colour and
// "flag".
var flagVerbs = []struct {
	verb string
	kind sim.EventKind
}{
	{" got the ", sim.EventFlagTaken}, {" has the ", sim.EventFlagTaken}, {" took the ", sim.EventFlagTaken},
	{" has taken the ", sim.EventFlagTaken},
	{" lost the ", sim.EventFlagDropped}, {" tossed the ", sim.EventFlagDropped},
	{" dropped the ", sim.EventFlagDropped},
	{" returned the ", sim.EventFlagReturned}, {" captured the ", sim.EventCapture}, {" capped the ", sim.EventCapture},
}

// readFlag reads a change of a flag.
func (r *lines) readFlag(l *level, k *line, o *track.Observations) bool {
	if !strings.Contains(k.lower, " flag") {
		return false
	}
	if k.named(l, func(slot sim.Slot, rest string) bool { return flagVerb(slot, rest, o) }) {
		return true
	}
	for _, team := range []sim.Team{sim.TeamRed, sim.TeamBlue} {
		if strings.Contains(k.lower, team.String()+" flag") && strings.Contains(k.lower, "return") {
			o.Tell(track.FlagTold{Event: sim.Event{Kind: sim.EventFlagReturned, Team: team}})
			return true
		}
	}
	return false
}

// flagVerb reads a player's action on a flag, after his name.
func flagVerb(slot sim.Slot, rest string, o *track.Observations) bool {
	for _, v := range flagVerbs {
		flag, ok := strings.CutPrefix(rest, v.verb)
		if !ok {
			continue
		}
		for _, team := range []sim.Team{sim.TeamRed, sim.TeamBlue} {
			if strings.HasPrefix(flag, team.String()+" flag") {
				o.Tell(track.FlagTold{Event: sim.Event{Kind: v.kind, Slot: slot, Team: team}})
				return true
			}
		}
	}
	return false
}

// matchLines lists the lines about the match that KTX and its predecessors print: how they begin and end, in lower
// case, and what they mean.
var matchLines = []struct {
	begins string
	has    []string
	ends   string
	tell   func(sim.Text) track.Told
}{
	{"the match has begun!", nil, "the match has begun!", func(sim.Text) track.Told { return track.MatchStarts{} }},
	{"the match is over", nil, "", func(sim.Text) track.Told { return track.MatchEnds{} }},
	{"match over", nil, "", func(sim.Text) track.Told { return track.MatchEnds{} }},
	{"", []string{"overtime follows"}, "", func(t sim.Text) track.Told { return track.MatchOvertime{Text: t} }},
	{"", []string{"sudden death", "follow"}, "", func(t sim.Text) track.Told { return track.MatchOvertime{Text: t} }},
	{"round [", []string{"starts in"}, "",
		func(t sim.Text) track.Told { return track.RoundComes{Number: roundOf(t.Plain)} }},
	{"the point is over", nil, "the point is over", func(t sim.Text) track.Told { return track.PointEnds{Text: t} }},
	{"team ", nil, "has won the round", func(t sim.Text) track.Told { return track.RoundEnds{Text: t} }},
}

// roundOf returns the number of the round that a line announces, or 0 if it announces none.
func roundOf(line string) int {
	rest, ok := strings.CutPrefix(strings.ToLower(line), "round [")
	if !ok {
		return 0
	}
	n, _, _ := strings.Cut(rest, "]")
	if v, err := strconv.Atoi(n); err == nil && v > 0 && v < 1000 {
		return v
	}
	return 0
}

func (r *lines) readMatch(_ *level, k *line, o *track.Observations) bool {
	lower := strings.TrimSpace(k.lower)
	for _, m := range matchLines {
		lacks := func(part string) bool { return !strings.Contains(lower, part) }
		if strings.HasPrefix(lower, m.begins) && strings.HasSuffix(lower, m.ends) &&
			!slices.ContainsFunc(m.has, lacks) {
			o.Tell(m.tell(sim.PlainText(strings.TrimSpace(k.plain))))
			return true
		}
	}
	return false
}

// readChat reads chat lines: `name: text`, or `(name): text` to the team.
func readChat(l *level, raw []byte, o *track.Observations) bool {
	raw = bytes.TrimRight(raw, "\r\n")
	if len(raw) > 0 && (raw[0] == 1 || raw[0] == 2) {
		raw = raw[1:]
	}
	plain := quaketext.Plain(raw)
	kind, offset, end := sim.EventChat, 0, ": "
	if rest, ok := strings.CutPrefix(plain, "[SPEC] "); ok {
		offset = len(plain) - len(rest)
	} else if strings.HasPrefix(plain, "(") {
		kind, offset, end = sim.EventTeamChat, 1, "): "
	}
	var who track.Named
	for _, n := range l.names {
		if len(n.Name) > len(who.Name) && strings.HasPrefix(plain[offset:], n.Name+end) {
			who = n
		}
	}
	if who.Name == "" {
		return false
	}
	o.Tell(track.Happened{Event: sim.Event{Kind: kind, Slot: who.Slot,
		Text: decodeChat(raw[offset+len(who.Name)+len(end):])}})
	return true
}

// readPickupLine reads a line that names the item a player took. It reports false for other lines.
func readPickupLine(slot sim.Slot, line string, o *track.Observations) bool {
	what, ok := pickupLine(strings.ToLower(strings.TrimRight(line, "\n !.")))
	if ok {
		o.Tell(track.ToldTook{Slot: slot, What: what})
	}
	return ok
}

// pickupLine returns the item taken according to a line in lower case.
func pickupLine(line string) (what track.ItemDef, ok bool) {
	got, isGot := strings.CutPrefix(line, "you got ")
	switch {
	case line == "you got armor" || line == "you got the armor":
		return track.ItemDef{Item: sim.ItemArmorGreen}, true
	case strings.HasPrefix(line, "you rece") && strings.HasSuffix(line, " health"): // also LibreQuake's "receieve"
		what.Item = sim.ItemHealth
		if item, ok := mods.Healths[strings.Fields(line)[2]]; ok {
			what.Item = item
		}
		return what, true
	case strings.HasPrefix(line, "you get "):
		return track.ItemDef{Item: sim.ItemBackpack}, true
	case isGot:
		return pickedUp(strings.TrimPrefix(got, "the "))
	}
	return what, false
}

// pickedUp returns the item with a name, which LibreQuake prefixes with an amount. A list of items is the contents of a
// backpack.
func pickedUp(name string) (track.ItemDef, bool) {
	if strings.Contains(name, ", ") {
		return track.ItemDef{Item: sim.ItemBackpack}, true
	}
	if what, ok := mods.Pickup(name); ok {
		return what, true
	}
	amount, ammo, _ := strings.Cut(name, " ")
	if slices.Contains(mods.Runes, amount) && ammo == "rune" {
		return track.ItemDef{Item: sim.ItemRune}, true
	}
	if _, err := strconv.Atoi(amount); err != nil {
		return track.ItemDef{}, false
	}
	return mods.Pickup(ammo)
}

// readStatus reads KTX's name for the state of the match, which is a key in the server's info.
func (r *lines) readStatus(status string, limit time.Duration, o *track.Observations) {
	if status == r.status {
		return
	}
	r.status = status
	minutes, ok := strings.CutSuffix(status, " min left")
	switch {
	case ok:
		if n, err := strconv.ParseUint(strings.TrimSpace(minutes), 10, 32); err == nil {
			o.Tell(track.MinutesLeft{Minutes: int(n), Limit: limit})
		}
	case strings.EqualFold(status, "Standby"):
		o.Tell(track.MatchWarmup{})
	case strings.EqualFold(status, "Countdown"):
		o.Tell(track.MatchCountdown{})
	}
}

// centerTime is the time for which text stays in the middle of the screen.
const centerTime = 2500 * time.Millisecond

// readCenter reads text in the middle of the screen, which may be an event.
func readCenter(raw []byte, event bool, o *track.Observations) {
	shown := track.CenterPrinted{Text: decodeLines(raw), Last: centerTime}
	if !event {
		o.Tell(shown)
		return
	}
	flat := decodeText(raw)
	words := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, flat.Plain)
	o.Tell(track.ScreenPrinted{CenterPrinted: shown, Line: flat, Words: words})
}

// happened reports an event that has only a kind and text.
func happened(kind sim.EventKind, text sim.Text, o *track.Observations) {
	o.Tell(track.Happened{Event: sim.Event{Kind: kind, Text: text}})
}
