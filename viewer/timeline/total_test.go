package timeline

import "testing"

func TestTotalNamesBothSides(t *testing.T) {
	for _, test := range []struct {
		share map[string]int
		want  string
	}{
		{map[string]int{"]sr[": 2, "red": 2}, "]sr[ 2 : 2 red"},
		{map[string]int{"blue": 10, "red": 13}, "red 13 : 10 blue"},
		{map[string]int{"red": 3}, "red 3"},
		{map[string]int{"a": 1, "b": 1, "c": 1}, ""},
	} {
		if got := total(test.share); got != test.want {
			t.Errorf("%v: %q, want %q", test.share, got, test.want)
		}
	}
}
