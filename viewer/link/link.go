// Package link reads and writes addresses that open a page at a given moment of a demo. The moment, and how to show it,
// are encoded in the fragment, the part of the address after the #. Moments are written as in package
// [fragscope/sim/moment].
//
//	clip.html#t=3:12.437&follow=reppie&speed=0.5&loop
//	fragscope/#demo=../matches/final.mvd&t=192.5
package link

import (
	"iter"
	"net/url"
	"strconv"
	"strings"
	"time"

	"fragscope/sim/moment"
)

// Moment describes what an address requests: a demo, a moment and how to show them.
type Moment struct {
	At     *moment.Moment // nil if not given
	Follow string         // the player's name, or a part of it; empty for nobody in particular
	Speed  float64        // 0 if not given
	Paused bool
	// Loop is set to repeat the section between From and To, or the whole demo if both are nil.
	Loop     bool
	From, To *moment.Moment
	// Sample is set to open the built-in sample.
	Sample bool
	// Demo is the address of the demo to open, which may be relative to the page's, or "" if there is none.
	Demo string
}

// furthest is the latest time that an address can specify.
const furthest = 1000 * time.Hour

// Parse parses an address, or just a fragment that begins with #. It ignores anything it does not recognise.
func Parse(address string) (m Moment) {
	_, text, _ := strings.Cut(address, "#")
	for key, value := range pairs(text) {
		switch key {
		case "demo":
			m.Demo = value
		case "t":
			m.At = read(value)
		case "follow":
			m.Follow = value
		case "speed":
			if v, err := strconv.ParseFloat(value, 64); err == nil && v > 0 && v <= 64 {
				m.Speed = v
			}
		case "paused":
			m.Paused = true
		case "sample":
			m.Sample = true
		case "loop":
			from, to, _ := strings.Cut(value, ",")
			m.Loop = true
			if m.From, m.To = read(from), read(to); m.From == nil || m.To == nil ||
				m.From.Own && m.To.Own && m.To.Time <= m.From.Time {
				m.From, m.To = nil, nil
			}
		}
	}
	return m
}

// Demos returns the demos listed in the query string of an address, as in "?demo=ADDRESS&demo=ADDRESS".
func Demos(address string) (list []string) {
	address, _, _ = strings.Cut(address, "#")
	_, query, _ := strings.Cut(address, "?")
	for key, value := range pairs(query) {
		if key == "demo" && value != "" {
			list = append(list, value)
		}
	}
	return list
}

// pairs yields the names and values of a query, or of what follows the #.
func pairs(text string) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for field := range strings.SplitSeq(text, "&") {
			key, value, _ := strings.Cut(field, "=")
			if v, err := url.QueryUnescape(value); err == nil {
				value = v
			}
			if !yield(key, value) {
				return
			}
		}
	}
}

// read parses a moment. It returns nil if the text is not one.
func read(text string) *moment.Moment {
	m, err := moment.Parse(text)
	if err != nil || m.Time > furthest {
		return nil
	}
	return &m
}

// String returns m as the fragment of an address, beginning with #.
func (m Moment) String() string {
	var fields []string
	add := func(on bool, field string) {
		if on {
			fields = append(fields, field)
		}
	}
	add(m.Sample, "sample")
	add(m.Demo != "", "demo="+strings.ReplaceAll(url.QueryEscape(m.Demo), "%2F", "/")) // keeps paths readable
	if m.At != nil {
		add(true, "t="+m.At.String())
	}
	add(m.Follow != "", "follow="+url.QueryEscape(m.Follow))
	add(m.Speed > 0 && m.Speed != 1, "speed="+number(m.Speed))
	add(m.Paused, "paused")
	switch {
	case m.Loop && m.From != nil && m.To != nil:
		add(true, "loop="+m.From.String()+","+m.To.String())
	case m.Loop:
		add(true, "loop")
	}
	return "#" + strings.Join(fields, "&")
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
