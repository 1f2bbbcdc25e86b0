package clip

import (
	"io"

	"fragscope/formats"
	"fragscope/formats/quakeworld"
)

func optionsQuakeWorld(d *formats.Demo) quakeworld.Options {
	return quakeworld.Options{MultiView: d.Format == formats.QuakeWorldMultiView}
}

// momentsQuakeWorld are the packets of a .qwd, and of a .mvd the blocks of each time.
func momentsQuakeWorld(d *formats.Demo) (list []moment) {
	o := optionsQuakeWorld(d)
	h := quakeworld.NewHistory(o)
	level := 0
	drive[quakeworld.Handler](quakeworld.NewDecoder(d.Data, o), quakeworld.HandlerFunc(func(m quakeworld.Message) {
		h.Handle(m)
		if _, ok := m.(*quakeworld.ServerData); ok {
			level++
		}
	}), func(begin, end int64) {
		s := h.Snapshot()
		if s == nil {
			return
		}
		m := moment{begin, end, s.Time, level, s.Approximate || !o.MultiView && !s.NewEntities}
		if n := len(list); o.MultiView && n > 0 && list[n-1].at == m.at && list[n-1].level == level {
			list[n-1].end = end
			return
		}
		list = append(list, m)
	})
	return list
}

// writeQuakeWorld begins a .mvd with all that holds at the end of its first moment, as what that tells is changes only.
func writeQuakeWorld(w io.Writer, d *formats.Demo, first moment, end int64) error {
	o := optionsQuakeWorld(d)
	begin := first.begin
	if o.MultiView {
		begin = first.end
	}
	if first == (moment{}) {
		begin = 0
	}
	c := quakeworld.NewClip(w, o, begin, end)
	drive[quakeworld.Handler](quakeworld.NewDecoder(d.Data, o), c, nil)
	return c.Finish()
}
