package ledger

import (
	"slices"
	"testing"
)

// TestEach has the ways in which a line lists names.
func TestEach(t *testing.T) {
	for names, want := range map[string][]string{
		"":                              {},
		"print":                         {"print"},
		"print sound.Entity  nop":       {"print", "sound.Entity", "nop"},
		"effect: laser_sparks splash":   {"effect laser_sparks", "effect splash"},
		"effect laser_sparks; event 5":  {"effect laser_sparks", "event 5"},
		"effect: a b; print":            {"effect: a b", "print"}, // a kind is only for a line without semicolons
		"stat flag_pic;\n\tstat health": {"stat flag_pic", "stat health"},
	} {
		if got := (&Line{Names: names}).Each(); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", names, got, want)
		}
	}
}

// TestCovers holds which names a line covers: its own and, with an asterisk, all that begin alike.
func TestCovers(t *testing.T) {
	for _, c := range []struct {
		names, name string
		want        bool
	}{
		{"print sound", "sound", true}, {"print sound", "soun", false}, {"print sound", "sound.Entity", false},
		{"fog.*", "fog.Density", true}, {"fog.*", "fog", false}, {"fog.*", "simple_fog.Density", false},
		{"temp: spike blood", "temp blood", true}, {"temp: spike blood", "blood", false},
		{"temp spike; temp blood", "temp blood", true}, {"", "", false},
	} {
		if got := (&Line{Names: c.names}).Covers(c.name); got != c.want {
			t.Errorf("%q covers %q: %v", c.names, c.name, got)
		}
	}
}

// TestFates holds that every name of a document has the fate of its line, and how many have each.
func TestFates(t *testing.T) {
	for _, d := range Documents() {
		var counts [fates]int
		for _, l := range d.Lines {
			for _, name := range l.Each() {
				counts[l.Fate]++
				got, ok := FateOf(d.Formats[0], name)
				if first := firstOf(d.Formats[0], name); !ok || got != first.Fate {
					t.Errorf("%s: the fate of %s is %v, %v, want %v", d.Title, name, got, ok, first.Fate)
				}
			}
		}
		if got := d.Count(); got != counts || counts[Drawn] == 0 || counts[Said] == 0 || counts[Refused] == 0 {
			t.Errorf("%s: counted %v, want %v", d.Title, got, counts)
		}
	}
	for format, name := range map[string]string{"dem": "no_such_message", "no format": "print"} {
		if f, ok := FateOf(format, name); ok {
			t.Errorf("%s of %s is %v", name, format, f)
		}
	}
	for f, want := range map[Fate]string{Drawn: "drawn", Said: "said", Refused: "refused"} {
		if f.String() != want {
			t.Errorf("fate %d is %v, want %s", f, f, want)
		}
	}
}

// firstOf returns the first line that lists a name for a format.
func firstOf(format, name string) (none Line) {
	for _, d := range documents {
		for _, l := range d.Lines {
			if slices.Contains(d.Formats, format) && l.Covers(name) {
				return l
			}
		}
	}
	return none
}
