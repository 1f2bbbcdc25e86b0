package clip

import (
	"io"

	"fragscope/formats"
	"fragscope/formats/netquake"
)

func momentsNetQuake(d *formats.Demo) (list []moment) {
	h := netquake.NewHistory()
	level := 0
	drive[netquake.Handler](netquake.NewDecoder(d.Data, netquake.Options{}), netquake.HandlerFunc(func(m netquake.Message) {
		h.Handle(m)
		if _, ok := m.(*netquake.ServerInfo); ok {
			level++
		}
	}), func(begin, end int64) {
		if s := h.Snapshot(); s != nil {
			list = append(list, moment{begin, end, s.Time, level, false})
		}
	})
	return list
}

func writeNetQuake(w io.Writer, d *formats.Demo, first moment, end int64) error {
	c := netquake.NewClip(w, netquake.Options{}, first.begin, end)
	drive[netquake.Handler](netquake.NewDecoder(d.Data, netquake.Options{}), c, nil)
	return c.Finish()
}
