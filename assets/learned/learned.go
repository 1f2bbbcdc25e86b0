// Package learned stores what demos reveal about maps whose files are missing: where players walked, swam, fell and
// rode, and where items were. An atlas is a file that describes many such maps. The program has a built-in atlas, which
// contains positions but nothing that identifies players.
package learned

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"

	"fragscope/assets/plan"
)

// Key identifies a map by its game, its name in lower case and the checksum of its file. If the demos do not contain
// the checksum, it is 0.
type Key struct {
	Game, Map string
	Checksum  uint32
}

// KeyOf returns the key of the map called level in the given game. checksum is the checksum of the map file, or 0 if it
// is unknown.
func KeyOf(game, level string, checksum uint32) Key {
	return Key{game, strings.ToLower(level), checksum}
}

// Name returns a file name that is unique to the map.
func (k Key) Name() string {
	h := fnv.New32a()
	fmt.Fprintf(h, "%s/%s/%d", k.Game, k.Map, k.Checksum)
	plain := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '_'
	}, k.Map)
	return fmt.Sprintf("%s-%08x", plain[:min(len(plain), 40)], h.Sum32())
}

func (k Key) compare(o Key) int {
	return cmp.Or(cmp.Compare(k.Game, o.Game), cmp.Compare(k.Map, o.Map), cmp.Compare(k.Checksum, o.Checksum))
}

// Atlas maps keys to learned maps in encoded form.
type Atlas map[Key][]byte

const (
	atlasMagic = "fragscope atlas 1\n"
	maxEntries = 10000
)

var errAtlas = errors.New("it is not an atlas")

// BuiltIn returns the atlas built into the program, or nil in a browser.
func BuiltIn() Atlas {
	a, err := Decode(builtIn)
	if err != nil {
		return nil
	}
	return a
}

// Map returns the learned map for k, or nil if there is none. If a map was learned from demos without a checksum, it
// matches any key with the same game and name.
func (a Atlas) Map(k Key) *plan.Learned {
	for _, key := range []Key{k, {k.Game, k.Map, 0}} {
		if data, ok := a[key]; ok {
			if l, err := plan.DecodeLearned(data); err == nil {
				return l
			}
		}
	}
	return nil
}

// Keys returns the keys of the maps in the atlas, sorted.
func (a Atlas) Keys() []Key { return slices.SortedFunc(maps.Keys(a), Key.compare) }

// Encode returns the atlas encoded as an atlas file.
func (a Atlas) Encode() []byte {
	b := []byte(atlasMagic)
	text := func(s string) {
		b = append(binary.AppendUvarint(b, uint64(len(s))), s...)
	}
	b = binary.AppendUvarint(b, uint64(len(a)))
	for _, k := range a.Keys() {
		text(k.Game)
		text(k.Map)
		b = binary.AppendUvarint(b, uint64(k.Checksum))
		text(string(a[k]))
	}
	return b
}

// Decode decodes an atlas file. The maps in the result alias data.
func Decode(data []byte) (Atlas, error) {
	rest, ok := bytes.CutPrefix(data, []byte(atlasMagic))
	if !ok {
		return nil, errAtlas
	}
	bad := false
	number := func() uint64 {
		v, n := binary.Uvarint(rest)
		if n <= 0 {
			bad, rest = true, nil
			return 0
		}
		rest = rest[n:]
		return v
	}
	text := func() []byte {
		n := number()
		if n > uint64(len(rest)) {
			bad, rest = true, nil
			return nil
		}
		out := rest[:n:n]
		rest = rest[n:]
		return out
	}
	count := number()
	if count > maxEntries {
		return nil, errAtlas
	}
	a := Atlas{}
	for range count {
		k := Key{Game: string(text()), Map: string(text())}
		k.Checksum = uint32(number())
		entry := text()
		if bad {
			return nil, errAtlas
		}
		a[k] = entry
	}
	return a, nil
}
