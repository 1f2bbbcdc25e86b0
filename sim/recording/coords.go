package recording

import "fragscope/sim"

// Places of effects are kept as three numbers of one form: whole units, eighths, or the floats as they are.

// The forms of a number.
const (
	formWhole  = iota
	formEighth // as the games before Quake III send places
	formBits   // the float's bits
)

// formUnits are the units of the forms in which a number is a multiple of one.
var formUnits = [formBits]float32{formWhole: 1, formEighth: 0.125}

// formed is the float that a number in a form stands for.
func formed(n, form uint32) float32 {
	if form >= formBits {
		return float(n)
	}
	return float32(int32(n)) * formUnits[form]
}

// inForm is a float in a form, 0 where it is no number of that form: then ok is false.
func inForm(f float32, form uint32) (n uint32, ok bool) {
	if form >= formBits {
		return word(f), true
	}
	n = uint32(int32(f / formUnits[form]))
	if word(formed(n, form)) != word(f) {
		return 0, false
	}
	return n, true
}

// coordinates are those of a place in the form in which all of them are kept.
func coordinates(v *sim.Vec3) (n [3]uint32, form uint32) {
	for i, f := range v {
		var ok bool
		if n[i], ok = inForm(f, formEighth); !ok {
			return [3]uint32{word(v[0]), word(v[1]), word(v[2])}, formBits
		}
	}
	if (n[0]|n[1]|n[2])%8 != 0 {
		return n, formEighth
	}
	for i := range n {
		n[i] = uint32(int32(n[i]) / 8)
	}
	return n, formWhole
}

// coordinate is a float as a number of a form, 0 where it is none.
func coordinate(f float32, form uint32) uint32 {
	n, _ := inForm(f, form)
	return n
}

// appendPlace appends how a place, of which the coordinates are given in a form, differs from another.
func appendPlace(buf []byte, n *[3]uint32, form uint32, from *sim.Vec3) []byte {
	for i := range n {
		buf = appendUvarint(buf, zigzag(n[i]-coordinate(from[i], form)))
	}
	return buf
}

// readPlace makes of the other place what appendPlace wrote.
func (s *stream) readPlace(form uint32, v *sim.Vec3) {
	for i := range v {
		v[i] = formed(coordinate(v[i], form)+unzigzag(s.varint()), form)
	}
}
