// Package page renders reports as a single, self-contained web page with SVG charts.
package page

import (
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"fragscope/formats/base/count"
	"fragscope/formats/base/outlet"
	"fragscope/sim"
	"fragscope/sim/recording"
	"fragscope/sim/report"
)

//go:embed page.html
var text string

// pages is the template. html/template escapes text from demos according to context.
var pages = template.Must(template.New("page").Funcs(template.FuncMap{
	"clock": fmt.Sprint, "shown": outlet.Window, "number": number, "fields": fields, "matrix": matrix,
	"advantage": advantage, "timing": func(*report.Document, string) template.HTML { return "" },
	"heat": func(h *heat) template.HTML { return h.svg() }, "times": func(n int) string { return count.Of(n, "time") },
	"percent": func(n, of int) int { return 100 * n / max(of, 1) },
}).Parse(text))

// match holds the data of a match for the template.
type match struct {
	*report.Document
	Heat *heat
}

// Write writes a web page to w that presents docs. The reports in docs must be about rec.
func Write(w io.Writer, rec *recording.Recording, docs []*report.Document) error {
	var list []match
	for _, d := range docs {
		list = append(list, match{d, heatOf(rec, ms(d.StartMS), ms(d.EndMS))})
	}
	called := func(n int64) string { return rec.Clock().Moment(ms(n)).Short() }
	timing := func(d *report.Document, item string) template.HTML { return timing(d, item, called) }
	t, err := pages.Clone()
	if err != nil {
		return err
	}
	return t.Funcs(template.FuncMap{"clock": called, "timing": timing}).Execute(w, struct {
		Title   string
		Matches []match
	}{outlet.Window(rec.Header().Name), list})
}

func ms(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

func fields() (list []report.FieldInfo) {
	for f := range report.FieldCount {
		list = append(list, f.Info())
	}
	return list
}

// cell is a number with the class of its source.
type cell struct{ Text, Class, Title string }

func number(list map[string]report.NumberJSON, f report.FieldInfo) cell {
	n, ok := list[f.Key]
	if !ok {
		return cell{"–", "unknown", "The demo does not say."}
	}
	c := cell{fmt.Sprintf("%g", n.Value), n.Source, "Told by the game."}
	if n.Value >= 100 {
		c.Text = fmt.Sprintf("%.0f", n.Value)
	}
	if n.Source == report.Counted.String() {
		if n.Value >= 0 {
			c.Text = "+" + c.Text
		}
		c.Title = "Counted from the demo."
	}
	if n.Counted != nil {
		c.Title += fmt.Sprintf(" Counted: %g.", *n.Counted)
	}
	return c
}

// row is a row in the table of killers and victims.
type row struct {
	Name  string
	Cells []killCell
}

type killCell struct {
	Count int
	Share float64 // of the most, 0 to 1
	Title string
}

// matrix returns the table of killers and victims. Its last row is for the map and suicides.
func matrix(d *report.Document) (rows []row) {
	at := map[string]int{}
	for i, p := range d.Players {
		at[p.Name] = i
		rows = append(rows, row{Name: p.Name, Cells: make([]killCell, len(d.Players))})
	}
	rows = append(rows, row{Name: "nobody else", Cells: make([]killCell, len(d.Players))})
	most := 1
	for _, k := range d.Kills {
		r := len(rows) - 1
		if k.Killer != "" {
			r = at[k.Killer]
		}
		c := &rows[r].Cells[at[k.Victim]]
		c.Count += k.Count
		c.Title += fmt.Sprintf("%d %s ", k.Count, k.Weapon)
		most = max(most, c.Count)
	}
	for i := range rows {
		for k := range rows[i].Cells {
			rows[i].Cells[k].Share = float64(rows[i].Cells[k].Count) / float64(most)
		}
	}
	return rows
}

// The sizes of the charts.
const (
	chartWidth  = 1000
	chartHeight = 160
)

// chart writes an SVG image.
type chart struct{ strings.Builder }

// add appends formatted numbers. Text has to be escaped first.
func (c *chart) add(format string, args ...any) { fmt.Fprintf(c, format, args...) }

func escape(s string) string { return template.HTMLEscapeString(outlet.Window(s)) }

func (c *chart) html(width, height int) template.HTML {
	return template.HTML(fmt.Sprintf(`<svg viewBox="0 0 %d %d" role="img">%s</svg>`, width, height, c.String()))
}

// minutes draws a line for each minute.
func minutes(c *chart, d *report.Document, height int) (x func(int64) float64) {
	x = func(at int64) float64 {
		return float64(at-d.StartMS) / float64(max(d.EndMS-d.StartMS, 1)) * chartWidth
	}
	for at := d.StartMS; at < d.EndMS; at += 60_000 {
		c.add(`<path class="grid" d="M%.1f 0V%d"/>`, x(at), height)
	}
	return x
}

// advantage returns the chart of the first side's lead.
func advantage(d *report.Document) template.HTML {
	if d.Lead == nil || len(d.Lead.Rows) == 0 {
		return ""
	}
	c := new(chart)
	x := minutes(c, d, chartHeight)
	most := 1.0
	lead := make([]float64, len(d.Lead.Rows))
	for i, r := range d.Lead.Rows {
		lead[i] = float64(r[1] + r[2] + report.WeaponWorth*r[3] - r[4] - r[5] - report.WeaponWorth*r[6])
		most = max(most, math.Abs(lead[i]))
	}
	for k, class := range []string{"first", "second"} {
		sign := float64(1 - 2*k)
		c.add(`<path class="%s" d="M%.1f %d`, class, x(int64(d.Lead.Rows[0][0])), chartHeight/2)
		for i, r := range d.Lead.Rows {
			c.add("L%.1f %.1f", x(int64(r[0])), chartHeight/2-sign*max(sign*lead[i], 0)/most*(chartHeight/2-4))
		}
		c.add(`L%.1f %dZ"/>`, x(int64(d.Lead.Rows[len(lead)-1][0])), chartHeight/2)
	}
	c.add(
		`<path class="axis" d="M0 %dH%d"/><text x="4" y="14">%s ahead, by %.0f at most</text><text x="4" y="%d">%s ahead</text>`,
		chartHeight/2, chartWidth, escape(d.Lead.Sides[0]), most, chartHeight-6, escape(d.Lead.Sides[1]))
	for _, t := range d.Turns {
		at := x(t.AtMS)
		c.add(`<path class="turn" d="M%.1f 16V%d"/><text class="star" x="%.1f" y="13">★<title>%s</title></text>`, at,
			chartHeight, at, escape(t.Text))
	}
	return c.html(chartWidth, chartHeight)
}

// timing returns the chart for one kind of item: a dot in the side's colour for each pickup, the higher the later.
func timing(d *report.Document, item string, called func(int64) string) template.HTML {
	const height, most = 70, 30_000
	c := new(chart)
	x := minutes(c, d, height)
	side := map[string]int{}
	for i, p := range d.Players {
		side[p.Name] = i
		for k, t := range d.Teams {
			if t.Name == p.Team {
				side[p.Name] = k
			}
		}
	}
	for _, t := range d.Items {
		if t.Item != item {
			continue
		}
		y, class := float64(height-8), "none"
		if t.LateMS != nil {
			y -= float64(min(*t.LateMS, most)) / most * (height - 16)
		}
		if n, ok := side[t.By]; ok {
			class = [...]string{"first", "second", "other"}[min(n, 2)]
		}
		late := "not known how late"
		if t.LateMS != nil {
			late = fmt.Sprintf("%.1f s late", float64(*t.LateMS)/1000)
		}
		c.add(`<circle class="%s" cx="%.1f" cy="%.1f" r="4"><title>%s %s, %s</title></circle>`, class, x(t.TakenMS), y,
			called(t.TakenMS), escape(t.By), late)
	}
	return c.html(chartWidth, height)
}

// heat holds the places where players were and died in a match.
type heat struct {
	cells  map[[2]int]float64
	deaths [][2]float64
	lo, hi [2]float64
}

// heatCell is the side of a cell, in units.
const heatCell = 64

// heatOf collects the heat map for a part of a recording.
func heatOf(rec *recording.Recording, from, to time.Duration) *heat {
	h := &heat{cells: map[[2]int]float64{}, lo: [2]float64{math.Inf(1), math.Inf(1)},
		hi: [2]float64{math.Inf(-1), math.Inf(-1)}}
	seen := map[sim.Slot]bool{}
	for _, e := range rec.Roster() {
		if seen[e.Profile.Slot] {
			continue
		}
		seen[e.Profile.Slot] = true
		path := rec.Path(e.Profile.Slot.Index(), from, to, nil)
		for i := 1; i < len(path); i++ {
			if p := path[i-1]; path[i-1].Life == sim.Alive && !path[i].NoLerp && p.Time >= from {
				x, y := float64(p.Origin[0]), float64(p.Origin[1])
				h.reach(x, y)
				h.cells[[2]int{int(math.Floor(x / heatCell)), int(math.Floor(y / heatCell))}] += min(
					(path[i].Time - p.Time).Seconds(), 2)
			}
		}
	}
	for _, e := range rec.Events() {
		if e.Kind == sim.EventObituary && e.HasOrigin && e.Time >= from && e.Time <= to {
			x, y := float64(e.Origin[0]), float64(e.Origin[1])
			h.reach(x, y)
			h.deaths = append(h.deaths, [2]float64{x, y})
		}
	}
	return h
}

func (h *heat) reach(x, y float64) {
	for i, v := range [...]float64{x, y} {
		h.lo[i], h.hi[i] = min(h.lo[i], v), max(h.hi[i], v)
	}
}

// svg draws the heat map, north up.
func (h *heat) svg() template.HTML {
	if len(h.cells) == 0 {
		return ""
	}
	const width, height = 1000, 600
	size := max((h.hi[0]-h.lo[0]+2*heatCell)/width, (h.hi[1]-h.lo[1]+2*heatCell)/height)
	place := func(x, y float64) (float64, float64) {
		return (x - h.lo[0] + heatCell) / size, (h.hi[1] + heatCell - y) / size
	}
	most := 0.0
	for _, v := range h.cells {
		most = max(most, v)
	}
	c := new(chart)
	byPlace := func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) }
	for _, k := range slices.SortedFunc(maps.Keys(h.cells), byPlace) {
		v := h.cells[k]
		x, y := place(float64(k[0]*heatCell), float64((k[1]+1)*heatCell))
		c.add(`<rect class="heat" x="%.1f" y="%.1f" width="%.1f" height="%.1f" opacity="%.2f"/>`, x, y,
			heatCell/size+0.3, heatCell/size+0.3, 0.12+0.88*math.Sqrt(v/most))
	}
	for _, d := range h.deaths {
		x, y := place(d[0], d[1])
		c.add(`<path class="death" d="M%.1f %.1fl8 8m0 -8l-8 8"/>`, x-4, y-4)
	}
	return c.html(width, int((h.hi[1]-h.lo[1]+2*heatCell)/size)+1)
}
