package filming

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"fragscope/formats/base/count"
	"fragscope/viewer/draw"
	"fragscope/viewer/film"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
	"fragscope/viewer/platform"
)

// choice holds the choices for a film, each as an index into a list, and the time at which the list was opened: from
// there on a film without a loop is saved.
type choice struct {
	kind, size, rate, span, panels, caption int
	own                                     size // of the window; the first choice
	from                                    time.Duration
}

var (
	sizes = []size{{960, 540}, {1280, 720}, {1920, 1080}, {2560, 1440}, {3840, 2160}, {1080, 1080}, {1080, 1920}}
	rates = []float64{20, 25, 30, 50, 60, 100, 120}
	// spans are the lengths to save without a loop; 0 stands for everything that follows.
	spans = []time.Duration{10 * time.Second, 30 * time.Second, time.Minute, 0}
	yesNo = []string{"no", "yes"}
)

// size is the size of a film in pixels.
type size struct{ width, height int }

// sizes returns all sizes to choose from.
func (c *choice) sizes() []size { return append([]size{c.own}, sizes...) }

// chosen is the complete choice of a film.
type chosen struct {
	kind    film.Kind
	spec    film.Spec
	options Options
}

// missing reports whether a kind of film needs a program that is not installed.
func missing(k film.Kind) bool {
	if !k.NeedsFFmpeg() {
		return false
	}
	_, err := film.Program()
	return err != nil
}

// kinds returns the kinds of films, those that cannot be saved here last.
func kinds(p platform.Platform) []film.Kind {
	list := slices.Clone(p.FilmKinds())
	slices.SortStableFunc(list, func(a, b film.Kind) int {
		switch bad := missing(a); {
		case bad == missing(b):
			return 0
		case bad:
			return 1
		}
		return -1
	})
	return list
}

// film returns the chosen film of what the window shows now.
func (c *choice) film(h Host) chosen {
	var out chosen
	if list := kinds(h.Platform); len(list) > 0 {
		out.kind = list[c.kind%len(list)]
	}
	size := c.sizes()[c.size]
	out.spec = film.Spec{Width: size.width, Height: size.height, Rate: min(rates[c.rate], out.kind.MaxRate)}
	o := Options{Width: size.width, Height: size.height, Rate: out.spec.Rate, Panels: c.panels == 1,
		Caption: c.caption == 1}
	o.From, o.To, o.Loop = h.Clock.Loop()
	end := h.Demo.Recording().Duration()
	if !o.Loop {
		o.From, o.To = c.from, end
		if span := spans[c.span]; span > 0 {
			o.To = o.From + span
		}
		if _, backward := h.Clock.Playing(); backward {
			o.From, o.To = max(0, o.From-(o.To-o.From)), o.From
			if spans[c.span] == 0 {
				o.From = 0
			}
		}
	}
	o.To = min(o.To, end)
	out.options = o
	return out
}

// row is a row of the list in which a film is chosen.
type row struct {
	name, value string
	at          *int // advanced by a click; nil if there is no choice
	of          int  // the number of choices
	save        bool // a click saves the film
	dim         bool // the kind that is chosen cannot be saved here
}

// open lists the choices for a film.
func (f *filming) open() {
	rec := f.host.Demo.Recording()
	if _, finished := rec.Progress(); !finished {
		f.host.Notices.Say(msgStillReading)
		return
	}
	if f.run != nil {
		f.host.Notices.Say(fmt.Sprintf(msgOneAtATime, f.host.KeyLabel(IDCancel)))
		return
	}
	f.choice.from = f.host.Clock.Position()
	f.propose()
	f.list(0)
}

// propose presets the choices to match the window.
func (f *filming) propose() {
	c := &f.choice
	var panels, caption bool
	c.own.width, c.own.height, panels, caption = f.host.Window()
	c.panels, c.caption = 0, 0
	if panels {
		c.panels = 1
	}
	if caption {
		c.caption = 1
	}
}

// list shows the list, with row at selected.
func (f *filming) list(at int) {
	rows := f.rows()
	o := f.choice.film(f.host).options
	f.show(o)
	l := part.List{Title: "Save film", Note: "A click on a row, or Enter, takes its next choice", At: at,
		Picture: func() *draw.Bitmap { return f.sample.picture }, Aspect: float32(o.Width) / float32(o.Height)}
	for _, r := range rows {
		l.Rows = append(l.Rows, f.shown(r))
	}
	l.Choose = func(i int) {
		switch r := rows[i]; {
		case r.save:
			f.start()
			return
		case r.at != nil:
			*r.at = (*r.at + 1) % r.of
		}
		f.list(i)
	}
	f.host.Lists.Open(l)
}

// shown returns a row as it is drawn.
func (f *filming) shown(r row) panel.Row {
	ink := f.host.Theme.Text
	if r.dim {
		ink = f.host.Theme.Faint
	}
	if r.save {
		return panel.Row{Spans: []panel.Span{{Text: r.name, Face: panel.Strong, Color: ink}}, Note: r.value,
			Button: true, Dim: r.dim}
	}
	return panel.Row{Lead: r.name, Spans: []panel.Span{{Text: r.value, Face: panel.Body, Color: ink}}}
}

// rows returns the rows of the list for the current choices.
func (f *filming) rows() []row {
	c := &f.choice
	now := c.film(f.host)
	o, speed := now.options, f.host.Clock.Speed()
	span := f.host.Clock.Moment(o.From).Short() + " to " + f.host.Clock.Moment(o.To).Short()
	length := row{name: "Part", value: span + ", the loop"}
	if !o.Loop {
		length = row{name: "Part", value: span, at: &c.span, of: len(spans)}
	}
	if speed != 1 {
		length.value += ", at " + panel.FormatSpeed(speed)
	}
	kind, lacks := now.kind.Name, missing(now.kind)
	if lacks {
		kind += msgNeedsFFmpeg
	}
	long := time.Duration(float64(o.To-o.From) / speed)
	sizeText := fmt.Sprintf("%d × %d", o.Width, o.Height)
	if c.size == 0 {
		sizeText += ", as the window"
	}
	rows := []row{
		{name: "Save the film", value: now.preview(long), save: true, dim: lacks},
		{name: "Kind", value: kind, at: &c.kind, of: max(len(f.host.Platform.FilmKinds()), 1), dim: lacks},
		{name: "Size", value: sizeText, at: &c.size, of: len(sizes) + 1},
		{name: "Pictures a second", value: fmt.Sprintf("%g", o.Rate), at: &c.rate, of: len(rates)},
		length,
		{name: "Camera", value: f.camera()},
		{name: "Players, score and clock", value: yesNo[c.panels], at: &c.panels, of: 2},
		{name: "Casting overlay", value: yesNo[c.caption], at: &c.caption, of: 2},
	}
	return rows
}

// preview describes the file that would be written: picture size, length and approximate file size.
func (c *chosen) preview(long time.Duration) string {
	pictures := max(int(math.Round(long.Seconds()*c.options.Rate)), 1)
	text := fmt.Sprintf("%d × %d   %s   %s", c.options.Width, c.options.Height, panel.FormatTenths(long),
		count.Of(pictures, "picture"))
	if bytes := c.kind.Estimate(c.spec, pictures); bytes > 0 {
		text += fmt.Sprintf("   about %s", fileSize(bytes))
	}
	return text + "   " + strings.TrimPrefix(c.kind.Suffix, ".")
}

// fileSize formats a size that is not known exactly.
func fileSize(n int64) string {
	switch mb := float64(n) / 1e6; {
	case mb < 10:
		return fmt.Sprintf("%.1f MB", max(mb, 0.1))
	case mb < 1000:
		return fmt.Sprintf("%.0f MB", mb)
	default:
		return fmt.Sprintf("%.1f GB", mb/1000)
	}
}

// camera describes the film's point of view, which is that of the window when the film begins.
func (f *filming) camera() string {
	p := f.host.Watch.Followed()
	if p == nil {
		return msgCameraRests
	}
	return fmt.Sprintf(msgCameraFollows, p.Profile.Name.Plain)
}
