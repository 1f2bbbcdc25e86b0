package model

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"
	"time"

	"fragscope/sim"
)

// hash returns 16 hexadecimal digits made from parts.
func hash(parts ...any) string {
	sum := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(sum, "%v\n", p)
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// DemoID returns the id of a demo. checksum is the checksum of its content, and extension is its file name extension,
// which determines the format.
func DemoID(checksum [sha256.Size]byte, extension string) string {
	return hash(hex.EncodeToString(checksum[:]), extension)
}

// defaults matches the names that games assign to players who choose none.
var defaults = regexp.MustCompile(
	`^(unnamed ?player|unnamed|player|etplayer|wolfplayer|noname|newbie|anonymous)?( ?\(?\d*\)?)?$`)

// Identity returns an id that identifies a player across demos. rests is "name" or the kind of account from which the
// id is derived, and sure is how reliable the id is: "certain", "likely" or "no".
func Identity(p *sim.Profile) (id, rests, sure string) {
	if p == nil {
		return "", "", ""
	}
	if kind, _, ok := strings.Cut(p.Account, ":"); ok {
		return p.Account, kind, "certain"
	}
	name := CleanName(p.Name.Plain)
	if defaults.MatchString(name) {
		return "name:" + name, "name", "no"
	}
	return "name:" + name, "name", "likely"
}

// CleanName returns name in lower case, with leading and trailing spaces removed and each run of spaces within it
// replaced by a single space.
func CleanName(name string) string { return strings.Join(strings.Fields(strings.ToLower(name)), " ") }

// zones maps the names of time zones used by servers to their offsets from UTC, in hours.
var zones = map[string]int{
	"UTC": 0, "GMT": 0, "WET": 0, "WEST": 1, "BST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3, "MSK": 3, "EST": -5,
	"EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7, "BRT": -3, "BRST": -2, "AEST": 10,
	"AEDT": 11, "JST": 9,
}

// Date is a date, together with its source.
type Date struct {
	// Text is the date in UTC in the form "2006-01-02T15:04:05Z", without the seconds or the time of day if those are
	// unknown. It is empty if there is no date.
	Text   string
	Source string // told, told_local, name, file
	at     time.Time
}

// The forms of dates.
const (
	seconds = "2006-01-02T15:04:05Z"
	minutes = "2006-01-02T15:04Z"
)

// DateOf returns the date of a demo. told is the date sent by the game, base is the base name of the file, and changed
// is the file's modification time. DateOf uses the first of the three that yields a date.
func DateOf(told, base string, changed time.Time) Date {
	for _, form := range []struct{ in, out string }{{time.DateTime, seconds}, {"2006-01-02 15:04", minutes}} {
		if len(told) < len(form.in) {
			continue
		}
		t, err := time.Parse(form.in, told[:len(form.in)])
		if err != nil {
			continue
		}
		zone := strings.TrimSpace(told[len(form.in):])
		hours, known := zones[zone]
		if o, err := time.Parse("-0700", zone); err == nil {
			_, off := o.Zone()
			t, hours, known = t.Add(-time.Duration(off)*time.Second), 0, true
		}
		if source := "told"; known {
			t = t.Add(-time.Duration(hours) * time.Hour)
			return Date{t.Format(form.out), source, t}
		}
		return Date{t.Format(form.out), "told_local", t}
	}
	if name := DateInName(base); name != "" {
		if t, err := time.Parse("2006-01-02 15:04", name); err == nil {
			return Date{t.Format(minutes), "name", t}
		}
		return Date{name, "name", time.Time{}}
	}
	if changed.IsZero() {
		return Date{}
	}
	return Date{changed.UTC().Format(seconds), "file", time.Time{}}
}

// nameDate matches dates as written into names of demos by Quake Live, Quake III mods and QuakeWorld servers:
// 2015_02_05-19_55_34 or 20240616-1719. Two-digit years are not accepted, because 310720 can be read in two ways.
var nameDate = regexp.MustCompile(`(?:^|\D)(20\d\d)([-_]?)(\d\d)([-_]?)(\d\d)(?:[-_T ](\d\d)[-_:.]?(\d\d))?(?:\D|$)`)

// DateInName returns the date contained in a file name, or "" if there is none. The date is formatted as "2006-01-02
// 15:04" or "2006-01-02".
func DateInName(name string) string {
	m := nameDate.FindStringSubmatch(name)
	if m == nil || m[2] != m[4] {
		return ""
	}
	date := m[1] + "-" + m[3] + "-" + m[5]
	if _, err := time.Parse(time.DateOnly, date); err != nil {
		return ""
	}
	clock := " " + m[6] + ":" + m[7]
	if _, err := time.Parse(" 15:04", clock); err == nil {
		date += clock
	}
	return date
}
