package quake3

// A tape holds the messages of some blocks as they were parsed, so that a
// block reaches the handler only when all of it made sense, and so that one
// goroutine can parse while another delivers. Its memory is reused. Slices
// into shared memory are kept as offsets until delivery, because that memory
// moves while it grows.
type tape struct {
	ops           []op
	blocks        []Block
	ends          []BlockEnd
	commands      []ServerCommand
	gamestates    []Gamestate
	snapshots     []SnapshotDelta
	downloads     []Download
	voices        []Voice
	configstrings []Configstring
	entities      []EntityDelta
	order         []bool
	bytes         []byte
}

type opKind uint8

const (
	opBlock opKind = iota
	opGamestate
	opCommand
	opSnapshot
	opNop
	opDownload
	opVoice
	opEnd
)

// op is a call of the handler: a method and which of its messages.
type op struct {
	kind  opKind
	index int32
}

// next grows *s by an element, which keeps what it held when it was used last.
func next[T any](s *[]T) *T {
	n := len(*s)
	if n < cap(*s) {
		*s = (*s)[:n+1]
	} else {
		var zero T
		*s = append(*s, zero)
	}
	return &(*s)[n]
}

func (t *tape) op(kind opKind, index int) {
	t.ops = append(t.ops, op{kind, int32(index - 1)})
}

// mark is a state of a tape to go back to.
type mark [12]int

func (t *tape) mark() mark {
	return mark{len(t.ops), len(t.blocks), len(t.ends), len(t.commands), len(t.gamestates), len(t.snapshots),
		len(t.downloads), len(t.voices), len(t.configstrings), len(t.entities), len(t.order), len(t.bytes)}
}

func (t *tape) rewind(m mark) {
	t.ops, t.blocks, t.ends, t.commands = t.ops[:m[0]], t.blocks[:m[1]], t.ends[:m[2]], t.commands[:m[3]]
	t.gamestates, t.snapshots, t.downloads = t.gamestates[:m[4]], t.snapshots[:m[5]], t.downloads[:m[6]]
	t.voices, t.configstrings, t.entities = t.voices[:m[7]], t.configstrings[:m[8]], t.entities[:m[9]]
	t.order, t.bytes = t.order[:m[10]], t.bytes[:m[11]]
}

func (t *tape) reset() { t.rewind(mark{}) }

// deliver calls h for everything on the tape, in order.
func (t *tape) deliver(h Handler) {
	for _, o := range t.ops {
		switch i := o.index; o.kind {
		case opBlock:
			h.Handle(&t.blocks[i])
		case opGamestate:
			g := &t.gamestates[i]
			t.bind(g)
			h.Handle(g)
		case opCommand:
			c := &t.commands[i]
			c.Text = t.bytes[c.off:][:c.size:c.size]
			h.Handle(c)
		case opSnapshot:
			s := &t.snapshots[i]
			s.AreaMask = s.area[:s.areaSize:s.areaSize]
			s.Entities = t.entities[s.firstEntity:][:s.numEntities:s.numEntities]
			h.Handle(s)
		case opNop:
			h.Handle(&Nop{})
		case opDownload:
			d := &t.downloads[i]
			d.Data, d.Text = t.bytes[d.off:][:d.size:d.size], nil
			if d.failed() {
				d.Data, d.Text = nil, d.Data
			}
			h.Handle(d)
		case opVoice:
			v := &t.voices[i]
			v.Data = t.bytes[v.off:][:v.size:v.size]
			h.Handle(v)
		case opEnd:
			e := &t.ends[i]
			e.Rest = t.bytes[e.off:][:e.size:e.size]
			h.Handle(e)
		}
	}
}

// bind fills in the slices of a gamestate.
func (t *tape) bind(g *Gamestate) {
	g.Configstrings = t.configstrings[g.firstConfigstring:][:g.numConfigstrings:g.numConfigstrings]
	for i := range g.Configstrings {
		c := &g.Configstrings[i]
		c.Text = t.bytes[c.off:][:c.size:c.size]
	}
	g.Baselines = t.entities[g.firstBaseline:][:g.numBaselines:g.numBaselines]
	g.Order = nil
	if g.mixed {
		n := g.numConfigstrings + g.numBaselines
		g.Order = t.order[g.firstOrder:][:n:n]
	}
}
