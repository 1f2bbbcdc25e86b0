package main

import (
	"encoding/json"
	"html"
	"strings"
	"testing"
)

// Every form of a report lists the turning points of the match.
func TestReportsListTurningPoints(t *testing.T) {
	text, _ := answer(t, 0, "report", "sample:", "--json")
	var r struct {
		Turns []struct{ Text string } `json:"turning_points"`
	}
	if err := json.Unmarshal([]byte(text), &r); err != nil || len(r.Turns) == 0 {
		t.Fatalf("%d turning points (%v)", len(r.Turns), err)
	}
	plain, _ := answer(t, 0, "report", "sample:")
	page, _ := answer(t, 0, "report", "sample:", "--html")
	for _, p := range r.Turns {
		if !strings.Contains(plain, p.Text) {
			t.Errorf("the text lacks %q", p.Text)
		}
		want := 1 + strings.Count(page, "<h3>Advantage") // in the list, and on the curve if there is one
		if n := strings.Count(page, html.EscapeString(p.Text)); n != want {
			t.Errorf("the page has %q %d times, want %d", p.Text, n, want)
		}
	}
}
