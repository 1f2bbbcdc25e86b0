package quake3

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// TestGrowingDamaged holds that a damaged demo that comes in pieces is read as one that is there in full.
func TestGrowingDamaged(t *testing.T) {
	rnd := rand.New(rand.NewPCG(11, 12))
	for _, p := range protocols {
		data := longDemo(p, 6000)
		data = slices.Delete(data, 20000, 20300)
		for range 10 {
			data[100+rnd.IntN(len(data)-200)] ^= byte(1 + rnd.IntN(255))
		}
		read := func(d *Decoder) (messages []string) {
			note := HandlerFunc(func(m Message) { messages = append(messages, fmt.Sprint(Name(m), d.Time())) })
			for d.Next(note) != io.EOF {
			}
			return messages
		}
		whole := NewDecoder(bytes.Clone(data), Options{Protocol: p})
		growing := NewDecoder(nil, Options{Protocol: p, More: func(have int) ([]byte, bool) {
			n := min(have+1+rnd.IntN(3000), len(data))
			return data[:n:n], n == len(data)
		}})
		if a, b := read(whole), read(growing); !slices.Equal(a, b) ||
			!reflect.DeepEqual(whole.Damage(), growing.Damage()) {
			t.Errorf("protocol %d: %d messages and %v, whole %d and %v", p.Number, len(b), growing.Damage(), len(a),
				whole.Damage())
		}
		if n := len(whole.Damage()); n < 3 {
			t.Errorf("protocol %d: %d damaged places", p.Number, n)
		}
	}
}
