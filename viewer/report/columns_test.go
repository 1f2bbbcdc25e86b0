package report

import (
	"strings"
	"testing"

	"fragscope/viewer/draw"
	"fragscope/viewer/panel"
)

func pen() *panel.Pen {
	theme := draw.Dark()
	return &panel.Pen{Theme: &theme, Type: draw.New(), MouseX: -1, MouseY: -1}
}

// table returns columns and a row with a long name in the second column and long words in the last one.
func table() ([]panel.Column, []panel.TableRow) {
	return []panel.Column{
			{Width: 140, Words: true}, {Title: "By", Width: 60, Left: true, Words: true}, {Title: "Away", Width: 44},
			{Title: "Why", Width: 100, Left: true, Words: true, Wrap: true},
		}, []panel.TableRow{{Cells: []panel.Cell{{Text: "MH"}, {Text: "territory.Nightjar"}, {Text: "1014"},
			{Text: strings.Repeat("words ", 20)}}}}
}

// TestFitColumns checks that no column is wider than it needs while another one is cut, that numbers are never cut, and
// that words that do not fit take two lines.
func TestFitColumns(t *testing.T) {
	p := pen()
	for _, test := range []struct {
		width float32
		lines int
		whole []int // columns that are not cut
	}{
		{2000, 1, []int{0, 1, 2, 3}},
		{500, 2, []int{0, 1, 2}},
		{230, 2, []int{0, 2}},
	} {
		columns, rows := table()
		fitted, lines := fitColumns(p, columns, rows, test.width)
		var sum float32
		for _, c := range fitted {
			sum += c.Width
		}
		if lines != test.lines || len(fitted) != 4 || sum > test.width+0.1 {
			t.Errorf("in %v, %d columns take %v, with %d lines", test.width, len(fitted), sum, lines)
			continue
		}
		for _, i := range test.whole {
			if need := widthOf(p, columns, rows, i).need; fitted[i].Width < need-0.1 {
				t.Errorf("in %v, column %d has %v and needs %v", test.width, i, fitted[i].Width, need)
			}
		}
	}
}

// TestTooManyNumbers checks that columns of numbers are left out at the end rather than cut.
func TestTooManyNumbers(t *testing.T) {
	columns := []panel.Column{{Width: 150, Words: true}}
	row := panel.TableRow{Cells: []panel.Cell{{Text: "Nightjar"}}}
	for range 20 {
		columns = append(columns, panel.Column{Title: "territory.Nightjar", Width: 76})
		row.Cells = append(row.Cells, panel.Cell{Text: "24"})
	}
	fitted, _ := fitColumns(pen(), columns, []panel.TableRow{row}, 700)
	if n := len(fitted); n < 9 || n > 11 || fitted[n-1].Width < readable*76 {
		t.Errorf("%d columns, the last %v wide", n, fitted[n-1].Width)
	}
}

// TestFewNumbers checks that a table of few columns takes the width of the panel, evenly.
func TestFewNumbers(t *testing.T) {
	columns := []panel.Column{{Width: 150, Words: true}}
	row := panel.TableRow{Cells: []panel.Cell{{Text: "Nightjar"}}}
	for range 9 {
		columns = append(columns, panel.Column{Title: "Net", Width: 50})
		row.Cells = append(row.Cells, panel.Cell{Text: "24"})
	}
	fitted, _ := fitColumns(pen(), columns, []panel.TableRow{row}, 1140)
	sum := float32(0)
	for _, c := range fitted {
		sum += c.Width
	}
	if sum < 1080 || sum > 1140.1 || fitted[1].Width != fitted[9].Width {
		t.Errorf("of 1140, %v are taken: %v", sum, fitted)
	}
}

// TestKnown checks that columns without any value are left out.
func TestKnown(t *testing.T) {
	columns := []panel.Column{{}, {Title: "Killer had"}, {Title: "Lost"}, {Title: "Late"}}
	rows := []panel.TableRow{{Cells: []panel.Cell{{}, {Text: "?"}, {Text: "?"}, {Text: ""}}},
		{Cells: []panel.Cell{{}, {Text: "?"}, {Text: "77/0"}, {Text: "–"}}}}
	columns, rows = known(columns, rows)
	if len(columns) != 2 || columns[1].Title != "Lost" || len(rows[0].Cells) != 2 || rows[1].Cells[1].Text != "77/0" {
		t.Errorf("%v %v", columns, rows)
	}
}

// TestExplain checks that the note below a table is about what the table has.
func TestExplain(t *testing.T) {
	do := panel.Command{Verb: panel.VerbEvent}
	for _, test := range []struct {
		cells []panel.Cell
		do    panel.Command
		want  []string
	}{
		{[]panel.Cell{{Text: "0:12"}, {Text: "a death"}}, do, []string{msgRow}},
		{[]panel.Cell{{}, {Text: "3", Faint: true}, {Text: "4", Ask: "kind:frag"}}, panel.Command{},
			[]string{msgFaint, msgClick}},
		{[]panel.Cell{{}, {Text: "0", Faint: true, Ask: "kind:frag"}}, panel.Command{}, []string{msgCounted}},
	} {
		got := explain([]panel.TableRow{{Cells: test.cells, Do: test.do}})
		if want := strings.Join(test.want, " "); got != want {
			t.Errorf("%v: %q, want %q", test.cells, got, want)
		}
	}
}
