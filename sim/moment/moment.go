// Package moment defines the notation for moments in a demo. It is used everywhere: in the window, on the command line,
// in queries, file names, links and lists.
//
// If a demo has a match, its moments are times on the match clock, which are negative before the match begins. If a
// demo has several levels, matches or rounds, their numbers precede the time: "R7/0:01.000" is one second into the
// seventh round, and "L2/M1/3:12.437" is a moment in the first match of the second level. In a demo without a match,
// moments are the demo's own times. Bare seconds, as in "192.5", are always the demo's own time.
//
// On screen, moments are shown to a tenth of a second. Elsewhere they are written to the millisecond, so they can be
// read back exactly. In file names "3:12.437" becomes "3m12.437s", and "R7/" becomes "R7-".
package moment

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Moment is a moment in a demo, as expressed in this package's notation. Converting it to a demo time requires the
// demo's [Clock].
type Moment struct {
	// Level, Match and Round are the numbers of the part that Time refers to, counted from 1. A number that is omitted
	// is 0, and stands for the first.
	Level, Match, Round int
	// Time is the time on the match clock, or the time since the start of the round or level. It is in whole
	// milliseconds and may be negative.
	Time time.Duration
	// Own is set if Time is the demo's own time, counted from its start.
	Own bool
}

// At returns a moment for the given demo time, expressed in bare seconds.
func At(own time.Duration) Moment { return Moment{Time: own.Truncate(time.Millisecond), Own: true} }

// String formats the moment exactly: "3:12.437", "-0:11.000", "R7/0:01.000", or "192.5" for a demo time.
func (m Moment) String() string {
	if m.Own {
		return strconv.FormatFloat(m.Time.Seconds(), 'f', -1, 64)
	}
	return m.prefix("/") + minutes(m.Time, time.Millisecond)
}

// Short formats the moment to a tenth of a second, for display: "3:12.4", "-0:11.0", "R7/0:01.0".
func (m Moment) Short() string { return m.prefix("/") + minutes(m.Time, 100*time.Millisecond) }

// Brief formats the moment to the second, for narrow lists: "3:12", "R7/0:01".
func (m Moment) Brief() string { return m.prefix("/") + minutes(m.Time, time.Second) }

// MarshalText implements encoding.TextMarshaler, using String.
func (m Moment) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler, using [Parse].
func (m *Moment) UnmarshalText(text []byte) (err error) {
	*m, err = Parse(string(text))
	return err
}

// FileName formats the moment for use in a file name: "3m12.437s", "R7-0m01.000s", or "192.500s" for a demo time.
func (m Moment) FileName() string {
	if m.Own {
		return fmt.Sprintf("%d.%03ds", m.Time/time.Second, m.Time/time.Millisecond%1000)
	}
	sign, ms := signed(m.Time, time.Millisecond)
	text := m.prefix("-") + sign
	if ms >= 3600000 {
		text += fmt.Sprintf("%dh%02dm", ms/3600000, ms/60000%60)
	} else {
		text += fmt.Sprintf("%dm", ms/60000)
	}
	return text + fmt.Sprintf("%02d.%03ds", ms/1000%60, ms%1000)
}

func (m Moment) prefix(separator string) (s string) {
	for _, part := range [...]struct {
		letter string
		n      int
	}{{"L", m.Level}, {"M", m.Match}, {"R", m.Round}} {
		if part.n > 0 && !m.Own {
			s += part.letter + strconv.Itoa(part.n) + separator
		}
	}
	return s
}

// Length formats a duration in whole seconds: "3:12", "1:03:12".
func Length(d time.Duration) string { return minutes(d, time.Second) }

// signed splits a time into its sign and its milliseconds, truncated to a multiple of step.
func signed(t, step time.Duration) (sign string, ms int64) {
	if t <= -step {
		sign = "-"
	}
	return sign, t.Abs().Truncate(step).Milliseconds()
}

// minutes formats a time in minutes, and hours if there are any, to a step of a second, a tenth or a thousandth.
func minutes(t, step time.Duration) string {
	sign, ms := signed(t, step)
	text := fmt.Sprintf("%s%d:%02d", sign, ms/60000, ms/1000%60)
	if ms >= 3600000 {
		text = fmt.Sprintf("%s%d:%02d:%02d", sign, ms/3600000, ms/60000%60, ms/1000%60)
	}
	switch step {
	case time.Millisecond:
		text += fmt.Sprintf(".%03d", ms%1000)
	case 100 * time.Millisecond:
		text += fmt.Sprintf(".%d", ms/100%10)
	}
	return text
}

// Parse parses a moment in any of its forms: "3:12.437", "1:03:12", "-0:11", "R7/0:01", "R7-0m01.000s", "192.5".
func Parse(text string) (m Moment, err error) {
	wrong := fmt.Errorf("%q is not a time: write 3:12.437, R7/0:01 or 192.5", text)
	rest := text
	for _, n := range [...]*int{&m.Level, &m.Match, &m.Round} {
		letter := map[*int]string{&m.Level: "L", &m.Match: "M", &m.Round: "R"}[n]
		if rest, err = cutNumber(rest, letter, n); err != nil {
			return Moment{}, wrong
		}
	}
	body, below := strings.CutPrefix(rest, "-")
	seconds, own, ok := parseBody(body)
	if own = own && m == (Moment{}); !ok || own && below {
		return Moment{}, wrong
	}
	m.Own, m.Time = own, time.Duration(math.Round(seconds*1000))*time.Millisecond
	if below {
		m.Time = -m.Time
	}
	return m, nil
}

// cutNumber cuts "L2/" or "L2-" off the front of a text, ignoring case.
func cutNumber(text, letter string, n *int) (rest string, err error) {
	if len(text) == 0 || !strings.EqualFold(text[:1], letter) {
		return text, nil
	}
	i := strings.IndexAny(text, "/-")
	if i < 0 {
		return "", strconv.ErrSyntax
	}
	v, err := strconv.ParseUint(text[1:i], 10, 16)
	if err == nil && v == 0 {
		err = strconv.ErrRange
	}
	*n = int(v)
	return text[i+1:], err
}

// parseBody parses a time without sign and numbers. own is set for bare seconds.
func parseBody(text string) (seconds float64, own, ok bool) {
	separators := ":"
	if named, ends := strings.CutSuffix(text, "s"); ends && strings.Count(named, "h") <= strings.Count(named, "m") {
		text, separators = named, "hm"
	}
	parts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(separators, r) })
	if len(parts) == 0 || len(parts) > 3 || strings.Count(text, ":")+strings.Count(text, "h")+strings.Count(text,
		"m") != len(parts)-1 {
		return 0, false, false
	}
	for _, part := range parts {
		if part[0] != '.' && (part[0] < '0' || part[0] > '9') || strings.ContainsAny(part, "xXpPeE_") {
			return 0, false, false
		}
		v, err := strconv.ParseFloat(part, 64)
		if err != nil || !(v >= 0 && v <= 1e6) { // rejects NaN, too
			return 0, false, false
		}
		seconds = seconds*60 + v
	}
	return seconds, len(parts) == 1, seconds <= 1e9
}
