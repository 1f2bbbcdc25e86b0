package recording

import (
	"fragscope/sim"
	"math"
	"slices"
	"sort"
	"time"
)

// effectList holds effects, sorted by start.
type effectList struct {
	chunks []effectChunk
	rows   []effectRow // the last ones, not in chunks yet
	room   []effectRow // memory for the next chunks
	count  int
	// texts holds the text to which effects refer by index.
	texts     []string
	textIndex map[string]uint16
}

// effectChunk holds effectChunkRows effects; the last chunk may hold fewer.
type effectChunk struct {
	last int32 // the latest end in this chunk and all before it
	rows []effectRow
}

func (c *effectChunk) from() int32 { return c.rows[0].start }

const (
	effectChunkRows = 32
	effectOpenRows  = 64 // rows left open, to be put in order
	// Memory for many chunks at a time takes less time than for each, but at most a part of it may be left over.
	effectRoom  = 16 * effectChunkRows
	effectSpare = 16
)

func newEffectList() effectList {
	return effectList{texts: []string{""}, textIndex: map[string]uint16{"": 0}}
}

type effectRow struct {
	start, end   int32 // ms
	origin, to   sim.Vec3
	slot, target int16
	text         uint16
	kind         sim.EffectKind
	weapon       sim.Weapon
	item         sim.Item
	color        sim.RGB
	loudness     sim.Loudness
}

func (l *effectList) add(e *sim.Effect) {
	var text uint16
	if e.Text != "" {
		var ok bool
		if text, ok = l.textIndex[e.Text]; !ok && len(l.textIndex) < 1<<16-1 {
			text = uint16(len(l.texts))
			l.textIndex[e.Text] = text
			l.texts = append(l.texts, e.Text)
		}
	}
	r := effectRow{int32(e.Start / time.Millisecond), int32(e.End / time.Millisecond), e.Origin, e.To,
		int16(e.Slot.Index()), int16(e.Target.Index()), text, e.Kind, e.Weapon, e.Item, e.Color, e.Loudness}
	for len(l.chunks) > 0 && len(l.rows) > 0 && l.rows[0].start > r.start {
		last := len(l.chunks) - 1
		l.rows = slices.Insert(l.rows, 0, l.chunks[last].rows...)
		l.chunks = l.chunks[:last]
	}
	i := len(l.rows)
	for i > 0 && l.rows[i-1].start > r.start {
		i--
	}
	if l.rows = append(l.rows, r); i < len(l.rows)-1 {
		copy(l.rows[i+1:], l.rows[i:])
		l.rows[i] = r
	}
	for len(l.rows) >= effectChunkRows+effectOpenRows {
		l.close(effectChunkRows)
	}
	l.count++
}

// close puts the first n open rows into a chunk.
func (l *effectList) close(n int) {
	if len(l.room) < n {
		l.room = make([]effectRow, max(n, min(l.count/effectSpare, effectRoom)))
	}
	c := effectChunk{last: math.MinInt32, rows: l.room[:n:n]}
	l.room = l.room[n:]
	copy(c.rows, l.rows)
	if last := len(l.chunks) - 1; last >= 0 {
		c.last = l.chunks[last].last
	}
	for i := range c.rows {
		c.last = max(c.last, c.rows[i].end)
	}
	l.chunks = append(l.chunks, c)
	l.rows = l.rows[:copy(l.rows, l.rows[n:])]
}

// trim releases spare memory once no more effects will come.
func (l *effectList) trim() {
	for len(l.rows) > 0 {
		l.close(min(len(l.rows), effectChunkRows))
	}
	l.rows, l.room, l.chunks, l.texts, l.textIndex = nil, nil, slices.Clone(l.chunks), slices.Clone(l.texts), nil
}

// appendAt appends the effects in progress at t, sorted by start.
func (l *effectList) appendAt(dst []sim.Effect, t time.Duration) []sim.Effect {
	return l.appendIn(dst, t, t)
}

// appendIn appends the effects in progress at any time between from and to, sorted by start.
func (l *effectList) appendIn(dst []sim.Effect, from, to time.Duration) []sim.Effect {
	begin, end := int32(from/time.Millisecond), int32(to/time.Millisecond)
	first := sort.Search(len(l.chunks), func(i int) bool { return l.chunks[i].from() > end })
	for first > 0 && l.chunks[first-1].last >= begin {
		first--
	}
	l.eachFrom(first, func(r *effectRow) bool {
		if r.start <= end && r.end >= begin {
			dst = append(dst, l.effect(r))
		}
		return r.start <= end
	})
	return dst
}

// eachFrom calls see for each effect, starting with the given chunk, until see returns false.
func (l *effectList) eachFrom(chunk int, see func(*effectRow) bool) {
	for ; chunk <= len(l.chunks); chunk++ {
		rows := l.rows
		if chunk < len(l.chunks) {
			rows = l.chunks[chunk].rows
		}
		for i := range rows {
			if !see(&rows[i]) {
				return
			}
		}
	}
}

func (l *effectList) effect(r *effectRow) sim.Effect {
	return sim.Effect{Kind: r.kind, Start: unmillis(uint32(r.start)), End: unmillis(uint32(r.end)), Origin: r.origin,
		To: r.to, Weapon: r.weapon, Item: r.item, Slot: sim.SlotAt(int(r.slot)), Target: sim.SlotAt(int(r.target)),
		Text: l.texts[r.text], Color: r.color, Loudness: r.loudness}
}

// EffectsFrom appends to dst the effects that start between from (inclusive) and to (exclusive), sorted by start, and
// returns the result.
func (r *Recording) EffectsFrom(from, to time.Duration, dst []sim.Effect) []sim.Effect {
	r.mu.RLock()
	defer r.mu.RUnlock()
	l := &r.effects
	// Effects start at whole milliseconds.
	first := sort.Search(len(l.chunks), func(i int) bool { return unmillis(uint32(l.chunks[i].from())) >= from })
	l.eachFrom(max(first-1, 0), func(r *effectRow) bool {
		start := unmillis(uint32(r.start))
		if start >= from && start < to {
			dst = append(dst, l.effect(r))
		}
		return start < to
	})
	return dst
}
