//go:build !js

package live

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/formats/quakeworld"
)

// recorded is one of the streams that were recorded of real servers.
func recorded(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(corpus.Path(t, "live/"+name))
	if err != nil {
		t.Skip("no recorded streams: ", err)
	}
	return data
}

// serve answers each connection with the next of some functions, the last one for all that follow, and gives the
// address.
func serve(t testing.TB, answers ...func(net.Conn)) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ln.Close() })
	var n atomic.Int32
	go func() {
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				answers[min(int(n.Add(1))-1, len(answers)-1)](conn)
			}()
		}
	}()
	return ln.Addr().String()
}

// listen runs a source to its end, with pauses of milliseconds, and gives the demo.
func listen(t testing.TB, url string) (*Demo, error) {
	t.Helper()
	s, err := Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	switch s := s.(type) {
	case *QTV:
		s.unit = time.Millisecond
	case *GTV:
		s.unit = time.Millisecond
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	d := New(nil)
	err = Run(ctx, s, d)
	if ctx.Err() != nil {
		t.Fatal("the source does not end")
	}
	return d, err
}

func bytesOf(d *Demo) []byte {
	data, _ := d.More(0, nil)
	return data
}

// request reads up to an empty line.
func request(conn net.Conn) string {
	var text []byte
	b := make([]byte, 1)
	for !bytes.HasSuffix(text, []byte("\n\n")) {
		if _, err := conn.Read(b); err != nil {
			break
		}
		text = append(text, b[0])
	}
	return string(text)
}

// send sends data in pieces that come one by one.
func send(conn net.Conn, data []byte, piece int) {
	for len(data) > 0 {
		n := min(piece, len(data))
		conn.Write(data[:n])
		data = data[n:]
	}
}

func TestQTV(t *testing.T) {
	stream := recorded(t, "qtv1_with_header.bin")
	head := []byte("QTVSV 1\nBEGIN\n\n")
	mvd, ok := bytes.CutPrefix(stream, head)
	if !ok {
		t.Fatal("the recorded stream begins otherwise")
	}
	for _, piece := range []int{7, 1000, 1 << 20} {
		host := serve(t, func(conn net.Conn) {
			request(conn)
			send(conn, stream, piece)
		})
		d, err := listen(t, "qtv://"+host)
		if err != nil || !bytes.Equal(bytesOf(d), mvd) || len(d.Gaps()) != 0 ||
			d.Format(context.Background()) != quakeworld.MultiViewCodec {
			t.Errorf("%d bytes of %d, %v", len(bytesOf(d)), len(mvd), err)
		}
	}
}

// TestQTVPassword plays a server's part as it was seen on the wire.
func TestQTVPassword(t *testing.T) {
	stream := recorded(t, "qtv1_with_header.bin")
	server := func(method, want string) func(net.Conn) {
		return func(conn net.Conn) {
			if strings.Contains(request(conn), "PASSWORD") {
				t.Error("a password was sent unasked")
			}
			for _, part := range []string{"QTVSV 1\n", "AUTH: " + method + "\nCHALLENGE: ", "abc123!\n\n"} {
				io.WriteString(conn, part)
				time.Sleep(5 * time.Millisecond)
			}
			if !strings.Contains(request(conn), "PASSWORD: \""+want+"\"\n") {
				io.WriteString(conn, "QTVSV 1\nPERROR: Bad password\n\n")
				return
			}
			conn.Write(stream)
		}
	}
	for _, h := range qtvHashes[1:] {
		method, want := h.name, h.hash("abc123!", "secret")
		host := serve(t, server(method, want))
		if d, err := listen(t, "qtv://:secret@"+host+"/1"); err != nil || len(bytesOf(d)) < 80000 {
			t.Errorf("%s: %d bytes, %v", method, len(bytesOf(d)), err)
		}
		if _, err := listen(t, "qtv://:wrong@"+host); !errors.Is(err, ErrPassword) ||
			strings.Contains(err.Error(), "wrong") {
			t.Errorf("%s: a wrong password gives %v", method, err)
		}
	}
	host := serve(t, func(conn net.Conn) {
		request(conn)
		io.WriteString(conn, "QTVSV 1\nPERROR: You need to provide a password\n\n")
	})
	if _, err := listen(t, "qtv://"+host); !errors.Is(err, ErrPassword) {
		t.Errorf("a missing password gives %v", err)
	}
}

// TestHashes compares with test vectors that others published: RFC 1320, and the CCITT checksum of the digits.
func TestHashes(t *testing.T) {
	for text, want := range map[string]string{
		"":  "31d6cfe0d16ae931b73c59d7e0c089c0",
		"a": "bde52cb31de33e46245e05fbdbd6fb24",
		"12345678901234567890123456789012345678901234567890123456789012345678901234567890": "e33b4ddc9c38f2199c3e7b164fcc0536",
	} {
		var got []byte
		for _, w := range md4([]byte(text)) {
			got = binary.LittleEndian.AppendUint32(got, w)
		}
		if fmt.Sprintf("%x", got) != want {
			t.Errorf("MD4 of %q is %x, want %s", text, got, want)
		}
	}
	if got := ccitt([]byte("123456789")); got != 0x29b1 {
		t.Errorf("CCITT is %x", got)
	}
}

// TestQTVProxy lists the streams of a proxy, as the public Go proxy does.
func TestQTVProxy(t *testing.T) {
	stream := recorded(t, "qtv1_with_header.bin")
	list := func(rows ...string) func(net.Conn) {
		return func(conn net.Conn) {
			ask := request(conn)
			switch {
			case strings.Contains(ask, "SOURCELIST"):
				io.WriteString(conn, "QTVSV 1\n"+strings.Join(rows, "")+"\n")
			case strings.Contains(ask, "SOURCE: 3\n"):
				io.WriteString(conn, "QTVSV 1\nBEGIN: tcp:somewhere\n\n")
				conn.Write(stream[15:])
			default:
				io.WriteString(conn, "QTVSV 1\nPERROR: No such stream\n\n")
			}
		}
	}
	one, two := serve(t, list("ASOURCE: 3: tcp:here: A match\n")),
		serve(t, list("ASOURCE: 3: tcp:here: A match\n", "ASOURCE: 4: tcp:there: Another\n"))
	for _, url := range []string{"qtv://" + one, "qtv://" + one + "/3", "qtv://" + two + "/3"} {
		if d, err := listen(t, url); err != nil || len(bytesOf(d)) != len(stream)-15 {
			t.Errorf("%s: %d bytes, %v", url, len(bytesOf(d)), err)
		}
	}
	var several *StreamsError
	if _, err := listen(t, "qtv://"+two); !errors.As(err, &several) || len(several.Streams) != 2 ||
		several.Streams[1].ID != "4" {
		t.Errorf("two streams give %v", err)
	}
	if _, err := listen(t, "qtv://"+two+"/9"); err == nil || !strings.Contains(err.Error(), "No such stream") {
		t.Errorf("a stream that is not there gives %v", err)
	}
}

// TestQTVReconnects cuts a connection in the middle of a block: what follows begins anew, behind a gap.
func TestQTVReconnects(t *testing.T) {
	stream := recorded(t, "qtv1_with_header.bin")
	cut := func(n int) func(net.Conn) {
		return func(conn net.Conn) {
			request(conn)
			conn.Write(stream[:n])
		}
	}
	refuse := func(net.Conn) {}
	host := serve(t, cut(30001), refuse, refuse, cut(len(stream)))
	d, err := listen(t, "qtv://"+host)
	got := bytesOf(d)
	first := len(got) - (len(stream) - 15)
	if err != nil || first < 20000 || first > 30001-15 || !bytes.Equal(got[:first], stream[15:15+first]) ||
		!bytes.Equal(got[first:], stream[15:]) {
		t.Errorf("%v, %d bytes before the gap", err, first)
	}
	if g := d.Gaps(); len(g) != 1 || g[0].Offset != int64(first) || g[0].Lost <= 0 ||
		!strings.Contains(g[0].What, "connection was lost") {
		t.Errorf("gaps %+v", g)
	}
	host = serve(t, cut(30001), refuse)
	if _, err = listen(t, "qtv://"+host); err == nil || !strings.Contains(err.Error(), "could not be restored") {
		t.Errorf("a server that stays away gives %v", err)
	}
}

// gtvServer plays a server of Q2PRO: the recorded answer, or one that is not deflated.
func gtvServer(t *testing.T, answer func(conn net.Conn, hello []byte)) string {
	return serve(t, func(conn net.Conn) {
		magic := make([]byte, 4)
		io.ReadFull(conn, magic)
		conn.SetReadDeadline(time.Now().Add(20 * time.Millisecond))
		if n, _ := conn.Read(make([]byte, 1)); n > 0 {
			t.Error("the hello comes before the server's echo, which real servers do not read")
			return
		}
		conn.SetReadDeadline(time.Time{})
		conn.Write(magic)
		op, hello, err := readGTV(conn, make([]byte, gtvLongest))
		if err != nil || op != gtcHello {
			t.Errorf("the hello is %d % x, %v", op, hello, err)
		}
		answer(conn, hello)
		go io.Copy(io.Discard, conn)
		time.Sleep(100 * time.Millisecond)
	})
}

func TestGTV(t *testing.T) {
	raw := recorded(t, "gtv_deflate_raw.bin")
	want := recorded(t, "gtv_g_as.mvd2")
	host := gtvServer(t, func(conn net.Conn, hello []byte) {
		if !bytes.HasSuffix(hello, []byte("fragscope\x00pw\x00fragscope\x00")) {
			t.Errorf("the hello is %q", hello)
		}
		send(conn, raw[4:], 100)
		conn.Write(nil)
	})
	s, _ := Parse("gtv://:pw@" + host)
	s.(*GTV).unit = time.Hour
	d := New(nil)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		for d.Status().State != Connecting || d.Status().Bytes == 0 {
			time.Sleep(10 * time.Millisecond)
		}
		cancel()
	}()
	Run(ctx, s, d)
	got := bytesOf(d)
	t.Logf("%d bytes, want %d; status %+v", len(got), len(want), d.Status())
	if !bytes.HasPrefix(want, got) || len(got) < len(want)-2 {
		t.Errorf("%d bytes of %d, first difference %d", len(got), len(want), corpus.FirstDifference(got, want))
	}
}

func TestGTVAnswers(t *testing.T) {
	message := func(op byte, body ...byte) []byte { return gtvMessage(append([]byte{op}, body...)) }
	plain := message(gtsHello, 0, 0, 0, 0)
	deflated := func(messages ...[]byte) []byte {
		var b bytes.Buffer
		b.Write(message(gtsHello, gtvDeflate, 0, 0, 0))
		z := zlib.NewWriter(&b)
		for _, m := range messages {
			z.Write(m)
			z.Flush()
		}
		return b.Bytes()
	}
	data := [][]byte{message(gtsStreamStart), message(gtsData, 1, 2, 3), message(gtsPong), message(gtsData),
		message(gtsData, 4), message(gtsDisconnect)}
	want := []byte("MVD2\x03\x00\x01\x02\x03\x01\x00\x04")
	for what, answer := range map[string][]byte{"plain": bytes.Join(append([][]byte{plain}, data...), nil),
		"deflated": deflated(data...)} {
		d, err := listen(t, "gtv://"+gtvServer(t, func(conn net.Conn, _ []byte) { conn.Write(answer) }))
		if err != nil || !bytes.Equal(bytesOf(d), want) {
			t.Errorf("%s: % x, %v", what, bytesOf(d), err)
		}
	}
	for words, answer := range map[string][]byte{
		"password":          message(gtsNoAccess),
		"different version": message(gtsBadRequest),
		"cannot provide":    message(gtsError),
		"which is too long": {0, 0},
		"is not GTV":        message(77),
	} {
		_, err := listen(t, "gtv://"+gtvServer(t, func(conn net.Conn, _ []byte) { conn.Write(answer) }))
		if err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%q: %v", words, err)
		}
	}
	if _, err := listen(t, "gtv://127.0.0.1:1"); err == nil || !strings.Contains(err.Error(), "no server listens") {
		t.Errorf("a port without a server gives %v", err)
	}
}

func TestAddresses(t *testing.T) {
	for text, want := range map[string]string{
		"qtv://host":                    "qtv://host:28000",
		"QTV://user:word@host:1/stream": "qtv://host:1/stream",
		"gtv://:word@[::1]":             "gtv://[::1]:27910",
		"-":                             "standard input",
		"/some/file.mvd":                "file.mvd",
	} {
		s, err := Parse(text)
		if err != nil || s.String() != want {
			t.Errorf("%s is %v, %v", text, s, err)
		}
	}
	for _, text := range []string{"http://host/", "qtv://", "gtv://user:word@/x", "qtv://a b:c@:x", "gtv://host:99999",
		"qtv://host:0"} {
		if _, err := Parse(text); err == nil || strings.Contains(err.Error(), "word") {
			t.Errorf("%s gives %v", text, err)
		}
	}
	for text, want := range map[string]string{
		"qtv://user:p@ss@host/x": "qtv://user@host/x", "qtv://:pw@host:5": "qtv://host:5", "gtv://host": "gtv://host",
		"a/file": "a/file",
	} {
		if got := Public(text); got != want {
			t.Errorf("%s is shown as %s", text, got)
		}
	}
	s, err := Parse(WithPassword("qtv://user@host/x", "a/b:c@d"))
	if q, ok := s.(*QTV); err != nil || !ok || q.password != "a/b:c@d" || q.user != "user" || q.Stream != "x" {
		t.Errorf("%+v, %v", s, err)
	}
}
