package quake3

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"fragscope/formats/wire"
)

// Detection holds the result of detecting a demo's protocol.
type Detection struct {
	// Protocol is the protocol that decodes the demo. It is never nil.
	Protocol *Protocol
	// Number is the protocol number: the one in the serverinfo if it agrees with Protocol, otherwise the one in the
	// file name if that agrees, otherwise Protocol.Number.
	Number int
	// Blocks is the number of initial blocks that were decoded, out of 16 if the serverinfo states the protocol,
	// otherwise out of 64. If it is 0, the start of the demo is unreadable and Protocol is a guess based on the file
	// name.
	Blocks int
}

const (
	// detectBlocks is the number of blocks tried.
	detectBlocks = 64
	// statedBlocks is the number tried if the serverinfo states the protocol that decodes them. The serverinfo is in the
	// first block, so garbage is no reason to try more blocks, and every other protocol fails because the number differs.
	statedBlocks = 16
)

// Detect determines the protocol of the demo in data. name is the demo's file name; it may be empty. If several
// protocols decode data equally well, Detect chooses the one that belongs to the extension of name (.dm3, .dm_48,
// .dm_68, ...).
func Detect(data []byte, name string) Detection { return family.Detect(data, name) }

// Detect is like the function [Detect], but tries only the family's protocols.
func (f *Family) Detect(data []byte, name string) Detection {
	d := Decoder{data: data}
	return d.detect(f, name)
}

// DetectStart is like Detect, but examines only the start of data. If the start is damaged, DetectStart does not search
// for a section that can be decoded, because the search may take a long time.
func (f *Family) DetectStart(data []byte) Detection {
	d := Decoder{data: data}
	return d.bestTrial(0, f.candidates(0)).detection(0)
}

// detect is like Detect, but for the decoder's data. It does not move the decoder.
func (d *Decoder) detect(f *Family, name string) Detection {
	hint := f.numberOf(name)
	candidates := f.candidates(hint)
	best := d.bestTrial(0, candidates)
	if d.coder.p == best.protocol && !d.tail.Growing() {
		d.tried = best.end
	}
	if best.blocks == 0 {
		// The start is damaged: what follows it decides.
		from := d.firstChain()
		if h, ok := d.header(0); from == 0 && ok {
			from = blockHeader + int(h.length)
		}
		best.protocol = d.bestTrial(from, candidates).protocol
	}
	return best.detection(hint)
}

// detection returns the conclusion from a trial, the best one.
func (best trial) detection(hint int) Detection {
	d := Detection{Protocol: best.protocol, Number: best.protocol.Number, Blocks: best.blocks}
	for _, n := range []int{best.stated, hint} {
		if slices.Contains(d.Protocol.Numbers, n) {
			d.Number = n
			break
		}
	}
	return d
}

// Sniff reports how well data matches the format in any of its protocols. data must be the start of a file. A matching
// file consists of blocks, each with a sequence number, a length and a message. The sequence numbers increase, with
// gaps where messages were lost.
func Sniff(data []byte) wire.Confidence {
	last := int32(-1)
	return wire.SniffBlocks(data, func(b []byte) int {
		h, ok := headerAt(b, 0)
		switch {
		case !ok || h.ends():
			return len(b)
		case last >= 0 && (h.sequence < last || h.sequence-last > maxSniffStep), h.sequence < 0,
			h.sequence > maxSniffSequence:
			return 0
		case h.length > 0 && h.length <= MaxBlock:
			last = h.sequence
			return blockHeader + int(h.length)
		case last < 0:
			// A damaged first length: the decoder looks for what follows.
			last = h.sequence
			return 1
		}
		return 0
	})
}

// The maximum step from one sequence number to the next, and the maximum sequence number, at the start of a file.
const (
	maxSniffStep     = 1 << 16
	maxSniffSequence = 1 << 30
)

// numberOf returns the protocol number in a file name, or 0 if there is none.
func (f *Family) numberOf(name string) int {
	name = strings.ToLower(path.Base(strings.ReplaceAll(name, `\`, "/")))
	for _, ext := range []string{".gz", ".zip"} {
		name = strings.TrimSuffix(name, ext)
	}
	ext := path.Ext(name)
	if n := f.Extensions[ext]; n > 0 {
		return n
	}
	n, _ := strconv.Atoi(strings.TrimPrefix(ext, ".dm_"))
	return n
}

// trial is the outcome of decoding with a protocol.
type trial struct {
	protocol *Protocol
	blocks   int
	end      int  // of the last block
	stated   int  // protocol number in the serverinfo
	short    bool // it ended with the data, not for lack of sense
}

// bestTrial tries protocols in order on what starts at pos.
func (d *Decoder) bestTrial(pos int, candidates []*Protocol) (best trial) {
	for _, p := range candidates {
		if t := d.try(p, pos); best.protocol == nil || t.score() > best.score() {
			best = t
		}
		if best.full() && (best.states() || best.stated == 0) {
			break // none could do better
		}
	}
	return best
}

// chainLength is the number of consecutive headers that cannot occur by chance.
const chainLength = 4

// firstChain returns the start of the first run of blocks, judging by headers, or the end of the data.
func (d *Decoder) firstChain() int {
	for start := range d.data {
		pos, n := start, 0
		for h, _ := d.header(pos); n < chainLength && d.plausible(pos, h); n++ {
			pos += blockHeader + int(h.length)
			h, _ = d.header(pos)
		}
		if n == chainLength {
			return start
		}
	}
	return len(d.data)
}

// states reports whether the demo states the protocol that decodes it.
func (t trial) states() bool {
	return slices.Contains(t.protocol.Numbers, t.stated) ||
		t.protocol.Stated != 0 && t.stated == t.protocol.Stated
}

// full reports whether as many blocks decoded as are tried.
func (t trial) full() bool {
	return t.blocks >= detectBlocks || t.blocks >= statedBlocks && t.states()
}

// score ranks trials. It compares the numbers of decoded blocks, and then whether the demo itself states the protocol.
func (t trial) score() int {
	s := 2 * t.blocks
	if t.full() && t.states() {
		s = 2 * detectBlocks
	}
	if t.states() {
		s++
	}
	return s
}

// try decodes the first blocks at or after pos with p, onto the tape.
func (d *Decoder) try(p *Protocol, pos int) trial {
	t := trial{protocol: p, end: pos}
	d.use(p)
	d.tape.reset()
	for !t.full() {
		h, ok := d.header(t.end)
		if t.short = !ok || h.length > 0 && h.length <= MaxBlock && !d.sane(t.end, h); t.short || !d.sane(t.end, h) {
			break
		}
		before := len(d.tape.messages)
		if d.readWith(&d.coder, &d.tape, t.end, h) != nil || last[*BlockEnd](&d.tape).RestBits > maxRest {
			d.tape.messages = d.tape.messages[:before]
			break
		}
		for _, m := range d.tape.messages[before:] {
			if g, ok := m.(*Gamestate); ok {
				t.stated = statedProtocol(g)
			}
		}
		t.blocks++
		t.end += blockHeader + int(h.length)
	}
	return t
}

// statedProtocol returns the protocol number in a gamestate's serverinfo, or 0.
func statedProtocol(g *Gamestate) int {
	for _, c := range g.Configstrings {
		if c.Index == 0 {
			v, _ := Info(c.Text).Value("protocol")
			n, _ := strconv.Atoi(string(v))
			return n
		}
	}
	return 0
}
