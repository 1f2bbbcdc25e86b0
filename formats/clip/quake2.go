package clip

import (
	"io"

	"fragscope/formats"
	"fragscope/formats/quake2"
)

func momentsQuake2(d *formats.Demo) (list []moment) {
	var h quake2.History
	level := 0
	dec := quake2.NewDecoder(d.Data, quake2.Options{})
	drive[quake2.Handler](dec, quake2.HandlerFunc(func(m quake2.Message) {
		h.Handle(m)
		if _, ok := m.(*quake2.ServerData); ok {
			level++
		}
	}), func(begin, end int64) {
		if s := h.Snapshot(); s != nil {
			list = append(list, moment{begin, end, dec.Time(), level, s.Approximate})
		}
	})
	return list
}

// writeQuake2 begins a .mvd2 with the state that its first moment leaves, as a gamestate has a frame of its own.
func writeQuake2(w io.Writer, d *formats.Demo, first moment, end int64) error {
	begin := first.begin
	if d.Format == formats.Quake2MultiView && first != (moment{}) {
		begin = first.end
	}
	c := quake2.NewClip(w, quake2.Options{}, begin, end)
	drive[quake2.Handler](quake2.NewDecoder(d.Data, quake2.Options{}), c, nil)
	return c.Finish()
}
