package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// Of each kill of the sample, whose map is built in, events --json --sight tells what the victim could know;
// without it nothing is told.
func TestEventsTellSight(t *testing.T) {
	for _, told := range []bool{true, false} {
		args := []string{"events", "sample:", "--json"}
		if told {
			args = append(args, "--sight")
		}
		var out, errs bytes.Buffer
		if code := run(args, &out, &errs); code != 0 {
			t.Fatalf("exit status %d: %s", code, errs.String())
		}
		kills, seen, unseen := 0, 0, 0
		for line := range strings.Lines(out.String()) {
			var e eventJSON
			if err := json.Unmarshal([]byte(line), &e); err != nil {
				t.Fatal(err)
			}
			if (e.Sight != nil) && !told {
				t.Fatalf("nobody asked for %s", line)
			}
			if e.Sight == nil {
				continue
			}
			kills++
			switch s := e.Sight; {
			case s.InViewMS > s.InSightMS, s.InSightMS > 3000, s.LeadMS > 3000, s.InViewMS > 0 != (s.LeadMS > 0):
				t.Errorf("this cannot be: %s", line)
			case s.InViewMS > 0:
				seen++
			default:
				unseen++
			}
		}
		if told && (kills < 10 || seen == 0 || unseen == 0) {
			t.Errorf("of %d kills %d could be seen coming, %d not", kills, seen, unseen)
		}
	}
}
