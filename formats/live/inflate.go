//go:build !js

package live

import (
	"bufio"
	"compress/zlib"
	"io"
)

const (
	// maxRatio is the maximum compression ratio. Actual ratios are 2 to 5 for a Quake II match, and 30 for one in which
	// nobody moves.
	maxRatio = 100
	// maxAhead is the number of bytes that may be unpacked beyond that.
	maxAhead = 1 << 20
)

// inflater unpacks a server's stream, as long as its size is plausible for a match.
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

// counter counts the bytes read from r. It is an [io.ByteReader], so that no more is read than is unpacked.
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
