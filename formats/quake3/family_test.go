package quake3

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"fragscope/formats/codec"
	"fragscope/formats/wire"
)

// firstBlock is a demo of one block: a gamestate whose first configstring has a text.
func firstBlock(p *Protocol, index int, text string) []byte {
	return demoOf(p, func(w *wire.BitWriter) {
		if p.HasAcknowledge {
			w.Int32(0)
		}
		w.Uint8(svcGamestate)
		w.Int32(0)
		w.Uint8(svcConfigstring)
		w.Int16(int16(index))
		w.Chars([]byte(text))
		w.Uint8(p.endCode())
	})
}

// TestServerInfo holds that the serverinfo of a demo's first block is read in each protocol, and nothing else.
func TestServerInfo(t *testing.T) {
	const text = `\version\Q3 1.32c linux-i386\mapname\q3dm6`
	for _, p := range append(slices.Clone(protocols), testFamily.Protocols...) {
		data := firstBlock(p, 0, text)
		if got := string(ServerInfo(data)); got != text {
			t.Errorf("protocol %d: serverinfo %q", p.Number, got)
		}
		if got := ServerVersion(data); got != "Q3 1.32c linux-i386" {
			t.Errorf("protocol %d: version %q", p.Number, got)
		}
		cut := bytes.Clone(data[:len(data)-len(endBlock)-2])
		for what, data := range map[string][]byte{
			"another configstring": firstBlock(p, 1, text), "an empty one": firstBlock(p, 0, ""), "a cut header": data[:7],
			"no block": endBlock, "a cut gamestate": cut[:12],
			"too long a block": append([]byte{0, 0, 0, 0, 1, 0, 1, 0}, data...),
		} {
			if got := ServerInfo(data); got != nil {
				t.Errorf("protocol %d: %s: serverinfo %q", p.Number, what, got)
			}
			if got := ServerVersion(data); got != "" {
				t.Errorf("protocol %d: %s: version %q", p.Number, what, got)
			}
		}
	}
}

// TestNextBlock has the headers of blocks in a growing demo.
func TestNextBlock(t *testing.T) {
	for _, c := range []struct {
		name string
		data []byte
		at   int
		end  int
		last bool
	}{
		{"a block", []byte{5, 0, 0, 0, 3, 0, 0, 0, 1, 2, 3}, 0, 11, false},
		{"one that is still to come", []byte{5, 0, 0, 0, 3, 0, 0, 0}, 0, 11, false},
		{"the second", []byte{5, 0, 0, 0, 1, 0, 0, 0, 9, 6, 0, 0, 0, 2, 0, 0, 0}, 9, 19, false},
		{"part of a header", []byte{5, 0, 0, 0, 3, 0, 0}, 0, 0, false},
		{"the end", endBlock, 0, 8, true},
		{"no length", make([]byte, 8), 0, -1, false},
		{"too long a one", []byte{5, 0, 0, 0, 1, 0, 1, 0}, 0, -1, false},
		{"a negative length", []byte{5, 0, 0, 0, 0xff, 0xff, 0xff, 0xff}, 0, -1, false},
		{"the longest", []byte{5, 0, 0, 0, 0, 0, 1, 0}, 0, 8 + MaxBlock, false},
	} {
		if end, last := NextBlock(c.data, c.at); end != c.end || last != c.last {
			t.Errorf("%s: %d, %v, want %d, %v", c.name, end, last, c.end, c.last)
		}
	}
}

// TestGrowingDetected holds that a demo that comes in pieces is taken for the protocol that it is taken for whole, and
// has the same messages, whether the server states the protocol, states another, or none.
func TestGrowingDetected(t *testing.T) {
	for _, p := range protocols {
		whole := scriptedDemo(p, 60).out.Bytes()
		for what, data := range map[string][]byte{
			"as it is": whole, "without a gamestate": whole[blockAfter(whole):], "of one block": whole[:blockAfter(whole)],
			"with a damaged start": append(bytes.Repeat([]byte{0x55}, 100), whole...),
		} {
			read := func(d *Decoder) (names []string) {
				note := HandlerFunc(func(m Message) { names = append(names, fmt.Sprint(Name(m), d.Time())) })
				for d.Next(note) != io.EOF {
				}
				return names
			}
			all := NewDecoder(data, Options{})
			step := 0
			growing := NewDecoder(nil, Options{More: func(have int) ([]byte, bool) {
				step = step*5%97 + 1
				n := min(have+step, len(data))
				return data[:n:n], n == len(data)
			}})
			a, b := read(all), read(growing)
			if !slices.Equal(a, b) || all.Detection().Number != growing.Detection().Number {
				t.Errorf("protocol %d %s: %d messages of %d, whole %d of %d", p.Number, what, len(b),
					growing.Detection().Number, len(a), all.Detection().Number)
			}
			if what == "as it is" && all.Protocol() != p {
				t.Errorf("protocol %d is taken for %d", p.Number, all.Detection().Number)
			}
		}
	}
}

// blockAfter is where the second block of a demo begins.
func blockAfter(data []byte) int {
	end, _ := NextBlock(data, 0)
	return end
}

// TestCodecOptions holds that a codec's decoder states the protocol that its encoder needs, and that a decoder goes on
// with what it is given next.
func TestCodecOptions(t *testing.T) {
	for _, p := range protocols {
		data := scriptedDemo(p, 30).out.Bytes()
		at := blockAfter(data)
		d := Codec.NewDecoder(data[:at], codec.Options{})
		want := p.Number
		if d.Options().Protocol != want {
			t.Errorf("protocol %d: the options are %+v", p.Number, d.Options())
		}
		var out bytes.Buffer
		e := Codec.NewEncoder(&out, d.Options())
		blocks := HandlerFunc(func(m Message) {
			if _, end := m.(*End); !end {
				e.Handle(m)
			}
		})
		for range 2 {
			for d.Next(func(m any) { blocks(m.(Message)) }) != io.EOF {
			}
			d.Reset(data[at : len(data)-len(endBlock)])
		}
		if err := e.Finish(); err != nil || !bytes.Equal(out.Bytes(), data) {
			t.Errorf("protocol %d: %d bytes of %d come back, %v", p.Number, out.Len(), len(data), err)
		}
	}
}

// TestAllStops holds that reading ends when its context does.
func TestAllStops(t *testing.T) {
	data := longDemo(ProtocolOf(68), 3000)
	for _, workers := range []int{1, 3} {
		ctx, stop := context.WithCancel(context.Background())
		n := 0
		err := NewDecoder(data, Options{}).All(ctx, snapshotFunc(func(*SnapshotDelta) {
			if n++; n == 100 {
				stop()
			}
		}), workers)
		if stop(); err != context.Canceled || n < 100 || n == 3000 {
			t.Errorf("%d workers: stopped after %d snapshots, %v", workers, n, err)
		}
	}
}

// TestNamesOfValues has events and flags, which differ between games, and numbers without a name.
func TestNamesOfValues(t *testing.T) {
	for _, c := range []struct {
		protocol, event int
		want            string
	}{
		{43, 0, "none"}, {43, 58, "obituary"}, {48, 60, "obituary"}, {68, 60, "obituary"}, {73, 58, "obituary"},
		{91, 58, "obituary"}, {68, 1000, "1000"}, {43, -1, "-1"},
	} {
		if got := ProtocolOf(c.protocol).EventName(c.event); got != c.want {
			t.Errorf("protocol %d: event %d is %s, want %s", c.protocol, c.event, got, c.want)
		}
	}
	for _, p := range protocols {
		if got := p.EventName(int(p.EvObituary)); got != "obituary" {
			t.Errorf("protocol %d: event %d is %s", p.Number, p.EvObituary, got)
		}
	}
	for bit, want := range map[int]string{0: "dead", 8: "firing", 19: "team_voted", 20: "20", -1: "-1"} {
		if got := EntityFlagName(bit); got != want {
			t.Errorf("flag %d is %s, want %s", bit, got, want)
		}
	}
}

// TestExtensions holds which names of files belong to the codec.
func TestExtensions(t *testing.T) {
	for number, want := range map[int]string{43: "dm_43", 68: "dm_68", 91: "dm_91"} {
		if got := Codec.Extension(number); got != want {
			t.Errorf("%d: %s", number, got)
		}
	}
	for extension, want := range map[string]bool{"dm_99": true, "dm_6": false, "dm_685": false, "dm3": false} {
		if got := Codec.Claims(extension); got != want {
			t.Errorf("%s: %v", extension, got)
		}
	}
	if all := strings.Join(Codec.Extensions(), " "); !strings.Contains(all, "dm3 dm_43") ||
		!Codec.Wrapped("urtdemo") || Codec.Wrapped("dm_68") {
		t.Errorf("extensions %s, wrapped %v and %v", all, Codec.Wrapped("urtdemo"), Codec.Wrapped("dm_68"))
	}
}
