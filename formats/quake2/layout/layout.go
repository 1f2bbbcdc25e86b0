// Package layout runs the small programs with which Quake II servers describe the status bar, the scoreboard and the
// help computer. It returns the items that a program draws.
//
// A program is a sequence of words separated by white space. Text in quotation marks is a single word. Two slashes start
// a comment that extends to the end of the line. Each word moves the drawing position or draws something there:
//
//	xl xv xr N       N units from the left edge, from the left of the middle 320
//	                 units, from the right edge
//	yt yv yb N       N units from the top, from the top of the middle 240 units, from the bottom
//	pic S            the image whose index is stat S
//	picn NAME        the image called NAME
//	num W S          stat S with W digits
//	hnum anum rnum   health, ammo, armour with three digits
//	string T, string2 T           text, and text in the second colour
//	cstring, cstring2             the same, centred in the next 320 units
//	rstring, rstring2             the same, ending at this position
//	stat_string S and so on       the configstring whose index is stat S
//	client X Y C SCORE PING TIME  a player's block, relative to the middle
//	ctf X Y C SCORE PING          a player's line in Capture the Flag
//	if S ... endif                only if stat S is not 0
//
// Q2PRO and the rerelease have additional words. Q2PRO adds color and health_bars. The rerelease draws translated texts
// (loc_string N KEY ARG...), tables, monsters' health bars, lives, stories and the remaining time; see [Rerelease].
// Unknown words are ignored, as in the engines.
package layout

import (
	"fmt"
	"strconv"
	"strings"
)

// Anchor identifies the edge to which a coordinate is relative.
type Anchor uint8

// The values of [Anchor].
const (
	Near   Anchor = iota // the left or upper edge
	Middle               // the left or upper edge of the middle 320 by 240 units
	Far                  // the right or lower edge
)

// Place is a coordinate relative to an edge, in pixels of the original resolution.
type Place struct {
	Anchor Anchor
	Offset int
}

// Kind is the kind of an [Item].
type Kind uint8

// The values of [Kind].
const (
	Text Kind = iota
	Picture
	Number
	Client // a player's block or line
	Row    // a row of a rerelease table
	Clock  // the time left until server frame Value (rerelease only)
)

// Align specifies how an item is aligned relative to its coordinates.
type Align uint8

// The values of [Align].
const (
	Left Align = iota
	Center
	Right
)

// Item is something drawn by a program, such as an image or text.
type Item struct {
	Kind Kind
	X, Y Place
	// Align is the alignment of a Text. If the text is centred, X is its middle.
	Align Align
	// Text is the text of a Text or the name of a Picture.
	Text string
	// Args are the arguments of a translation key, or the cells of a Row.
	Args []string
	// Localized is set if Text is a translation key.
	Localized bool
	// Alt is set if the text is in the second colour.
	Alt bool
	// Stat is the index of the stat that selected the value, image or text, or -1 if none did.
	Stat int
	// Value is the value of a Number, and Width its width in digits.
	Value, Width int
	// Client is the slot of a Client. Score, Ping (in milliseconds) and Time (in minutes, or -1 if it was not sent) are
	// its columns.
	Client, Score, Ping, Time int
}

// Source provides the game state that programs draw.
type Source interface {
	// Stat returns the stat with index i, or 0 if there is none.
	Stat(i int) int
	// Config returns the configstring with index i, or "" if there is none.
	Config(i int) string
	// Image returns the name of the image with index i.
	Image(i int) string
}

// Options describes the game for which a program was written.
type Options struct {
	// Nested is set if ifs may be nested, as in Q2PRO's extended games and the rerelease.
	Nested bool
	// Frame is the number of the server frame, used by the rerelease's conditions and clocks.
	Frame int
	// Rerelease is set for rerelease programs, and nil for all others.
	Rerelease *Rerelease
}

// Rerelease provides texts and numbers to the programs of the rerelease.
type Rerelease struct {
	// Localize returns the translation of a key with the given arguments.
	Localize func(key string, args []string) string
	// Name returns the name of the player in a slot.
	Name func(client int) string
	// FrameTime is the time between frames in milliseconds.
	FrameTime int
	// BarStat is the index of the stat that holds two health bars. BarName is the index of the configstring that
	// contains their owner's name, and Story the index of the configstring that contains a story.
	BarStat, BarName, Story int
}

// The stats shown by hnum, anum and rnum.
const (
	statHealth = 1
	statAmmo   = 3
	statArmor  = 5
)

// maxItems bounds the number of items that a program may draw.
const maxItems = 4096

// Run runs a program and returns the items that the program draws.
func Run(program string, src Source, opt Options) []Item {
	m := machine{words: words{rest: program}, src: src, opt: opt}
	for len(m.items) < maxItems {
		word, ok := m.words.next()
		if !ok {
			break
		}
		if step, ok := steps[word]; ok {
			step(&m)
		}
	}
	return m.items
}

// machine is a running program.
type machine struct {
	words words
	src   Source
	opt   Options
	x, y  Place
	items []Item
}

// words splits a program into words.
type words struct{ rest string }

// space reports whether c separates words; engines take bytes above 127 for negative.
func space(c byte) bool { return c <= ' ' || c > 127 }

func (w *words) next() (word string, ok bool) {
	for {
		for len(w.rest) > 0 && space(w.rest[0]) {
			w.rest = w.rest[1:]
		}
		if !strings.HasPrefix(w.rest, "//") {
			break
		}
		_, w.rest, _ = strings.Cut(w.rest, "\n")
	}
	if w.rest == "" {
		return "", false
	}
	if w.rest[0] == '"' {
		word, w.rest, _ = strings.Cut(w.rest[1:], `"`)
		return word, true
	}
	n := 0
	for n < len(w.rest) && !space(w.rest[n]) {
		n++
	}
	word, w.rest = w.rest[:n], w.rest[n:]
	return word, true
}

func (m *machine) text() string {
	word, _ := m.words.next()
	return word
}

// number returns the next word as a number, as C's atoi does.
func (m *machine) number() int {
	word := m.text()
	n := 0
	for n < len(word) && (word[n] >= '0' && word[n] <= '9' || n == 0 && (word[n] == '-' || word[n] == '+')) {
		n++
	}
	v, _ := strconv.Atoi(word[:n])
	return v
}

func (m *machine) draw(item Item) {
	if item.Kind != Client {
		item.X, item.Y, item.Client = m.x, m.y, -1
	}
	if item.Align == Center {
		item.X.Offset += 160
	}
	m.items = append(m.items, item)
}

// steps holds the action of each word.
var steps = allSteps()

func allSteps() map[string]func(*machine) {
	steps := map[string]func(*machine){
		"xl":     func(m *machine) { m.x = Place{Near, m.number()} },
		"xv":     func(m *machine) { m.x = Place{Middle, m.number()} },
		"xr":     func(m *machine) { m.x = Place{Far, m.number()} },
		"yt":     func(m *machine) { m.y = Place{Near, m.number()} },
		"yv":     func(m *machine) { m.y = Place{Middle, m.number()} },
		"yb":     func(m *machine) { m.y = Place{Far, m.number()} },
		"pic":    (*machine).picture,
		"picn":   func(m *machine) { m.draw(Item{Kind: Picture, Text: m.text(), Stat: -1}) },
		"num":    func(m *machine) { m.digits(m.number(), m.number()) },
		"hnum":   func(m *machine) { m.digits(3, statHealth) },
		"anum":   func(m *machine) { m.positive(statAmmo, 0) },
		"rnum":   func(m *machine) { m.positive(statArmor, 1) },
		"client": (*machine).client,
		"ctf":    (*machine).ctf,
		"if":     func(m *machine) { m.when(m.src.Stat(m.number()) != 0) },
		"ifgef":  func(m *machine) { m.when(m.opt.Frame >= m.number()) },
		"color":  func(m *machine) { m.text() },

		"health_bars": (*machine).healthBars,
		"lives_num":   (*machine).lives,
		"time_limit":  (*machine).clock,
		"stat_pname":  (*machine).statName,
		"story":       (*machine).story,
		"dogtag":      func(m *machine) { m.text() },
		"start_table": (*machine).row,
		"table_row":   (*machine).row,
	}
	for name, item := range map[string]Item{
		"string": {}, "cstring": {Align: Center}, "rstring": {Align: Right},
		"string2": {Alt: true}, "cstring2": {Align: Center, Alt: true}, "rstring2": {Align: Right, Alt: true},
	} {
		item.Stat = -1
		steps[name] = func(m *machine) { m.plain(item) }
		steps["loc_"+name] = func(m *machine) { m.localized(item) }
		steps["stat_"+name] = func(m *machine) { m.fromStat(item) }
		steps["loc_stat_"+name] = func(m *machine) { m.keyFromStat(item) }
	}
	return steps
}

func (m *machine) plain(item Item) {
	item.Text = m.text()
	m.draw(item)
}

func (m *machine) localized(item Item) {
	n := m.number()
	item.Text, item.Localized = m.text(), true
	item.Args = m.several(n)
	m.draw(m.translated(item))
}

// translated returns the item with the text of its key.
func (m *machine) translated(item Item) Item {
	if m.opt.Rerelease != nil {
		item.Text, item.Args, item.Localized = m.opt.Rerelease.Localize(item.Text, item.Args), nil, false
	}
	return item
}

// maxArgs bounds the arguments of a text and the cells of a row.
const maxArgs = 16

func (m *machine) several(n int) []string {
	var list []string
	for range min(max(n, 0), maxArgs) {
		list = append(list, m.text())
	}
	return list
}

func (m *machine) fromStat(item Item) {
	item.Stat = m.number()
	item.Text = m.src.Config(m.src.Stat(item.Stat))
	m.draw(item)
}

func (m *machine) keyFromStat(item Item) {
	item.Stat = m.number()
	item.Text = m.src.Config(m.src.Stat(item.Stat))
	m.draw(m.translated(item))
}

// statName draws the name of the player whose slot is in a stat.
func (m *machine) statName() {
	stat := m.number()
	if r := m.opt.Rerelease; r != nil {
		m.draw(Item{Text: r.Name(m.src.Stat(stat) - 1), Stat: stat})
	}
}

// lives draws a player's remaining lives: two less than the stat, which is 1 for none and 0 if they are not counted.
func (m *machine) lives() {
	stat := m.number()
	m.draw(Item{Kind: Number, Stat: stat, Value: max(m.src.Stat(stat)-2, 0), Width: 1})
}

// clock draws the time until a frame.
func (m *machine) clock() {
	end := m.number()
	r := m.opt.Rerelease
	if r == nil {
		m.draw(Item{Kind: Clock, Value: end, Stat: -1})
		return
	}
	if left := (end - m.opt.Frame) * r.FrameTime / 1000; left >= 0 {
		m.draw(Item{Text: r.Localize("$g_score_time", []string{fmt.Sprintf("%02d:%02d", left/60, left%60)}),
			Align: Right, Alt: true, Stat: -1})
	}
}

// healthBars draws the health of those monsters whose health the level shows: each half of a stat has 7 bits of health
// and one for the bar's presence. Q2PRO has the stat as an argument.
func (m *machine) healthBars() {
	r := m.opt.Rerelease
	if r == nil {
		m.digits(0, m.number())
		return
	}
	const there, full = 1 << 7, 1<<7 - 1
	name := r.Localize(m.src.Config(r.BarName), nil)
	for bars := uint16(m.src.Stat(r.BarStat)); bars != 0; bars >>= 8 {
		if bars&there != 0 {
			m.draw(Item{Text: fmt.Sprintf("%s %d %%", name, int(bars&full)*100/full), Align: Center, Stat: r.BarStat})
		}
	}
}

// story draws the level's story, in the middle of the screen.
func (m *machine) story() {
	if r := m.opt.Rerelease; r != nil && m.src.Config(r.Story) != "" {
		m.x, m.y = Place{Middle, 0}, Place{Middle, screenHeight / 2}
		m.draw(Item{Text: r.Localize(m.src.Config(r.Story), nil), Align: Center, Stat: -1})
	}
}

func (m *machine) picture() {
	stat := m.number()
	if name := m.src.Image(m.src.Stat(stat)); name != "" {
		m.draw(Item{Kind: Picture, Text: name, Stat: stat})
	}
}

func (m *machine) digits(width, stat int) {
	m.draw(Item{Kind: Number, Stat: stat, Value: m.src.Stat(stat), Width: width})
}

// positive draws a stat unless its value is less than bound.
func (m *machine) positive(stat, bound int) {
	if m.src.Stat(stat) >= bound {
		m.digits(3, stat)
	}
}

func (m *machine) client() {
	item := m.player()
	item.Time = m.number()
	m.draw(item)
}

func (m *machine) ctf() {
	item := m.player()
	item.Time = -1
	if m.opt.Rerelease != nil {
		m.text() // the icon of the carried item
	}
	m.draw(item)
}

func (m *machine) player() Item {
	m.x, m.y = Place{Middle, m.number()}, Place{Middle, m.number()}
	return Item{Kind: Client, X: m.x, Y: m.y, Stat: -1, Client: m.number(), Score: m.number(), Ping: m.number()}
}

func (m *machine) row() {
	args := m.several(m.number())
	if r := m.opt.Rerelease; r != nil {
		for i := range args {
			args[i] = r.Localize(args[i], nil)
		}
	}
	m.draw(Item{Kind: Row, Args: args, Stat: -1})
}

// when skips to the endif unless the condition holds.
func (m *machine) when(holds bool) {
	if holds {
		return
	}
	for depth := 1; depth > 0; {
		word, ok := m.words.next()
		switch {
		case !ok:
			return
		case word == "endif":
			depth--
		case m.opt.Nested && (word == "if" || word == "ifgef"):
			depth++
		}
	}
}

// Score is a player's row on a scoreboard.
type Score struct {
	// Client is the player's slot, from 0.
	Client int
	// Score is in frags or points, and Ping in milliseconds. Time is in minutes, or -1 if it was not sent.
	Score, Ping, Time int
	// Column is the half of the screen in which Capture the Flag lists the player's team: 0 for the left, 1 for the
	// right.
	Column int
}

// Scores returns the scoreboard rows drawn by the words client and ctf, in drawing order. If a mod draws its scoreboard
// as text, Scores returns no rows; see [Lines].
func Scores(items []Item) []Score {
	const halfWidth = 160
	var list []Score
	for _, item := range items {
		if item.Kind != Client {
			continue
		}
		s := Score{Client: item.Client, Score: item.Score, Ping: item.Ping, Time: item.Time}
		if item.X.Offset >= halfWidth {
			s.Column = 1
		}
		list = append(list, s)
	}
	return list
}
