//go:build !js

package live

import (
	"bytes"
	"compress/zlib"
	"context"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// pour writes the same until nobody reads it any more.
func pour(conn net.Conn, data []byte) {
	for {
		if _, err := conn.Write(data); err != nil {
			return
		}
	}
}

// gtvGreeting answers the magic and the hello.
func gtvGreeting(conn net.Conn, flags byte) {
	magic := make([]byte, 4)
	io.ReadFull(conn, magic)
	conn.Write(magic)
	readGTV(conn, make([]byte, gtvLongest))
	conn.Write(gtvMessage([]byte{gtsHello, flags, 0, 0, 0}))
}

// noise is some messages of GTV that do not deflate: they do not come again within the window of deflate, 32 KB.
func noise() (list []byte) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3 {
		body := []byte{gtsData}
		for range 30000 {
			body = append(body, byte(r.Uint32()))
		}
		list = append(list, gtvMessage(body)...)
	}
	return list
}

// deflates pours messages through one compressor.
func deflates(message []byte) func(net.Conn) {
	return func(conn net.Conn) {
		gtvGreeting(conn, gtvDeflate)
		z := zlib.NewWriter(conn)
		for {
			if _, err := z.Write(message); err != nil {
				return
			}
		}
	}
}

// silence says nothing until the peer has gone.
func silence(conn net.Conn) { io.Copy(io.Discard, conn) }

// TestStops checks that every source ends within a second of being stopped, whatever it is being sent, and takes no
// more of it than a match can have.
func TestStops(t *testing.T) {
	quiet, _ := io.Pipe()
	grows := filepath.Join(t.TempDir(), "x.dm2")
	if err := os.WriteFile(grows, bytes.Repeat(append([]byte{4, 0, 0, 0}, "abcd"...), 100), 0o600); err != nil {
		t.Fatal(err)
	}
	answer := []byte("QTVSV 1\nBEGIN: x\n\n")
	for _, test := range []struct {
		name string
		peer func(net.Conn) // nil for a source that is no server
		from Source
		ends string // what the source says where it ends by itself
	}{
		{name: "gtv silent", peer: silence},
		{name: "gtv greets only", peer: func(c net.Conn) { gtvGreeting(c, 0); silence(c) }},
		{name: "gtv pours", peer: func(c net.Conn) { gtvGreeting(c, 0); pour(c, noise()) }},
		{name: "gtv pours pongs", peer: func(c net.Conn) {
			gtvGreeting(c, 0)
			pour(c,
				bytes.Repeat(gtvMessage([]byte{gtsPong}), 10000))
		}},
		{name: "gtv pours deflated", peer: deflates(noise())},
		{name: "gtv inflates", peer: deflates(gtvMessage(append([]byte{gtsData}, make([]byte, 32000)...))),
			ends: "far more than any match"},
		{name: "gtv inflates pongs", peer: deflates(bytes.Repeat(gtvMessage([]byte{gtsPong}), 10000)),
			ends: "far more than any match"},
		{name: "qtv silent", peer: silence},
		{name: "qtv pours", peer: func(c net.Conn) {
			request(c)
			c.Write(answer)
			pour(c, bytes.Repeat([]byte{0, 1, 4, 0, 0, 0, 1, 1, 1, 1}, 5000))
		}},
		{name: "qtv answers for ever", peer: func(c net.Conn) { pour(c, []byte("QTVSV 1\n")) }, ends: "answer"},
		{name: "pipe silent", from: Reader{"x.dm2", quiet}},
		{name: "file", from: File{Path: grows}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			source := test.from
			if test.peer != nil {
				var err error
				if source, err = Parse(test.name[:3] + "://" + serve(t, test.peer)); err != nil {
					t.Fatal(err)
				}
			}
			d := New(nil)
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			ended := make(chan error, 1)
			go func() { ended <- Run(ctx, source, d) }()
			begun, patience := time.Now(), 1500*time.Millisecond
			if test.ends != "" {
				patience = 20 * time.Second
			}
			select {
			case err := <-ended:
				if test.ends == "" || err == nil || !strings.Contains(err.Error(), test.ends) {
					t.Errorf("it ended by itself: %v", err)
				}
			case <-time.After(patience):
				if test.ends != "" {
					t.Error("it goes on")
				}
				stopped := time.Now()
				cancel()
				select {
				case <-ended:
				case <-time.After(20 * time.Second):
					t.Fatal("it does not end")
				}
				if took := time.Since(stopped); took > time.Second {
					t.Errorf("it ends after %v", took)
				}
			}
			took := time.Since(begun)
			if most := int64(maxBurst) + int64(took.Seconds()*maxRate) + 1<<20; test.peer != nil &&
				d.Status().Bytes > most {
				t.Errorf("%d bytes in %v", d.Status().Bytes, took)
			}
			t.Logf("%d bytes in %v", d.Status().Bytes, took.Round(time.Millisecond))
		})
	}
}
