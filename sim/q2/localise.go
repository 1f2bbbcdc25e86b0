package q2

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"fragscope/formats/quake2"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/track"
)

// The rerelease's game sends keys of its translations with arguments instead of texts. The meaning of a key is data
// (mod_rerelease.go); its text comes from the user's own game data, otherwise from this package.

// translations finds the text for keys.
type translations struct {
	lookUp recording.Texts // the user's; may be nil
	// templates holds the text of all messages, to recognise lines that a server has translated.
	templates []template
}

// text returns the text for a key, which starts with "$". It returns any other string unchanged. For an unknown key, it
// returns the key without the mark, and ok is false.
func (tr *translations) text(key string) (text string, ok bool) {
	name, isKey := strings.CutPrefix(key, "$")
	if !isKey {
		return key, true
	}
	if tr.lookUp != nil {
		if text, ok := tr.lookUp(name); ok {
			return text, true
		}
	}
	if m, ok := gameMessages[name]; ok {
		return m.text, true
	}
	if item, ok := itemName(name); ok {
		return item, true
	}
	return name, false
}

// playerMark precedes the number of a player (the game's p_client.cpp, G_EncodedPlayerName).
const playerMark = "##P"

// player returns the player that an argument stands for.
func (tr *translations) player(arg string) (slot sim.Slot, ok bool) {
	digits, ok := strings.CutPrefix(arg, playerMark)
	if !ok || digits == "" || strings.Trim(digits, "0123456789") != "" || len(digits) > 3 {
		return sim.Slot{}, false
	}
	return sim.SlotAt(atoi(digits)), true
}

// name returns a player's name as in printed messages.
func (tr *translations) name(l *level, slot sim.Slot) string {
	if raw := l.names.of(slot); raw != "" {
		return raw
	}
	return "Player " + strconv.Itoa(slot.Index()+1)
}

// argument returns an argument as readers see it: a player's name, a translation, or the argument itself.
func (tr *translations) argument(l *level, arg string) string {
	if slot, ok := tr.player(arg); ok {
		return tr.name(l, slot)
	}
	text, _ := tr.text(arg)
	return text
}

// named replaces the marks in a string with the players' names.
func (tr *translations) named(l *level, text string) string {
	if !strings.Contains(text, playerMark) {
		return text
	}
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(text, playerMark)
		out.WriteString(before)
		if !ok {
			return out.String()
		}
		n := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		if slot, ok := tr.player(playerMark + rest[:n]); ok {
			out.WriteString(tr.name(l, slot))
		} else {
			out.WriteString(playerMark + rest[:n])
		}
		text = rest[n:]
	}
}

// namedText is like named, but for a coloured text. Lines with marks have no colours.
func (tr *translations) namedText(l *level, text sim.Text) sim.Text {
	if !strings.Contains(text.Plain, playerMark) {
		return text
	}
	return sim.PlainText(tr.named(l, text.Plain))
}

// line returns the complete text of a message: its translation with the arguments inserted.
func (tr *translations) line(l *level, base string, args []string) string {
	text, ok := tr.text(base)
	if !ok {
		return strings.TrimSpace(text + " " + strings.Join(tr.arguments(l, args), ", "))
	}
	return tr.named(l, buttons(tr, fill(text, tr.arguments(l, args))))
}

func (tr *translations) arguments(l *level, args []string) []string {
	list := make([]string, len(args))
	for i, arg := range args {
		list[i] = tr.argument(l, arg)
	}
	return list
}

// localised reads a print that consists of keys. Its meaning follows from the key.
func (pr *prints) localised(l *level, m *quake2.LocPrint, o *track.Observations) {
	args := make([]string, len(m.Args))
	for i := range m.Args {
		args[i] = string(m.Args[i])
	}
	base := string(m.Base)
	level := m.Flags & quake2.PrintLevelMask
	text := words([]byte(pr.texts.line(l, base, args)))
	if level == quake2.PrintCenter || level == quake2.PrintTypewriter {
		if !pr.to.other(l) {
			pr.centerPrint(l, text, o)
		}
		return
	}
	if key, ok := strings.CutPrefix(base, "$"); ok {
		if msg, known := gameMessages[key]; known && pr.message(l, msg, text, args, o) {
			return
		}
	}
	pr.print(l, level, text, o)
}

// message reports the meaning of a message from the rerelease's game. It returns false if the message has no meaning
// beyond its text.
func (pr *prints) message(l *level, m gameMessage, text sim.Text, args []string, o *track.Observations) bool {
	switch {
	case m.means == meansNothing:
		return false
	case pr.said[text.Plain], pr.to.other(l):
		return true
	case pr.to.casting:
		pr.said[text.Plain] = true
	}
	who := func(i int) (slot sim.Slot) {
		if i >= len(args) {
			return slot
		}
		if slot, ok := pr.texts.player(args[i]); ok {
			return slot
		}
		return l.find(args[i])
	}
	team := sim.TeamFree
	if len(args) > 0 {
		team = teamCalled(args[len(args)-1])
	}
	switch m.means {
	case meansDeath:
		o.Tell(track.DeathTold{Death: track.Death{Victim: who(0), Attacker: who(1), Weapon: m.weapon, Cause: m.cause},
			Named: true,
			Text:  oneLine(trim(text))})
		return true
	case meansJoin:
		joined(l, who(0), team, o)
	case meansWatch:
		o.Tell(track.SeatWatches{Slot: who(0), Named: true})
	}
	e := sim.Event{Kind: m.event, Team: team}
	if m.means != meansEvent {
		e.Slot = who(0)
	}
	announce(e, text, m.means != meansEvent, o)
	return true
}

// unsaid stands for the subject of a key that a server without the game's texts sends alone.
const unsaid = "..."

// translatedLine reads a line that a server has translated, and returns it as shown. told is false if the line has no
// meaning beyond its text.
func (pr *prints) translatedLine(l *level, text sim.Text, o *track.Observations) (shown sim.Text, told bool) {
	line := strings.TrimSpace(text.Plain)
	m, args, ok := pr.texts.recognise(l, line)
	if _, key := gameMessages[line]; key {
		text = words([]byte(pr.texts.line(l, "$"+line, []string{unsaid, unsaid})))
	}
	return text, ok && pr.message(l, m, text, args, o)
}

// waiting reports the number of players that the game is waiting for.
func waiting(count int, o *track.Observations) {
	if count > 0 {
		happened(sim.Event{Kind: sim.EventPrint, Text: sim.PlainText("Waiting for " + strconv.Itoa(count) +
			" players")}, o)
	}
}

// joined puts a player into a team, or among the players.
func joined(l *level, slot sim.Slot, team sim.Team, o *track.Observations) {
	if team == sim.TeamRed || team == sim.TeamBlue {
		o.Tell(track.SeatTeam{Slot: slot, Named: true, Team: team})
		l.haveTeams(o)
		return
	}
	o.Tell(track.SeatListed{Slot: slot, Named: true}, track.SeatPlays{Slot: slot, Named: true})
}

// teamCalled returns the team with a name (ctf/g_ctf.cpp, CTFTeamName).
func teamCalled(name string) sim.Team {
	switch strings.ToUpper(name) {
	case "RED":
		return sim.TeamRed
	case "BLUE":
		return sim.TeamBlue
	}
	return sim.TeamFree
}

// fill replaces "{0}", "{1}" and so on in a string with arguments, or "{}" with the next one. Anything after the number
// up to the closing brace is ignored, and two braces stand for one (q2repro, src/common/loc.c, Loc_Parse).
func fill(text string, args []string) string {
	var out strings.Builder
	next := 0
	for {
		open := strings.IndexByte(text, '{')
		if open < 0 {
			return out.String() + strings.ReplaceAll(text, "}}", "}")
		}
		out.WriteString(strings.ReplaceAll(text[:open], "}}", "}"))
		text = text[open+1:]
		if strings.HasPrefix(text, "{") {
			out.WriteByte('{')
			text = text[1:]
			continue
		}
		inside, rest, ok := strings.Cut(text, "}")
		if !ok {
			return out.String() + "{" + text
		}
		n := next
		if inside != "" && inside[0] >= '0' && inside[0] <= '9' {
			n = atoi(inside)
		} else {
			next++
		}
		if n < len(args) {
			out.WriteString(args[n])
		}
		text = rest
	}
}

// buttons replaces button bindings at the start of a string, which have the form "%bind:button:purpose%", with the
// names of the buttons in brackets and their purposes (the game's cg_screen.cpp, CG_ParseCenterPrint).
func buttons(tr *translations, text string) string {
	const mark = "%bind:"
	out := ""
	for strings.HasPrefix(text, mark) {
		bind, rest, ok := strings.Cut(text[len(mark):], "%")
		if !ok {
			break
		}
		button, purpose, _ := strings.Cut(bind, ":")
		purpose, _ = tr.text(purpose)
		out += strings.TrimSpace("["+strings.TrimPrefix(button, "+")+"] "+purpose) + " "
		text = rest
	}
	return out + text
}

// template is the text of a message, split at its arguments.
type template struct {
	gameMessage
	parts []string // one more than there are arguments
	order []int    // index of the argument after each part
}

// leastLiteral is the minimum number of literal letters by which text can be recognised.
const leastLiteral = 6

// recognise finds the message that a server turned into a line, and its arguments. Q2REPRO servers translate into any
// language, or send the bare key if they have no translations.
func (tr *translations) recognise(l *level, line string) (m gameMessage, args []string, ok bool) {
	if m, ok := gameMessages[line]; ok {
		return m, nil, true
	}
	if tr.templates == nil {
		tr.templates = tr.makeTemplates()
	}
	for i := range tr.templates {
		t := &tr.templates[i]
		if args, ok := t.match(line); ok && (t.means == meansEvent || l.find(args[0]).Valid()) {
			return t.gameMessage, args, true
		}
	}
	return gameMessage{}, nil, false
}

// makeTemplates returns the templates of all messages with a meaning, longest first.
func (tr *translations) makeTemplates() []template {
	var list []template
	// Translators use the same text for several messages. It stands for the first of them, which must not vary between
	// runs.
	for _, key := range slices.Sorted(maps.Keys(gameMessages)) {
		m := gameMessages[key]
		if m.means == meansNothing {
			continue
		}
		texts := []string{m.text}
		if own, ok := tr.text("$" + key); ok && own != m.text {
			texts = append(texts, own)
		}
		for _, text := range texts {
			if t, ok := cutTemplate(m, text); ok {
				list = append(list, t)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b template) int {
		x, y := strings.Join(a.parts, "\x00"), strings.Join(b.parts, "\x00")
		return cmp.Or(cmp.Compare(len(y), len(x)), cmp.Compare(x, y))
	})
	return list
}

// cutTemplate splits text at its arguments. ok is false if there is too little literal text, or no player's name in a
// message about a player.
func cutTemplate(m gameMessage, text string) (t template, ok bool) {
	t.gameMessage = m
	literal := 0
	for {
		open := strings.IndexByte(text, '{')
		inside, rest, closed := "", "", false
		if open >= 0 {
			inside, rest, closed = strings.Cut(text[open+1:], "}")
		}
		if !closed {
			t.parts = append(t.parts, strings.TrimRight(text, "\n"))
			literal += len(text)
			return t, literal >= leastLiteral && (m.means == meansEvent || len(t.order) > 0)
		}
		n := len(t.order)
		if inside != "" && inside[0] >= '0' && inside[0] <= '9' {
			n = atoi(inside)
		}
		t.parts, t.order, literal = append(t.parts, text[:open]), append(t.order, n), literal+open
		text = rest
	}
}

// match matches a line with the literal parts.
func (t *template) match(line string) (args []string, ok bool) {
	rest, ok := strings.CutPrefix(line, t.parts[0])
	if !ok {
		return nil, false
	}
	args = make([]string, len(t.order))
	for i, n := range t.order {
		literal, at := t.parts[i+1], len(rest)
		if i == len(t.order)-1 {
			if !strings.HasSuffix(rest, literal) {
				return nil, false
			}
			at -= len(literal)
		} else if at = strings.Index(rest, literal); at < 0 {
			return nil, false
		}
		if n < len(args) {
			args[n] = rest[:at]
		}
		rest = rest[at+len(literal):]
	}
	return args, rest == "" && (len(t.order) > 0 || line == t.parts[0])
}
