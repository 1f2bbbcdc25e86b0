package notes

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"fragscope/viewer/settings"
)

var sound = Document{Version: 1, Demo: "a.mvd", Drawings: []Drawing{
	{Kind: Line, Map: "dm3", Storey: 2, From: 1e9, To: 6e9, Points: [][2]float64{{1, 2}, {3, -4.5}}},
	{Kind: Text, Map: "dm3", From: 0, To: 0, Points: [][2]float64{{0, 0}}, Text: "hold RA"},
}, Bookmarks: []settings.Mark{{At: 2e9, Note: "look"}}}

func TestRoundTrip(t *testing.T) {
	data, err := sound.format()
	if err != nil {
		t.Fatal(err)
	}
	got, err := Parse(data)
	if err != nil || !reflect.DeepEqual(got, sound) {
		t.Errorf("%v, %+v", err, got)
	}
}

// TestRefusedDocuments checks that an invalid document is rejected with the reason.
func TestRefusedDocuments(t *testing.T) {
	with := func(change func(*Document)) string {
		var d Document
		data, _ := sound.format()
		if err := json.Unmarshal(data, &d); err != nil {
			t.Fatal(err)
		}
		change(&d)
		out, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	for what, text := range map[string]string{
		"nothing":      "",
		"a list":       "[]",
		"other JSON":   `{"a": 1}`,
		"deep":         strings.Repeat("[", 1<<19),
		"large":        `{"fragscope_notes": 1, "demo": "` + strings.Repeat("a", bytesMost) + `"}`,
		"a version":    with(func(d *Document) { d.Version = 2 }),
		"a kind":       with(func(d *Document) { d.Drawings[0].Kind = Kind(strings.Repeat("x", 1000)) }),
		"few points":   with(func(d *Document) { d.Drawings[0].Points = d.Drawings[0].Points[:1] }),
		"many points":  with(func(d *Document) { d.Drawings[0].Points = make([][2]float64, pointsMost+1) }),
		"far":          with(func(d *Document) { d.Drawings[0].Points[1][0] = 1e18 }),
		"backwards":    with(func(d *Document) { d.Drawings[0].To = 0 }),
		"long":         with(func(d *Document) { d.Drawings[0].To = settings.Millis(longest + 1e6) }),
		"a storey":     with(func(d *Document) { d.Drawings[0].Storey = -1 }),
		"no text":      with(func(d *Document) { d.Drawings[1].Text = "" }),
		"long text":    with(func(d *Document) { d.Drawings[1].Text = strings.Repeat("é", textMost+1) }),
		"control text": with(func(d *Document) { d.Drawings[1].Text = "a\x1b[2J" }),
		"bidi text":    with(func(d *Document) { d.Drawings[1].Text = "a\u202eb" }),
		"drawings":     with(func(d *Document) { d.Drawings = make([]Drawing, drawingsMost+1) }),
		"a note":       with(func(d *Document) { d.Bookmarks[0].Note = strings.Repeat("x", textMost+1) }),
		"a mark":       with(func(d *Document) { d.Bookmarks[0].At = -1e9 }),
		"all points": with(func(d *Document) {
			g := d.Drawings[0]
			g.Points = make([][2]float64, pointsMost)
			for d.Drawings = nil; len(d.Drawings) <= pointsAll/pointsMost; {
				d.Drawings = append(d.Drawings, g)
			}
		}),
	} {
		if _, err := Parse([]byte(text)); err == nil || len(err.Error()) > 300 {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	data, _ := sound.format()
	f.Add(data)
	f.Add([]byte(`{"fragscope_notes": 1, "drawings": [{"kind": "circle", "points": [[0, 0], [-0, 1e400]]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Parse(data)
		if err != nil {
			return
		}
		out, err := d.format()
		if err != nil {
			t.Fatal(err)
		}
		if again, err := Parse(out); err != nil || len(again.Drawings) != len(d.Drawings) {
			t.Errorf("what was read cannot be read again: %v", err)
		}
	})
}
