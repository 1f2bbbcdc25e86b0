package formats

import (
	"bytes"
	"encoding/binary"
	"testing"

	"fragscope/formats/corpus"
	"fragscope/formats/quake3"
)

// wrapped is a demo of Quake III as Urban Terror writes it.
func wrapped(plain []byte) []byte {
	out := []byte{
		5, 0, 0, 0, '4', '.', '3', '.', '4', // version of the game
		68, 0, 0, 0, // protocol
		0, 0, 0, 0, 0, 0, 0, 0,
	}
	for len(plain) >= 8 {
		n := int32(binary.LittleEndian.Uint32(plain[4:]))
		if n < 0 || 8+int(n) > len(plain) {
			break
		}
		out = append(out, plain[:8+n]...)
		out = append(out, plain[4:8]...) // the length once more
		plain = plain[8+n:]
	}
	return append(out, plain...)
}

// TestUrbanTerror holds that a demo of Urban Terror is read as the demo of
// Quake III that it is, whole and cut.
func TestUrbanTerror(t *testing.T) {
	plain := corpus.Load(t, corpus.Match(t, "recorded/q3/dm6ish_1v1_follow.dm_68"))
	d, err := Read("match.urtdemo", "", wrapped(plain))
	if err != nil || d.Format != quake3.Codec || !bytes.Equal(d.Data, plain) {
		t.Errorf("read %v, %d bytes of %d, %v", d.Format, len(d.Data), len(plain), err)
	}
	cut := wrapped(plain)
	cut = cut[:len(cut)*2/3]
	if d, err = Read("cut.urtdemo", "", cut); err != nil || !bytes.HasPrefix(plain, d.Data) {
		t.Errorf("of a cut one %d bytes, %v", len(d.Data), err)
	}
	if d, err = Read("plain.dm_68", "", plain); err != nil || !bytes.Equal(d.Data, plain) {
		t.Errorf("a plain one changed: %v", err)
	}
}
