package wolfenstein

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"fragscope/formats/quake3"
	"fragscope/formats/wire"
)

// detectBlocks is the number of blocks tried to find a demo's protocol.
const detectBlocks = 16

// numberOfName returns the protocol number in a file name, or 0.
func numberOfName(name string) int {
	name = strings.ToLower(path.Base(strings.ReplaceAll(name, `\`, "/")))
	for _, ext := range []string{".gz", ".zip"} {
		name = strings.TrimSuffix(name, ext)
	}
	ext := path.Ext(name)
	if ext == ".tv_84" {
		return 284
	}
	n, _ := strconv.Atoi(strings.TrimPrefix(ext, ".dm_"))
	return n
}

// candidates returns all protocols, that of the hinted number first.
func candidates(hint int) []*Protocol {
	i := max(slices.Index(protocols, ProtocolOf(hint)), 0)
	return slices.Concat(protocols[i:i+1], protocols[:i], protocols[i+1:])
}

// trial is the outcome of decoding the start of a demo with a protocol.
type trial struct {
	protocol *Protocol
	number   int // the protocol's number, which the serverinfo or the name tells
	blocks   int // how many of the first blocks decoded
}

// detect finds the protocol that decodes data. name is the file's name, possibly empty.
func detect(data []byte, name string) (best trial) {
	value, _ := quake3.Info(serverInfo(data)).Value("protocol")
	hint, stated := numberOfName(name), atoi(value)
	if hint != 284 && ProtocolOf(stated) != nil {
		hint = stated // of a TV demo it is the game's
	}
	for _, p := range candidates(hint) {
		if t := try(data, p); best.protocol == nil || t.blocks > best.blocks {
			best = t
		}
	}
	best.number = best.protocol.Number
	for _, n := range []int{stated, numberOfName(name)} {
		if slices.Contains(best.protocol.Numbers, n) {
			best.number = n
			break
		}
	}
	return best
}

func atoi(b []byte) int {
	n, _ := strconv.Atoi(string(b))
	return n
}

// try decodes the first blocks with p. Blocks that do not decode are passed over as long as their headers lead on.
func try(data []byte, p *Protocol) trial {
	t := trial{protocol: p}
	d := Decoder{data: data, coder: newCoder(p)}
	for pos := range detectBlocks {
		h, ok := d.header(d.pos)
		if !ok || !d.sane(d.pos, h) {
			break
		}
		if d.read(d.pos, h) == nil && !last[*BlockEnd](&d.coder).odd() {
			t.blocks++
		} else if pos == 0 && len(serverInfo(data)) > 0 {
			break
		}
		d.pos += blockHeader + int(h.length)
	}
	return t
}

// detectable reports whether there is enough data for detect.
func detectable(data []byte) bool {
	pos := 0
	for range sniffBlocks {
		h, ok := headerAt(data, pos)
		if !ok {
			return false
		}
		if h.length <= 0 || h.length > MaxBlock {
			return true
		}
		if pos += blockHeader + int(h.length); pos > len(data) {
			return false
		}
	}
	return true
}

// serverInfo returns the serverinfo of a demo's first block, or nil.
func serverInfo(data []byte) []byte {
	h, ok := headerAt(data, 0)
	if !ok || h.length <= 0 || h.length > MaxBlock {
		return nil
	}
	var r wire.BitReader
	r.Reset(data[blockHeader:min(len(data), blockHeader+int(h.length))], 0, wire.Huffman())
	r.Int32() // reliable acknowledge
	gamestate := r.Uint8() == svcGamestate
	r.Int32() // sequence of the last command
	if !gamestate || r.Uint8() != svcConfigstring || r.Int16() != 0 {
		return nil
	}
	text := r.AppendChars(nil, maxText)
	if !r.Ok() {
		return nil
	}
	return text
}

// ServerVersion returns the server's "version" from the first serverinfo in a demo, or "" if there is none.
func ServerVersion(data []byte) string {
	v, _ := quake3.Info(serverInfo(data)).Value("version")
	return string(v)
}

// versions are how the versions of these games start.
var versions = []string{"ET 2.60", "ET Legacy", "ET: Legacy", "etlegacy", "ETTV", "Wolf ", "iortcw"}

// sniffBlocks is the number of blocks that must decode if a demo's server says nothing about itself.
const sniffBlocks = 3

// sniff reports how well data, the start of a file, matches a demo of this family: a TV server's if tv is set,
// otherwise any other.
func sniff(data []byte, tv bool) wire.Confidence {
	c := quake3.Sniff(data)
	if c == wire.NotThis {
		return c
	}
	info := quake3.Info(serverInfo(data))
	if len(info) > 0 {
		version, told := info.Value("version")
		protocol, _ := info.Value("protocol")
		ours := slices.ContainsFunc(versions, func(v string) bool { return strings.HasPrefix(string(version), v) })
		if !ours && (told || ProtocolOf(atoi(protocol)) == nil) {
			return wire.NotThis
		}
	}
	t := detect(data, "")
	switch {
	case t.blocks == 0 && len(info) == 0:
		return wire.Faint
	case t.protocol.TV != tv:
		return wire.NotThis
	case len(info) > 0:
		return wire.Certain
	case t.blocks >= sniffBlocks:
		return wire.Likely
	}
	return wire.Faint
}
