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

// DemoID returns a demo's id, derived from the checksum of its content and the extension that determines how it is
// read.
func DemoID(checksum [sha256.Size]byte, extension string) string {
	return hash(hex.EncodeToString(checksum[:]), extension)
}

// defaults are names that games give players who choose none.
var defaults = regexp.MustCompile(
	`^(unnamed ?player|unnamed|player|etplayer|wolfplayer|noname|newbie|anonymous)?( ?\(?\d*\)?)?$`)

// Identity identifies a player across demos. It returns his id, the basis of the id (name or a kind of account), and
// its certainty.
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

// CleanName returns a name in lower case, with each run of spaces replaced by a single one.
func CleanName(name string) string { return strings.Join(strings.Fields(strings.ToLower(name)), " ") }

// zones are the offsets from UTC, in hours, of the zones that servers name.
var zones = map[string]int{
	"UTC": 0, "GMT": 0, "WET": 0, "WEST": 1, "BST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3, "MSK": 3, "EST": -5,
	"EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7, "BRT": -3, "BRST": -2, "AEST": 10,
	"AEDT": 11, "JST": 9,
}

// Date is a date and its source.
type Date struct {
	// Text is the date in UTC, "2006-01-02T15:04:05Z", without seconds or the time of day if those are unknown, or
	// empty if there is none.
	Text   string
	Source string // told, told_local, name, file
	at     time.Time
}

// The forms of dates.
const (
	seconds = "2006-01-02T15:04:05Z"
	minutes = "2006-01-02T15:04Z"
)

// DateOf returns the date of a demo: the one sent by the game, otherwise the one in its file name, otherwise the file's
// modification time, unless that is zero.
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
// 2015_02_05-19_55_34 or 20240616-1719. Two-digit years are not accepted, as 310720 can be read in two ways.
var nameDate = regexp.MustCompile(`(?:^|\D)(20\d\d)([-_]?)(\d\d)([-_]?)(\d\d)(?:[-_T ](\d\d)[-_:.]?(\d\d))?(?:\D|$)`)

// DateInName returns the date in a file name as "2006-01-02 15:04" or "2006-01-02", or "" if there is none.
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
