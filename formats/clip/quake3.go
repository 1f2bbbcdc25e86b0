package clip

import (
	"io"

	"fragscope/formats"
	"fragscope/formats/quake3"
)

func momentsQuake3(d *formats.Demo) (list []moment) {
	var h quake3.History
	level := 0
	drive[quake3.Handler](quake3.NewDecoder(d.Data, quake3.Options{Name: d.Name}), quake3.HandlerFunc(func(m quake3.Message) {
		h.Handle(m)
		if _, ok := m.(*quake3.Gamestate); ok {
			level++
		}
	}), func(begin, end int64) {
		if s := h.Snapshot(); s != nil {
			list = append(list, moment{begin, end, s.Time, level, s.Approximate})
		}
	})
	return list
}

func writeQuake3(w io.Writer, d *formats.Demo, first moment, end int64) error {
	dec := quake3.NewDecoder(d.Data, quake3.Options{Name: d.Name})
	c := quake3.NewClip(w, dec.Protocol(), first.begin, end)
	drive[quake3.Handler](dec, c, nil)
	return c.Finish()
}
