package moment

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"
)

const s = time.Second

func TestForms(t *testing.T) {
	for _, c := range []struct {
		m                           Moment
		written, shown, brief, file string
	}{
		{Moment{Time: 192437 * time.Millisecond}, "3:12.437", "3:12.4", "3:12", "3m12.437s"},
		{Moment{Time: -11 * s}, "-0:11.000", "-0:11.0", "-0:11", "-0m11.000s"},
		{Moment{Time: -40 * time.Millisecond}, "-0:00.040", "0:00.0", "0:00", "-0m00.040s"},
		{Moment{Round: 7, Time: s}, "R7/0:01.000", "R7/0:01.0", "R7/0:01", "R7-0m01.000s"},
		{Moment{Level: 2, Match: 1, Time: -s}, "L2/M1/-0:01.000", "L2/M1/-0:01.0", "L2/M1/-0:01", "L2-M1--0m01.000s"},
		{Moment{Time: 3723004 * time.Millisecond}, "1:02:03.004", "1:02:03.0", "1:02:03", "1h02m03.004s"},
		{At(192500 * time.Millisecond), "192.5", "3:12.5", "3:12", "192.500s"},
		{At(0), "0", "0:00.0", "0:00", "0.000s"},
	} {
		if c.m.String() != c.written || c.m.Short() != c.shown || c.m.Brief() != c.brief || c.m.FileName() != c.file {
			t.Errorf("%+v: %s %s %s %s", c.m, c.m, c.m.Short(), c.m.Brief(), c.m.FileName())
		}
		for _, text := range []string{c.written, c.file} {
			if got, err := Parse(text); got != c.m || err != nil {
				t.Errorf("%s is read as %+v, %v", text, got, err)
			}
		}
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]Moment{
		"3:12": {Time: 192 * s}, "r7/0:01": {Round: 7, Time: s}, "92.5": {Time: 92500 * time.Millisecond, Own: true},
		"1:02:03": {Time: 3723 * s}, "75:00": {Time: 4500 * s}, "L2/12.5": {Level: 2, Time: 12500 * time.Millisecond},
		"0:.5": {Time: 500 * time.Millisecond}, ".5s": {Time: 500 * time.Millisecond, Own: true},
		"l1-r3-1m00s": {Level: 1, Round: 3, Time: 60 * s},
	} {
		if got, err := Parse(text); got != want || err != nil {
			t.Errorf("%q is read as %+v, %v; want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{
		"", "-", ":", "3:", ":3", "1:2:3:4", "-5", "--0:11", "R/0:01", "R0/0:01", "R7", "R7/", "x", "0x10", "1e3",
		"NaN", "Inf", "1:NaN", "R99999/0:01", "M1/L2/0:01", "3m12", "+1:00", "1_0", "99999999999", "3::12",
		"1h2s", "3:12m1s",
	} {
		if m, err := Parse(text); err == nil {
			t.Errorf("%q is read as %+v", text, m)
		}
	}
}

// made is a clock with a timeout, a jump and several rounds.
func made() *Clock {
	return &Clock{Parts: []Part{
		{Match: 1, Marks: []Mark{{At: 10 * s}, {At: 40 * s, Time: 30 * s, Stands: true}, {At: 45 * s, Time: 30 * s},
			{At: 50 * s, Time: 40 * s}, {At: 60 * s, Time: 49500 * time.Millisecond}}},
		{Match: 2, Round: 1, From: 70 * s, Marks: []Mark{{At: 80 * s}}},
		{Match: 2, Round: 3, From: 90 * s, Marks: []Mark{{At: 91 * s}}},
	}}
}

func TestClock(t *testing.T) {
	c := made()
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	kept := new(Clock)
	if err := json.Unmarshal(text, kept); err != nil || !reflect.DeepEqual(kept, c) {
		t.Errorf("%s is read as %v, %v", text, kept, err)
	}
	own := 0
	for at := time.Duration(0); at < 120*s; at += 7 * time.Millisecond {
		m := c.Exact(at)
		if m.Own {
			own++
		}
		for _, text := range []string{m.String(), m.FileName()} {
			read, err := Parse(text)
			if back, err2 := c.Own(read); back != at || err != nil || err2 != nil {
				t.Fatalf("%v is written as %s and read as %v (%v, %v)", at, text, back, err, err2)
			}
		}
	}
	if own == 0 || own > 6*1000/7 { // the timeout, and half a second that there is twice
		t.Errorf("%d times have no moment of their own", own)
	}
	for text, want := range map[string]time.Duration{
		"0:05": 15 * s, "-0:05": 5 * s, "-1:00": 0, "0:30": 40 * s, "0:37": 50 * s, "M2/0:01": 81 * s,
		"R3/0:01": 92 * s, "M2/R1/1:00": 140 * s, "12": 12 * s,
	} {
		m, _ := Parse(text)
		if got, err := c.Own(m); got != want || err != nil {
			t.Errorf("%s is %v, %v; want %v", text, got, err, want)
		}
	}
	for _, m := range []Moment{{Round: 2}, {Match: 3}, {Level: 2}} {
		if at, err := c.Own(m); err == nil {
			t.Errorf("%v is %v", m, at)
		}
	}
	for _, bad := range []string{`{}`, `[[1]]`, `[[0,0,0,0,0,0,99999999999999]]`, `[[0,0,0,0,0,0,0,1]]`} {
		if json.Unmarshal([]byte(bad), new(Clock)) == nil {
			t.Errorf("%s is a clock", bad)
		}
	}
}

func TestClockOfNothing(t *testing.T) {
	c := new(Clock)
	if m := c.Exact(192437 * time.Millisecond); m.String() != "3:12.437" {
		t.Errorf("it is %v", m)
	}
	if at, err := c.Own(Moment{Level: 1, Time: s}); at != s || err != nil {
		t.Errorf("L1/0:01 is %v, %v", at, err)
	}
	if _, err := c.Own(Moment{Round: 2, Time: s}); err == nil {
		t.Error("there is a second round")
	}
}
