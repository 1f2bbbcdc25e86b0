package report

import "testing"

func TestEveryFieldIsInATable(t *testing.T) {
	for f := range FieldCount {
		if len(topics[f]) == 0 {
			t.Errorf("%s has no topic: no table of the window lists it", f.Info().Key)
		}
	}
}
