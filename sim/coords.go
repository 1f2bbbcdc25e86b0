package sim

// Places of effects are kept as three numbers of one form: whole units, eighths, or the floats as they are.

// The forms of a number.
const (
	formWhole  = iota
	formEighth // as the games before Quake III send places
	formBits   // the float's bits
)

// formed is the float that a number in a form stands for.
func formed(n, form uint32) float32 {
	switch form {
	case formWhole:
		return float32(int32(n))
	case formEighth:
		return float32(int32(n)) * eighths.size
	}
	return float(n)
}

// inForm is a float's bits in a form, if that gives back the same.
func inForm(bits, form uint32) (n uint32, ok bool) {
	f := float(bits)
	switch form {
	case formWhole:
		n = uint32(int32(f))
	case formEighth:
		n = uint32(int32(f * 8))
	default:
		return bits, true
	}
	return n, word(formed(n, form)) == bits
}

// commonForm is the form in which all coordinates of a place are kept.
func commonForm(v *Vec3) uint32 {
	for form := uint32(formWhole); form <= formEighth; form++ {
		if v.fits(form) {
			return form
		}
	}
	return formBits
}

// fits reports whether all coordinates can be told in a form.
func (v *Vec3) fits(form uint32) bool {
	for _, f := range v {
		if _, ok := inForm(word(f), form); !ok {
			return false
		}
	}
	return true
}

// coordinate is a float as a number of a form, 0 where it is none.
func coordinate(f float32, form uint32) uint32 {
	if n, ok := inForm(word(f), form); ok {
		return n
	}
	return 0
}

// appendPlace appends how a place in a form differs from another.
func appendPlace(buf []byte, form uint32, v, from *Vec3) []byte {
	for i := range v {
		buf = appendUvarint(buf, zigzag(coordinate(v[i], form)-coordinate(from[i], form)))
	}
	return buf
}

// readPlace makes of the other place what appendPlace wrote.
func (s *stream) readPlace(form uint32, v *Vec3) {
	for i := range v {
		v[i] = formed(coordinate(v[i], form)+unzigzag(s.varint()), form)
	}
}
