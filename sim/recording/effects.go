package recording

import (
	"bytes"
	"fragscope/sim"
	"math"
	"slices"
	"sort"
	"time"
)

// effectList holds effects, ascending by start.
type effectList struct {
	packed []effectChunk
	rows   []effectRow // the last ones, not packed yet
	count  int
	// texts are the texts to which effects refer.
	texts     []string
	textIndex map[string]uint16
}

// effectChunk holds effectChunkRows effects (the last chunk may hold fewer), each as the difference to the one
// before:
//
//	kind and flags: a byte each. Then zigzag varints: the start less that of the one before, the duration, the origin
//	as it differs from that of the one before; then what the flags announce.
type effectChunk struct {
	from int32 // start of the first
	last int32 // the latest end in this chunk and all before it
	data []byte
}

const (
	effectChunkRows = 32
	effectOpenRows  = 64 // rows left open, to be put in order

	effectLoud   = 1 << 0
	effectTo     = 1 << 2
	effectSlots  = 1 << 3
	effectText   = 1 << 4
	effectWeapon = 1 << 5
	effectItem   = 1 << 6
	effectColor  = 1 << 7
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
	for len(l.packed) > 0 && len(l.rows) > 0 && l.rows[0].start > r.start {
		l.unpackLast()
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
		l.pack(effectChunkRows)
	}
	l.count++
}

// pack packs the first n open rows.
func (l *effectList) pack(n int) {
	c := effectChunk{from: l.rows[0].start, last: math.MinInt32}
	if last := len(l.packed) - 1; last >= 0 {
		c.last = l.packed[last].last
	}
	var room [effectChunkRows * 32]byte
	buf, before := room[:0], effectRow{start: c.from}
	for i := range l.rows[:n] {
		r := &l.rows[i]
		c.last = max(c.last, r.end)
		buf = r.append(buf, &before)
		before = *r
	}
	c.data = bytes.Clone(buf)
	l.packed = append(l.packed, c)
	l.rows = l.rows[:copy(l.rows, l.rows[n:])]
}

// trim releases spare memory once no more effects will come.
func (l *effectList) trim() {
	for len(l.rows) > 0 {
		l.pack(min(len(l.rows), effectChunkRows))
	}
	l.rows, l.packed, l.texts, l.textIndex = nil, slices.Clone(l.packed), slices.Clone(l.texts), nil
}

// unpackLast reopens the last chunk.
func (l *effectList) unpackLast() {
	last := len(l.packed) - 1
	var rows [effectChunkRows]effectRow
	n := 0
	l.packed[last].each(func(r *effectRow) {
		rows[n] = *r
		n++
	})
	l.packed = l.packed[:last]
	l.rows = slices.Insert(l.rows, 0, rows[:n]...)
}

// each calls see for each effect.
func (c *effectChunk) each(see func(*effectRow)) {
	in, r := stream{data: c.data}, effectRow{start: c.from}
	for in.pos < len(in.data) {
		r.read(&in)
		see(&r)
	}
}

// append appends a row as a difference to the one before. The code is too long to be part of the loop that calls it.
//
//go:noinline
func (r *effectRow) append(buf []byte, before *effectRow) []byte {
	flags := byte(bit(r.loudness != sim.Loudness{}, 0) | bit(r.to != sim.Vec3{}, 2) | bit(r.slot >= 0 || r.target >= 0, 3) | bit(r.text != 0, 4) |
		bit(r.weapon != 0, 5) | bit(r.item != 0, 6) | bit(r.color != sim.RGB{}, 7))
	buf = append(buf, byte(r.kind), flags)
	buf = appendUvarint(buf, zigzag(uint32(r.start-before.start)))
	buf = appendUvarint(buf, zigzag(uint32(r.end-r.start)))
	buf = appendPlace(buf, &r.origin, &before.origin)
	if flags&effectTo != 0 {
		buf = appendPlace(buf, &r.to, &r.origin)
	}
	if flags&effectSlots != 0 {
		buf = appendUvarint(buf, zigzag(uint32(int32(r.slot))))
		buf = appendUvarint(buf, zigzag(uint32(int32(r.target))))
	}
	if flags&effectText != 0 {
		buf = appendUvarint(buf, uint64(r.text))
	}
	if flags&effectWeapon != 0 {
		buf = append(buf, byte(r.weapon))
	}
	if flags&effectItem != 0 {
		buf = append(buf, byte(r.item))
	}
	if flags&effectColor != 0 {
		buf = append(buf, r.color.R, r.color.G, r.color.B)
	}
	if flags&effectLoud != 0 {
		buf = append(buf, r.loudness.Softer, byte(bit(r.loudness.Private, 0)))
		buf = appendUvarint(buf, zigzag(uint32(int32(r.loudness.Fades))))
	}
	return buf
}

// read turns r, the previous row, into the next one.
func (r *effectRow) read(in *stream) {
	kind, flags := in.octet(), in.octet()
	*r = effectRow{start: r.start, origin: r.origin, slot: -1, target: -1, kind: sim.EffectKind(kind)}
	r.start += int32(unzigzag(in.varint()))
	r.end = r.start + int32(unzigzag(in.varint()))
	in.readPlace(&r.origin)
	if flags&effectTo != 0 {
		r.to = r.origin
		in.readPlace(&r.to)
	}
	if flags&effectSlots != 0 {
		r.slot, r.target = int16(unzigzag(in.varint())), int16(unzigzag(in.varint()))
	}
	if flags&effectText != 0 {
		r.text = uint16(in.varint())
	}
	if flags&effectWeapon != 0 {
		r.weapon = sim.Weapon(in.octet())
	}
	if flags&effectItem != 0 {
		r.item = sim.Item(in.octet())
	}
	if flags&effectColor != 0 {
		r.color = sim.RGB{R: in.octet(), G: in.octet(), B: in.octet()}
	}
	if flags&effectLoud != 0 {
		r.loudness = sim.Loudness{Softer: in.octet(), Private: in.octet() != 0, Fades: int16(unzigzag(in.varint()))}
	}
}

// appendPlace appends the difference between two places.
func appendPlace(buf []byte, v, from *sim.Vec3) []byte {
	for i := range v {
		buf = appendUvarint(buf, fold(word(v[i])^word(from[i])))
	}
	return buf
}

// readPlace applies to v what appendPlace wrote.
func (s *stream) readPlace(v *sim.Vec3) {
	for i := range v {
		v[i] = float(word(v[i]) ^ unfold(s.varint()))
	}
}

// appendAt appends the effects in progress at t, ascending by start.
func (l *effectList) appendAt(dst []sim.Effect, t time.Duration) []sim.Effect {
	return l.appendIn(dst, t, t)
}

// appendIn appends the effects in progress at any time between from and to, ascending by start.
func (l *effectList) appendIn(dst []sim.Effect, from, to time.Duration) []sim.Effect {
	begin, end := int32(from/time.Millisecond), int32(to/time.Millisecond)
	first := sort.Search(len(l.packed), func(i int) bool { return l.packed[i].from > end })
	for first > 0 && l.packed[first-1].last >= begin {
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
	goesOn := true
	for ; chunk < len(l.packed) && goesOn; chunk++ {
		l.packed[chunk].each(func(r *effectRow) { goesOn = goesOn && see(r) })
	}
	for i := 0; i < len(l.rows) && goesOn; i++ {
		goesOn = see(&l.rows[i])
	}
}

func (l *effectList) effect(r *effectRow) sim.Effect {
	return sim.Effect{Kind: r.kind, Start: unmillis(uint32(r.start)), End: unmillis(uint32(r.end)), Origin: r.origin, To: r.to, Weapon: r.weapon,
		Item: r.item, Slot: sim.SlotAt(int(r.slot)), Target: sim.SlotAt(int(r.target)), Text: l.texts[r.text], Color: r.color, Loudness: r.loudness}
}

// EffectsFrom appends the effects that start at or after from and before to, ascending by start.
func (r *Recording) EffectsFrom(from, to time.Duration, dst []sim.Effect) []sim.Effect {
	r.mu.RLock()
	defer r.mu.RUnlock()
	l := &r.effects
	// Effects start at whole milliseconds.
	first := sort.Search(len(l.packed), func(i int) bool { return unmillis(uint32(l.packed[i].from)) >= from })
	l.eachFrom(max(first-1, 0), func(r *effectRow) bool {
		start := unmillis(uint32(r.start))
		if start >= from && start < to {
			dst = append(dst, l.effect(r))
		}
		return start < to
	})
	return dst
}
