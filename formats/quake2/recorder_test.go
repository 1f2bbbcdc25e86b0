package quake2

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// recorder keeps a copy of every message but the frame of the file; of the ends of containers, the name.
type recorder struct{ got []any }

func (r *recorder) Handle(m Message) {
	switch m := m.(type) {
	case *Header, *Block, *EndBlock:
	case *EndMulticast:
		r.got = append(r.got, "end of multicast")
	case *EndBlast:
		r.got = append(r.got, "end of blast")
	case *EndStream:
		r.got = append(r.got, "end of stream")
	case *EndCompressed:
		r.got = append(r.got, "end of compressed messages")
	case *PacketEntities:
		r.got = append(r.got, &PacketEntities{Entities: copied(m.Entities), End: m.End})
	case *MVDFrame:
		c := *m
		c.Players, c.Entities = copied(m.Players), copied(m.Entities)
		r.got = append(r.got, &c)
	default:
		c := reflect.New(reflect.TypeOf(m).Elem())
		c.Elem().Set(reflect.ValueOf(m).Elem())
		r.got = append(r.got, c.Interface())
	}
}

// copied is a list that does not change with the next message, nil when it is empty.
func copied[T any](list []T) []T { return append([]T(nil), list...) }

// fromHex reads bytes that are written with two digits each; two blanks start a comment
// up to the end of the line.
func fromHex(t testing.TB, text string) []byte {
	t.Helper()
	var digits strings.Builder
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), "  ")
		digits.WriteString(strings.ReplaceAll(line, " ", ""))
	}
	out, err := hex.DecodeString(digits.String())
	if err != nil {
		t.Fatalf("%v in %q", err, text)
	}
	return out
}

// blocks joins the contents of blocks to a .dm2 without an end mark.
func blocks(contents ...[]byte) []byte {
	var out []byte
	for _, c := range contents {
		out = binary.LittleEndian.AppendUint32(out, uint32(len(c)))
		out = append(out, c...)
	}
	return out
}

// mvdBlocks does the same for a .mvd2.
func mvdBlocks(contents ...[]byte) []byte {
	out := bytes.Clone(mvdMagic)
	for _, c := range contents {
		out = binary.LittleEndian.AppendUint16(out, uint16(len(c)))
		out = append(out, c...)
	}
	return out
}

// fixture is a message, byte by byte, and what it means.
type fixture struct {
	name  string
	bytes string
	want  []any
}

func want(messages ...any) []any { return messages }

// check decodes the fixtures one by one, each in a block behind the given serverdata. Each must give the
// wanted messages, must be encoded to the same bytes, and must not give the last of its
// messages when a byte is missing.
func check(t *testing.T, serverData string, join func(...[]byte) []byte, fixtures []fixture) {
	t.Helper()
	start := fromHex(t, serverData)
	for _, f := range fixtures {
		t.Run(f.name, func(t *testing.T) {
			message := fromHex(t, f.bytes)
			data := join(start, message)
			d, r := NewDecoder(data, Options{}), new(recorder)
			if d.Next(r) != nil || len(d.Damage()) > 0 {
				t.Fatalf("serverdata: %v", d.Damage())
			}
			r.got = nil
			if drain(d, r); len(d.Damage()) > 0 {
				t.Errorf("damage: %v", d.Damage())
			}
			compareMessages(t, r.got, f.want)
			if again := encoded(data); !slices.Equal(again, data) {
				t.Errorf("encoded to % x, want % x", again, data)
			}
			cut := join(start, message[:len(message)-1])
			d, r = NewDecoder(cut, Options{}), new(recorder)
			if drain(d, r); len(d.Damage()) == 0 {
				t.Errorf("no damage without the last byte")
			}
			if again := encoded(cut); !slices.Equal(again, cut) {
				t.Errorf("without the last byte encoded to % x, want % x", again, cut)
			}
		})
	}
}

func compareMessages(t *testing.T, got, want []any) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			t.Errorf("missing %+v", want[i])
		case i >= len(want):
			t.Errorf("too much: %+v", got[i])
		case !reflect.DeepEqual(got[i], want[i]):
			t.Errorf("message %d:\n got %+v\nwant %+v", i, got[i], want[i])
		}
	}
}

// drain decodes a demo to its end.
func drain(d *Decoder, h Handler) {
	for d.Next(h) == nil {
	}
}

// written is what the encoder makes of messages.
func written(t testing.TB, messages ...Message) []byte {
	t.Helper()
	var out bytes.Buffer
	e := NewEncoder(&out, Options{})
	for _, m := range messages {
		e.Handle(m)
	}
	if err := e.Finish(); err != nil {
		t.Error(err)
	}
	return out.Bytes()
}

// The bits of entities' masks that the fixtures have.
const (
	uOriginX   = 1 << 0
	uYaw       = 1 << 2
	uRoll      = 1 << 3
	uModel     = 1 << 11
	uMore1     = 1 << 7
	uMore2     = 1 << 15
	uMore3     = 1 << 23
	uMore4     = 1 << 31
	uAlpha     = 1 << 30
	uScale     = 1 << 32
	uSound     = 1 << 26
	uSolid     = 1 << 27
	uSkin32    = uSkin8 | uSkin16
	uEffects32 = uEffects8 | uEffects16
	uRender32  = uRender8 | uRender16
	uMoreFX32  = uMoreFX8 | uMoreFX16
)

// The bits of players' masks that the fixtures have.
const (
	psType       = 1 << 0
	psOrigin     = 1 << 1
	psVelocity   = 1 << 2
	psTime       = 1 << 3
	psFlags      = 1 << 4
	psViewOffset = 1 << 7
	psBlend      = 1 << 10
	psGun        = 1 << 12
	psGunFrame   = 1 << 13
	psMore       = 1 << 15
	psFog        = 1 << 16
	psKGunSkin   = 1 << 15
	psKGun2      = 1 << 16
	psKGunFrame2 = 1 << 17
	psKGunSkin2  = 1 << 18
	ppType       = 1 << 0
	ppOriginXY   = 1 << 1
	ppGun        = 1 << 9
	ppStats      = 1 << 14
	ppMore       = 1 << 15
	ppRemoved    = 1 << 16
	ppFog        = 1 << 17
)
