//go:build !darwin && !js && !windows

package platform

import (
	"path/filepath"
	"testing"
)

// TestPatternsTakeCapitals checks that a demo is listed whether or not its name is in capitals.
func TestPatternsTakeCapitals(t *testing.T) {
	for _, test := range []struct {
		ext, name string
		want      bool
	}{
		{"dem", "A.DEM", true}, {"dem", "a.dem", true}, {"dem", "a.Dem", true}, {"dm_68", "X.DM_68", true},
		{"dm_68", "x.dm_67", false},
		{"dem", "dem", false}, {"*", "anything", true},
	} {
		if got, err := filepath.Match("*"+anyCase(test.ext), test.name); err != nil || got != test.want {
			t.Errorf("%s for %s: %v, %v", test.ext, test.name, got, err)
		}
	}
}

func TestTimeOfClick(t *testing.T) {
	for token, want := range map[string]uint32{"": 0, "pcmanfm-12-host-3_TIME4711": 4711, "x_TIMEsoon": 0,
		"no time": 0} {
		if got := clickTime(token); got != want {
			t.Errorf("%q: %d, want %d", token, got, want)
		}
	}
}
