package damage

import (
	"reflect"
	"testing"
)

func TestLog(t *testing.T) {
	var l Log
	l.Lost(1) // nothing to note it at
	l.Add(Damage{Offset: 10, What: "a", Skipped: 5})
	l.Add(Damage{Offset: 15, What: "b", Skipped: 7}) // goes on
	l.Add(Damage{Offset: 30, What: "c", Skipped: 1})
	l.Add(Damage{Offset: 31, What: "d"}) // passes over nothing: of its own
	l.Lost(5)
	want := []Damage{{Offset: 10, What: "a", Skipped: 12}, {Offset: 30, What: "c", Skipped: 1},
		{Offset: 31, What: "d", Lost: 5}}
	if got := l.All(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestLogIsBounded(t *testing.T) {
	var l Log
	for i := range 10 * most {
		l.Add(Damage{Offset: int64(10 * i), What: "a", Skipped: 1})
	}
	got := l.All()
	if n := len(got); n != most+1 || got[most].Skipped != 9*most || got[most].Offset != 10*most ||
		got[most].What == "a" {
		t.Errorf("%d entries, the last %+v", n, got[len(got)-1])
	}
}
