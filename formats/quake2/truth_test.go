package quake2

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fragscope/formats/corpus"
)

// counter counts messages by the names that the truth tables use.
type counter map[string]int

// truthNames are the names that are not ours without the underlines.
var truthNames = map[string]string{
	"temp_entity": "temp_entity", "muzzle_flash2": "muzzlflash2", "baseline": "spawnbaseline", "cast": "cast",
	"mvd_frame": "mvd_frame",
}

// uncounted are what no truth table counts.
var uncounted = []string{"header", "end_block", "unicast", "end_cast", "end_blast"}

func (c counter) Handle(m Message) {
	name := Name(m)
	if b, ok := m.(*Block); ok {
		if name = "blocks"; b.Kind == BlockEnd {
			name = "top:endblock"
		}
	}
	if slices.Contains(uncounted, name) {
		return
	}
	if truth, ok := truthNames[name]; ok {
		c[truth]++
	} else {
		c[strings.ReplaceAll(name, "_", "")]++
	}
}

func TestCounts(t *testing.T) {
	for demo, want := range corpus.Counts(t, ".dm2") {
		c := counter{}
		drain(NewDecoder(corpus.Load(t, demo), Options{}), c)
		corpus.SameCounts(t, demo, c, want)
	}
}

// levels writes a row for each level, as the truth table has it.
type levels struct {
	block  int
	rows   []string
	at     int
	first  int32
	last   int32
	frames int
	data   string
}

func (l *levels) Handle(m Message) {
	switch m := m.(type) {
	case *EndBlock:
		l.block++
	case *ServerData:
		l.flush()
		l.at, l.frames = l.block, 0
		l.data = fmt.Sprintf("%d %d %s", m.Protocol, m.Player, m.GameDir)
	case *Frame:
		if l.frames++; l.frames == 1 {
			l.first = m.Number
		}
		l.last = m.Number
	}
}

func (l *levels) flush() {
	if l.data != "" {
		l.rows = append(l.rows, fmt.Sprintf("%d %s %d %d %d", l.at, l.data, l.first*100, l.last*100, l.frames))
	}
}

func TestLevels(t *testing.T) {
	want := map[string][]string{}
	for row := range corpus.Table(t, "lmpc/levels.csv") {
		if demo := row.Text("demo"); strings.HasSuffix(demo, ".dm2") {
			want[demo] = append(want[demo], fmt.Sprintf("%s %s %s %s %s %s %s", row.Text("block"), row.Text("protocol"),
				row.Text("player"), row.Text("game"), row.Text("first_ms"), row.Text("last_ms"),
				row.Text("timed_blocks")))
		}
	}
	for demo, rows := range want {
		var l levels
		drain(NewDecoder(corpus.Load(t, demo), Options{}), &l)
		if l.flush(); !slices.Equal(l.rows, rows) {
			t.Errorf("%s:\n got %q\nwant %q", demo, l.rows, rows)
		}
	}
}

// texts collects the texts of messages in the form of the truth table.
type texts struct {
	block int
	rows  []string
}

func (x *texts) add(message string, parts ...any) {
	x.rows = append(x.rows, fmt.Sprintf("%d %s ", x.block, message)+fmt.Sprint(parts...))
}

func (x *texts) Handle(m Message) {
	switch m := m.(type) {
	case *EndBlock:
		x.block++
	case *Layout:
		x.add("layout", escaped(m.Text))
	case *StuffText:
		x.add("stufftext", escaped(m.Text))
	case *Print:
		x.add("print", strconv.Itoa(int(m.Level)), " ", escaped(m.Text))
	case *ConfigString:
		x.add("configstring", strconv.Itoa(int(m.Index)), " ", escaped(m.Text))
	}
}

// escaped is a text as the decompiler writes it.
func escaped(text []byte) string {
	var b strings.Builder
	for _, c := range text {
		switch {
		case c == '\n':
			b.WriteString(`\n`)
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c > '~':
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func TestTexts(t *testing.T) {
	wanted := map[string][]string{}
	for row := range corpus.Table(t, "lmpc/prints.csv.gz") {
		if demo := row.Text("demo"); strings.HasSuffix(demo, ".dm2") && row.Text("message") != "serverdata" {
			wanted[demo] = append(wanted[demo], fmt.Sprintf("%s %s %s", row.Text("block"), row.Text("message"),
				row.Text("text")))
		}
	}
	total := 0
	for demo, rows := range wanted {
		var x texts
		drain(NewDecoder(corpus.Load(t, demo), Options{}), &x)
		if len(x.rows) != len(rows) {
			t.Errorf("%s: %d texts, want %d", demo, len(x.rows), len(rows))
		}
		for i := range min(len(rows), len(x.rows)) {
			if x.rows[i] != rows[i] {
				t.Errorf("%s: text %d differs in byte %d", demo, i, corpus.FirstDifference([]byte(x.rows[i]),
					[]byte(rows[i])))
				break
			}
		}
		total += len(rows)
	}
	t.Logf("%d texts in %d demos", total, len(wanted))
}

// places collects the places of players from each frame.
type places struct {
	History
	block   int
	clients int
	all     []corpus.Position
}

func (p *places) Handle(m Message) {
	p.History.Handle(m)
	switch m := m.(type) {
	case *EndBlock:
		p.block++
	case *ConfigString:
		if m.Index == 30 {
			p.clients, _ = strconv.Atoi(string(m.Text))
		}
	case *PacketEntities:
		p.note()
	}
}

func (p *places) note() {
	s := p.Snapshot()
	add := func(kind string, entity int, origin, angles [3]float32) {
		p.all = append(p.all, corpus.Position{
			Block: p.block, Milliseconds: float64(s.Number) * 100, Kind: kind, Entity: entity,
			Origin: origin, Pitch: angles[0], Yaw: angles[1],
		})
	}
	for _, v := range s.Players {
		add("ps", v.Slot+1, v.State.Origin, v.State.ViewAngles)
	}
	for n := 1; n <= p.clients; n++ {
		if e := s.Entity(uint16(n)); e != nil {
			add("es", n, e.Origin, e.Angles)
		}
	}
}

func TestPositions(t *testing.T) {
	for demo, want := range corpus.Positions(t, ".dm2") {
		var p places
		drain(NewDecoder(corpus.Load(t, demo), Options{}), &p)
		corpus.SamePositions(t, demo, p.all, want)
	}
}

// track collects where an entity, or the player with the view, was in each frame.
type track struct {
	History
	player int
	entity uint16
	at     map[int32][3]float32
}

func (tr *track) note() {
	s := tr.Snapshot()
	if tr.entity != 0 {
		if e := s.Entity(tr.entity); e != nil {
			tr.at[s.Number] = e.Origin
		}
	} else if ps := s.Player(tr.player); ps != nil {
		tr.at[s.Number] = ps.Origin
	}
}

func (tr *track) Handle(m Message) {
	tr.History.Handle(m)
	switch m.(type) {
	case *PacketEntities, *MVDFrame:
		tr.note()
	}
}

func follow(t *testing.T, name string, player int, entity uint16) map[int32][3]float32 {
	t.Helper()
	tr := track{player: player, entity: entity, at: map[int32][3]float32{}}
	drain(NewDecoder(corpus.Load(t, "recorded/q2/"+name), Options{}), &tr)
	return tr.at
}

// TestSameMatch compares recordings of one match that were made in different ways.
func TestSameMatch(t *testing.T) {
	t.Run("client and server", func(t *testing.T) {
		client := follow(t, "baseq2_lab1_dm2p.dm2", 1, 0)
		server := follow(t, "baseq2_lab1_dm2p_server.dm2", 0, 2)
		const later = 75
		compareTracks(t, client, server, later, 469)
	})
	t.Run("client and multi view", func(t *testing.T) {
		client := follow(t, "aq2_beer_play.dm2", 0, 0)
		multi := follow(t, "aq2_beer_play.mvd2", 0, 0)
		compareTracks(t, client, multi, bestShift(client, multi), 774)
		compareTracks(t, client, follow(t, "aq2_beer_play.mvd2", 0, 1), bestShift(client, multi), 774)
	})
}

// compareTracks wants two tracks to agree in all but a few frames, the second having
// numbers that are higher by shift.
func compareTracks(t *testing.T, a, b map[int32][3]float32, shift int32, wantSame int) {
	t.Helper()
	same, differ := 0, 0
	for n, at := range a {
		other, ok := b[n+shift]
		switch {
		case !ok:
		case at == other:
			same++
		default:
			differ++
		}
	}
	t.Logf("shift %d: %d equal, %d not", shift, same, differ)
	if same < wantSame || differ > 0 {
		t.Errorf("%d frames equal and %d not, want %d and 0", same, differ, wantSame)
	}
}

func bestShift(a, b map[int32][3]float32) int32 {
	best, most := int32(0), -1
	for shift := int32(-100); shift <= 100; shift++ {
		same := 0
		for n, at := range a {
			if other, ok := b[n+shift]; ok && at == other {
				same++
			}
		}
		if same > most {
			best, most = shift, same
		}
	}
	return best
}
