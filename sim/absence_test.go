package sim

import (
	"testing"
	"time"
)

// TestLate checks how long an item had been available, without the timeouts in that time.
func TestLate(t *testing.T) {
	at := func(n int, kind EventKind) Event { return Event{Time: time.Duration(n) * time.Second, Kind: kind} }
	for what, test := range map[string]struct {
		events []Event
		want   time.Duration
	}{
		"no timeout":   {nil, 20 * time.Second},
		"other events": {[]Event{at(15, EventObituary)}, 20 * time.Second},
		"a timeout":    {[]Event{at(12, EventTimeout), at(15, EventTimein)}, 17 * time.Second},
		"two, one repeated": {[]Event{at(12, EventTimeout), at(13, EventTimeout), at(15, EventTimein),
			at(20, EventTimeout), at(21, EventTimein)}, 16 * time.Second},
		"before it respawned":         {[]Event{at(1, EventTimeout), at(5, EventTimein)}, 20 * time.Second},
		"while it respawned":          {[]Event{at(5, EventTimeout), at(14, EventTimein)}, 16 * time.Second},
		"while it was taken":          {[]Event{at(28, EventTimeout), at(40, EventTimein)}, 18 * time.Second},
		"to the end of the recording": {[]Event{at(28, EventTimeout)}, 18 * time.Second},
		"all the time":                {[]Event{at(5, EventTimeout), at(40, EventTimein)}, 0},
		"after it was taken":          {[]Event{at(31, EventTimeout), at(40, EventTimein)}, 20 * time.Second},
		"an end without a timeout":    {[]Event{at(15, EventTimein)}, 20 * time.Second},
	} {
		a := ItemAbsence{Since: 10 * time.Second, Taken: 30 * time.Second, SinceKnown: true}
		if late, ok := a.Late(test.events); late != test.want || !ok {
			t.Errorf("%s: %v late, %v; want %v", what, late, ok, test.want)
		}
	}
	if _, ok := (&ItemAbsence{Taken: time.Second}).Late(nil); ok {
		t.Error("an item that never respawned was taken late")
	}
}
