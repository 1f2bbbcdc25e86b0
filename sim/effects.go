package sim

import (
	"sort"
	"time"
)

// effectList holds effects ascending by start.
type effectList struct {
	rows []effectRow
	// ends[i] is the latest end of rows[0..i]: a search backwards from a time
	// stops where it is not later.
	ends      []int32
	texts     []string
	textIndex map[string]uint16
}

func newEffectList() effectList {
	return effectList{texts: []string{""}, textIndex: map[string]uint16{"": 0}}
}

type effectRow struct {
	start, end   int32 // ms
	origin, to   Vec3
	slot, target int16
	text         uint16
	kind         EffectKind
	weapon       Weapon
	item         Item
	color        RGB
}

func (l *effectList) add(e Effect) {
	text, ok := l.textIndex[e.Text]
	if !ok && len(l.textIndex) < 1<<16-1 {
		text = uint16(len(l.texts))
		l.textIndex[e.Text] = text
		l.texts = append(l.texts, e.Text)
	}
	r := effectRow{int32(e.Start / time.Millisecond), int32(e.End / time.Millisecond), e.Origin, e.To,
		int16(e.Slot.Index()), int16(e.Target.Index()), text, e.Kind, e.Weapon, e.Item, e.Color}
	i := len(l.rows)
	for i > 0 && l.rows[i-1].start > r.start {
		i--
	}
	l.rows = append(l.rows, r)
	copy(l.rows[i+1:], l.rows[i:])
	l.rows[i] = r
	l.ends = append(l.ends, 0)
	for ; i < len(l.rows); i++ {
		l.ends[i] = l.rows[i].end
		if i > 0 {
			l.ends[i] = max(l.ends[i], l.ends[i-1])
		}
	}
}

// appendAt appends the effects that are there at t, ascending by start.
func (l *effectList) appendAt(dst []Effect, t time.Duration) []Effect {
	ms := int32(t / time.Millisecond)
	last := sort.Search(len(l.rows), func(i int) bool { return l.rows[i].start > ms })
	first := last
	for first > 0 && l.ends[first-1] >= ms {
		first--
	}
	for i := first; i < last; i++ {
		r := &l.rows[i]
		if r.end < ms {
			continue
		}
		dst = append(dst, Effect{r.kind, unmillis(uint32(r.start)), unmillis(uint32(r.end)), r.origin, r.to,
			r.weapon, r.item, SlotAt(int(r.slot)), SlotAt(int(r.target)), l.texts[r.text], r.color})
	}
	return dst
}
