package main

import (
	"math"
	"math/bits"

	"fragscope/formats/quake3"
)

func entityDelta(e *quake3.EntityDelta) object {
	o := object{{"number", e.Number}}
	switch {
	case e.Removed:
		return append(o, pair{"removed", true})
	case e.Unchanged:
		return append(o, pair{"unchanged", true})
	}
	return append(o, changedFields[quake3.EntityField](&e.FieldDelta)...)
}

func playerDelta(p *quake3.PlayerDelta) object {
	o := changedFields[quake3.PlayerField](&p.FieldDelta)
	for _, a := range []struct {
		name  string
		delta *quake3.ArrayDelta
	}{{"stats", &p.Stats}, {"persistant", &p.Persistant}, {"ammo", &p.Ammo}, {"powerups", &p.Powerups}} {
		if a.delta.Mask != 0 {
			o = append(o, pair{a.name, arrayDelta(a.delta)})
		}
	}
	return o
}

func arrayDelta(a *quake3.ArrayDelta) object {
	var o object
	for mask := a.Mask; mask != 0; mask &= mask - 1 {
		i := bits.TrailingZeros16(mask)
		o = append(o, pair{string("0123456789abcdef"[i]), a.Values[i]})
	}
	return o
}

func changedFields[F interface {
	quake3.EntityField | quake3.PlayerField
	IsFloat() bool
	String() string
}](d *quake3.FieldDelta) (o object) {
	for mask := d.Changed; mask != 0; mask &= mask - 1 {
		f := F(bits.TrailingZeros64(mask))
		var v any = int32(d.Values[f])
		if f.IsFloat() {
			v = float(math.Float32frombits(d.Values[f]))
		}
		o = append(o, pair{f.String(), v})
	}
	return o
}
