package filming

import (
	"fmt"
	"time"

	"fragscope/viewer/film"
	"fragscope/viewer/panel"
	"fragscope/viewer/part"
)

// choice holds the choices for a film, each as an index into a list.
type choice struct {
	kind, size, rate, span, panels, caption int
}

var (
	sizes = []struct{ width, height int }{{960, 540}, {1280, 720}, {1920, 1080}, {2560, 1440}, {3840, 2160}, {1080, 1080}, {1080, 1920}}
	rates = []float64{20, 25, 30, 50, 60, 100, 120}
	// spans are the lengths to save without a loop; 0 stands for everything that follows.
	spans = []time.Duration{10 * time.Second, 30 * time.Second, time.Minute, 0}
	yesNo = []string{"no", "yes"}
)

// chosen is the complete choice of a film.
type chosen struct {
	kind    film.Kind
	spec    film.Spec
	options Options
}

// film returns the film chosen, for what the window shows now.
func (c *choice) film(h Host) chosen {
	var out chosen
	if kinds := h.Platform.FilmKinds(); len(kinds) > 0 {
		out.kind = kinds[c.kind%len(kinds)]
	}
	size := sizes[c.size]
	out.spec = film.Spec{Width: size.width, Height: size.height, Rate: min(rates[c.rate], out.kind.MaxRate)}
	o := Options{Width: size.width, Height: size.height, Rate: out.spec.Rate, Panels: c.panels == 1, Caption: c.caption == 1}
	o.From, o.To, o.Loop = h.Clock.Loop()
	end := h.Demo.Recording().Duration()
	if !o.Loop {
		o.From, o.To = h.Clock.Position(), end
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
	f.list(0)
}

// list shows the list, with row at selected.
func (f *filming) list(at int) {
	rows := f.rows()
	l := part.List{Title: "Save film", Note: "Enter goes through the choices of a row", At: at}
	for _, r := range rows {
		l.Rows = append(l.Rows, panel.Row{Lead: r.name, Spans: panel.Plain(f.host.Theme, r.value)})
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
	kind := now.kind.Name
	if _, err := film.Program(); err != nil && now.kind.NeedsFFmpeg() {
		kind += ": needs the program ffmpeg, which is not installed"
	}
	long := time.Duration(float64(o.To-o.From) / speed)
	rows := []row{
		{name: "Save", value: part.FileName(f.host.Demo, o.From) + now.kind.Suffix + ", " + panel.FormatTenths(long), save: true},
		{name: "Kind", value: kind, at: &c.kind, of: max(len(f.host.Platform.FilmKinds()), 1)},
		{name: "Size", value: fmt.Sprintf("%d × %d", o.Width, o.Height), at: &c.size, of: len(sizes)},
		{name: "Pictures a second", value: fmt.Sprintf("%g", o.Rate), at: &c.rate, of: len(rates)},
		length,
		{name: "Camera", value: f.camera()},
		{name: "With the panels", value: yesNo[c.panels], at: &c.panels, of: 2},
		{name: "Players, score and clock", value: yesNo[c.caption], at: &c.caption, of: 2},
	}
	return rows
}

// camera describes the film's point of view: that of the window when the film begins.
func (f *filming) camera() string {
	p := f.host.Watch.Followed()
	if p == nil {
		return msgCameraRests
	}
	return fmt.Sprintf(msgCameraFollows, p.Profile.Name.Plain)
}
