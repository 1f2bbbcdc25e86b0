// Package link is the part of a page's address behind the #: which moment of a demo is shown, and how.
//
//	clip.html#t=12.4&follow=reppie&speed=0.5&loop
//	fragscope/#demo=../matches/final.mvd&t=192.5
package link

import (
	"iter"
	"math"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Moment is what an address asks for.
type Moment struct {
	At     time.Duration
	HasAt  bool
	Follow string  // the player's name, or a part of it; empty for nobody in particular
	Speed  float64 // 0 where none is asked for
	Paused bool
	// Loop is set where a part is played again and again, from one time to another; all of the demo where To is 0.
	Loop     bool
	From, To time.Duration
	// Sample is set where the program's own sample is to be opened.
	Sample bool
	// Demo is the demo to open: an address, which may be relative to the page's; empty for none.
	Demo string
}

// furthest is the latest time that is taken.
const furthest = 1000 * time.Hour

// Parse reads an address, or the part of it from the # on. What cannot be understood is left out.
func Parse(address string) (m Moment) {
	_, text, _ := strings.Cut(address, "#")
	for key, value := range pairs(text) {
		switch key {
		case "demo":
			m.Demo = value
		case "t":
			m.At, m.HasAt = seconds(value)
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
			m.From, _ = seconds(from)
			if m.To, _ = seconds(to); m.To <= m.From {
				m.From, m.To = 0, 0
			}
		}
	}
	return m
}

// Demos returns the demos that the query of an address lists, each as "demo=ADDRESS".
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

// pairs are the names and values of a query, or of what is behind the #.
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

func seconds(text string) (time.Duration, bool) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v >= 0) || v > furthest.Seconds() {
		return 0, false
	}
	return time.Duration(math.Round(v*1000)) * time.Millisecond, true
}

// String is the moment as an address has it, with the #.
func (m Moment) String() string {
	var fields []string
	add := func(on bool, field string) {
		if on {
			fields = append(fields, field)
		}
	}
	add(m.Sample, "sample")
	add(m.Demo != "", "demo="+strings.ReplaceAll(url.QueryEscape(m.Demo), "%2F", "/")) // a path stays readable
	add(m.HasAt, "t="+number(m.At.Seconds()))
	add(m.Follow != "", "follow="+url.QueryEscape(m.Follow))
	add(m.Speed > 0 && m.Speed != 1, "speed="+number(m.Speed))
	add(m.Paused, "paused")
	switch {
	case m.Loop && m.To > 0:
		add(true, "loop="+number(m.From.Seconds())+","+number(m.To.Seconds()))
	case m.Loop:
		add(true, "loop")
	}
	return "#" + strings.Join(fields, "&")
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
