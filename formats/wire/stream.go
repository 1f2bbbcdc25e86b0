package wire

// Stream either reads or writes. A single function can therefore describe the layout of a message for both purposes.
// When reading, each method sets the value that its argument points to. When writing, it writes that value.
//
//	func (m *Print) layout(s *wire.Stream) {
//		s.Uint8(&m.Level)
//		s.Chars(&m.Text)
//	}
//
// Errors are sticky, as in a Reader. After an error, values are set to zero. The zero Stream is ready for writing.
type Stream struct {
	r       Reader
	w       Writer
	reading bool
}

// Read prepares s for reading data, which starts at offset base in the demo.
func (s *Stream) Read(data []byte, base int64) {
	s.reading = true
	s.r.Reset(data, base)
}

// Write prepares s for writing. Any data written before is discarded, but its memory is reused.
func (s *Stream) Write() {
	s.reading = false
	s.w.Reset()
}

// Reading reports whether s reads rather than writes.
func (s *Stream) Reading() bool { return s.reading }

// Err returns the first read error; see [Reader.Err].
func (s *Stream) Err() error { return s.r.err }

// Fail is like [Reader.Fail].
func (s *Stream) Fail(format string, args ...any) { s.r.Fail(format, args...) }

// Pos returns the number of bytes read or written.
func (s *Stream) Pos() int {
	if s.reading {
		return s.r.pos
	}
	return s.w.Len()
}

// Offset is like [Reader.Offset].
func (s *Stream) Offset() int64 { return s.r.Offset() }

// Len returns the number of bytes left to read, or 0 after an error.
func (s *Stream) Len() int { return s.r.Len() }

// Skip is like [Reader.Skip].
func (s *Stream) Skip(n int) { s.r.Skip(n) }

// Peek is like [Reader.Peek].
func (s *Stream) Peek() int { return s.r.Peek() }

// Data returns the data written; see [Writer.Data].
func (s *Stream) Data() []byte { return s.w.Data() }

// Uint8 reads or writes a byte.
func (s *Stream) Uint8(v *uint8) {
	if s.reading {
		*v = s.r.Uint8()
	} else {
		s.w.Uint8(*v)
	}
}

// Int8 reads or writes a signed byte.
func (s *Stream) Int8(v *int8) {
	if s.reading {
		*v = s.r.Int8()
	} else {
		s.w.Int8(*v)
	}
}

// Uint16 reads or writes a 16-bit number.
func (s *Stream) Uint16(v *uint16) {
	if s.reading {
		*v = s.r.Uint16()
	} else {
		s.w.Uint16(*v)
	}
}

// Int16 reads or writes a signed 16-bit number.
func (s *Stream) Int16(v *int16) {
	if s.reading {
		*v = s.r.Int16()
	} else {
		s.w.Int16(*v)
	}
}

// Low8 reads or writes the low byte of v. When reading, it leaves the high byte unchanged.
func (s *Stream) Low8(v *uint16) {
	if s.reading {
		*v = *v&0xff00 | uint16(s.r.Uint8())
	} else {
		s.w.Uint8(uint8(*v))
	}
}

// High8 reads or writes the high byte of v. When reading, it leaves the low byte unchanged.
func (s *Stream) High8(v *uint16) {
	if s.reading {
		*v = *v&0xff | uint16(s.r.Uint8())<<8
	} else {
		s.w.Uint8(uint8(*v >> 8))
	}
}

// Uint32 reads or writes a 32-bit number.
func (s *Stream) Uint32(v *uint32) {
	if s.reading {
		*v = s.r.Uint32()
	} else {
		s.w.Uint32(*v)
	}
}

// Int32 reads or writes a signed 32-bit number.
func (s *Stream) Int32(v *int32) {
	if s.reading {
		*v = s.r.Int32()
	} else {
		s.w.Int32(*v)
	}
}

// Uint64 reads or writes a 64-bit number.
func (s *Stream) Uint64(v *uint64) {
	if s.reading {
		*v = s.r.Uint64()
	} else {
		s.w.Uint64(*v)
	}
}

// Float32 reads or writes an IEEE 754 float.
func (s *Stream) Float32(v *float32) {
	if s.reading {
		*v = s.r.Float32()
	} else {
		s.w.Float32(*v)
	}
}

// Bytes reads or writes n bytes. When reading, it sets *v to a slice that aliases the data.
func (s *Stream) Bytes(v *[]byte, n int) {
	if s.reading {
		*v = s.r.Bytes(n)
	} else {
		s.w.Bytes(*v)
	}
}

// Chars reads or writes bytes that are followed by a zero byte. When reading, it sets *v to a slice that aliases the
// data.
func (s *Stream) Chars(v *[]byte) {
	if s.reading {
		*v = s.r.Chars()
	} else {
		s.w.Chars(*v)
	}
}
