package main

import (
	"math"
	"math/bits"

	"fragscope/formats"
	"fragscope/formats/damage"
	"fragscope/formats/quake3"
)

// dumpQuake3 prints the messages of Quake III and Quake Live.
func dumpQuake3(demo *formats.Demo, d *dumper) ([]damage.Damage, error) {
	dec := quake3.NewDecoder(demo.Data, quake3.Options{Name: demo.Name})
	return drive[quake3.Handler](dec, quake3.HandlerFunc(func(m quake3.Message) { d.message(quake3.Name(m), m) }))
}

func entityDelta(e *quake3.EntityDelta) object {
	o := object{{"number", e.Number}}
	switch {
	case e.Removed:
		return append(o, pair{"removed", true})
	case e.Unchanged:
		return append(o, pair{"unchanged", true})
	}
	for mask := e.Changed; mask != 0; mask &= mask - 1 {
		f := quake3.EntityField(bits.TrailingZeros64(mask))
		o = append(o, pair{f.String(), fieldValue(e.Values[f], f.IsFloat())})
	}
	return o
}

func playerDelta(p *quake3.PlayerDelta) object {
	var o object
	for mask := p.Changed; mask != 0; mask &= mask - 1 {
		f := quake3.PlayerField(bits.TrailingZeros64(mask))
		o = append(o, pair{f.String(), fieldValue(p.Values[f], f.IsFloat())})
	}
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

func fieldValue(v uint32, isFloat bool) any {
	if isFloat {
		return float(math.Float32frombits(v))
	}
	return int32(v)
}
