package main

import (
	"math"

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
		if len(a.delta.Changed) > 0 {
			o = append(o, pair{a.name, arrayDelta(a.delta)})
		}
	}
	return o
}

func arrayDelta(a *quake3.ArrayDelta) object {
	var o object
	for _, c := range a.Changed {
		o = append(o, pair{string("0123456789abcdef"[c.Index]), c.Value})
	}
	return o
}

func changedFields[F interface {
	quake3.EntityField | quake3.PlayerField
	IsFloat() bool
	String() string
}](d *quake3.FieldDelta) (o object) {
	for i, c := range d.ByField() {
		if c == nil {
			continue
		}
		f := F(i)
		var v any = int32(c.Value)
		if f.IsFloat() {
			v = float(math.Float32frombits(c.Value))
		}
		o = append(o, pair{f.String(), v})
	}
	return o
}
