package plan

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
)

const learnedVersion = 2

// errLearned is the error for data that is not a Learned.
var errLearned = errors.New("the learned data of a map cannot be read")

// Encode encodes l in a compact form. [DecodeLearned] decodes the result.
func (l *Learned) Encode() []byte {
	var b bytes.Buffer
	b.WriteByte(learnedVersion)
	w, _ := flate.NewWriter(&b, flate.BestCompression) // the level is valid, and writing to a buffer does not fail
	w.Write(l.plainText())
	w.Close()
	return b.Bytes()
}

// plainText returns the uncompressed encoding: counts, then the sorted places as differences between their numbers.
func (l *Learned) plainText() []byte {
	var out []byte
	put := func(v uint64) { out = binary.AppendUvarint(out, v) }
	cells := func(list []cell) {
		put(uint64(len(list)))
		last := uint64(0)
		for _, c := range list {
			put(c.number() - last)
			last = c.number()
		}
	}
	byContact := map[bool][]cell{}
	for _, c := range slices.SortedFunc(maps.Keys(l.ground), cell.compare) {
		known := l.ground[c].known
		byContact[known] = append(byContact[known], c)
	}
	cells(byContact[true])
	cells(byContact[false])
	var by []backers
	for _, c := range slices.Concat(byContact[true], byContact[false]) {
		by = append(by, l.ground[c].by)
	}
	carried := slices.SortedFunc(maps.Keys(l.carried), carriage.compare)
	put(uint64(len(carried)))
	for _, c := range carried {
		put(c.from.number())
		put(c.to.number())
		by = append(by, l.carried[c])
	}
	ways := slices.SortedFunc(maps.Keys(l.ways), wayEnds.compare)
	for _, ends := range ways {
		by = append(by, l.ways[ends].by)
	}
	byKind := map[PointKind][]cell{}
	for _, f := range l.sortedFinds() {
		byKind[f.kind] = append(byKind[f.kind], f.cell)
	}
	cells(byKind[PointItem])
	cells(byKind[PointImpact])
	put(uint64(len(ways)))
	for _, ends := range ways {
		put(ends[0].number())
		put(ends[1].number())
		put(uint64(len(l.ways[ends].way)))
		var last [4]int16
		for _, p := range l.ways[ends].way {
			for k := range p {
				out = binary.AppendVarint(out, int64(p[k])-int64(last[k]))
			}
			last = p
		}
	}
	out = appendBackers(out, by)
	put(uint64(len(l.demos)))
	for _, id := range slices.Sorted(maps.Keys(l.demos)) {
		out = binary.LittleEndian.AppendUint64(out, id)
	}
	return out
}

// appendBackers appends sets of tags: all the tags, then the indices of each set's, so that most sets take one byte.
func appendBackers(out []byte, list []backers) []byte {
	places := map[uint16]int{}
	for _, b := range list {
		for _, t := range b[:b.count()] {
			places[t] = 0
		}
	}
	tags := slices.Sorted(maps.Keys(places))
	out = binary.AppendUvarint(out, uint64(len(tags)))
	for i, t := range tags {
		places[t] = i
		out = binary.LittleEndian.AppendUint16(out, t)
	}
	for _, b := range list {
		out = append(out, byte(b.count()))
	}
	for _, b := range list {
		for _, t := range b[:b.count()] {
			out = binary.AppendUvarint(out, uint64(places[t]))
		}
	}
	return out
}

// DecodeLearned decodes data encoded by [Learned.Encode].
func DecodeLearned(data []byte) (*Learned, error) {
	const most = 8 << 20 // bytes
	if len(data) == 0 || data[0] != learnedVersion {
		return nil, fmt.Errorf("%w: it was written by a different version of Fragscope", errLearned)
	}
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(data[1:])), most))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errLearned, err)
	}
	r := learnedReader{rest: text}
	l := newLearned()
	r.things(l)
	for range r.count(demosMost) {
		if len(r.rest) < 8 {
			return nil, errLearned
		}
		l.demos[binary.LittleEndian.Uint64(r.rest)] = true
		r.rest = r.rest[8:]
	}
	if r.bad {
		return nil, errLearned
	}
	l.bound()
	return l, nil
}

// learnedReader reads the encoding; bad is set if it is invalid.
type learnedReader struct {
	rest []byte
	bad  bool
}

func (r *learnedReader) number() uint64 {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 {
		r.bad, r.rest = true, nil
		return 0
	}
	r.rest = r.rest[n:]
	return v
}

func (r *learnedReader) count(limit int) int {
	if n := r.number(); n <= uint64(limit) {
		return int(n)
	}
	r.bad, r.rest = true, nil
	return 0
}

// place returns the cell with the given number, within the space in which plans grow.
func (r *learnedReader) place(n uint64, side float64) cell {
	c := cellAt(n)
	if n>>48 != 0 || math.Abs(float64(c[0])*side) > growExtent || math.Abs(float64(c[1])*side) > growExtent ||
		math.Abs(float64(c[2])*learnedCellHeight) > growExtent {
		r.bad = true
	}
	return c
}

func (r *learnedReader) cells(limit int, take func(cell)) {
	last := uint64(0)
	for range r.count(limit) {
		if last += r.number(); r.bad {
			return
		}
		if c := r.place(last, pathStep); !r.bad {
			take(c)
		}
	}
}

// things reads the places, and then the demos that contain them.
func (r *learnedReader) things(l *Learned) {
	var back []func(backers)
	for _, known := range []bool{true, false} {
		r.cells(groundMost, func(c cell) {
			back = append(back, func(by backers) { l.ground[c] = l.ground[c].with(told{known, by}) })
		})
	}
	for range r.count(carriageMost) {
		c := carriage{r.place(r.number(), carryStep), r.place(r.number(), carryStep)}
		back = append(back, func(by backers) { l.carried[c] = by })
	}
	for _, kind := range []PointKind{PointItem, PointImpact} {
		r.cells(findsMost, func(c cell) { l.finds[found{c, kind}] = true })
	}
	r.ways(func(ends wayEnds, w way) {
		back = append(back, func(by backers) { l.keepWay(ends, backedWay{w, by}) })
	})
	for i, by := range r.backers(len(back)) {
		back[i](by)
	}
}

// backers reads n sets of tags.
func (r *learnedReader) backers(n int) []backers {
	tags := make([]uint16, r.count(math.MaxUint16))
	if len(r.rest) < 2*len(tags)+n {
		r.bad = true
		return nil
	}
	for i := range tags {
		tags[i] = binary.LittleEndian.Uint16(r.rest[2*i:])
	}
	counts := r.rest[2*len(tags):][:n]
	r.rest = r.rest[2*len(tags)+n:]
	list := make([]backers, n)
	for i, count := range counts {
		if int(count) > len(backers{}) {
			r.bad = true
			return nil
		}
		for range count {
			at := r.number()
			if r.bad || at >= uint64(len(tags)) {
				r.bad = true
				return nil
			}
			list[i] = list[i].with(backers{tags[at]})
		}
	}
	return list
}

// ways reads paths through the air.
func (r *learnedReader) ways(take func(wayEnds, way)) {
	for range r.count(waysMost) {
		ends := wayEnds{r.place(r.number(), wayCell), r.place(r.number(), wayCell)}
		var w way
		var last [4]int16
		for range r.count(wayMost) {
			for k := range last {
				v, n := binary.Varint(r.rest)
				if n <= 0 || math.Abs(float64(int64(last[k])+v))*wayStep > growExtent {
					r.bad = true
					return
				}
				r.rest = r.rest[n:]
				last[k] += int16(v)
			}
			w = append(w, last)
		}
		if r.bad || len(w) < 2 {
			r.bad = true
			return
		}
		take(ends, w)
	}
}
