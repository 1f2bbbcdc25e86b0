//go:build !js

package live

import (
	"bufio"
	"compress/zlib"
	"io"
)

const (
	// maxRatio is how many bytes each that came may unpack to: a match of Quake II unpacks to 2 to 5, one in which nobody moves to 30.
	maxRatio = 100
	// maxAhead is how many may be unpacked beyond that.
	maxAhead = 1 << 20
)

// inflater unpacks what a server sends, as long as it unpacks to what a match can have.
type inflater struct {
	from counter
	z    io.Reader
	out  int64
}

func newInflater(r *bufio.Reader) (*inflater, error) {
	f := &inflater{from: counter{r: r}}
	z, err := zlib.NewReader(&f.from)
	f.z = z
	return f, err
}

// Read implements io.Reader.
func (f *inflater) Read(b []byte) (int, error) {
	n, err := f.z.Read(b)
	if f.out += int64(n); f.out > maxAhead+maxRatio*f.from.n {
		return 0, final(msgInflated)
	}
	return n, err
}

// counter counts the bytes that are read from r. It is an [io.ByteReader], so that no more is read than is unpacked.
type counter struct {
	r *bufio.Reader
	n int64
}

// Read implements io.Reader.
func (c *counter) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += int64(n)
	return n, err
}

// ReadByte implements io.ByteReader.
func (c *counter) ReadByte() (byte, error) {
	b, err := c.r.ReadByte()
	if err == nil {
		c.n++
	}
	return b, err
}
