//go:build !js

package live

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"sync"
	"time"

	"fragscope/formats/quake2"
)

// GTV is a [Source] that receives a GTV stream from a Q2PRO server or proxy (q2pro inc/common/protocol.h and
// server/mvd.c, GTV_PROTOCOL_VERSION). The stream has the content of a .mvd2 file.
type GTV struct {
	address

	unit time.Duration
}

func openGTV(a address, _ string) Source { return &GTV{address: a} }

// Numbers of the protocol.
const (
	gtvVersion = 0xed04
	gtvDeflate = 1 // flag in the hello
	gtvMaxName = 64
	// gtvMaxBuffer is the number of frames that the server may hold back; pings make it send them earlier.
	gtvMaxBuffer = 10
	gtvPing      = 250 * time.Millisecond
	// gtvLongest is the size of the longest message (MAX_GTS_MSGLEN), without its size.
	gtvLongest = 1<<15 + 128
)

// Messages of the client.
const (
	gtcHello = iota
	gtcPing
	gtcStreamStart
)

// Messages of the server.
const (
	gtsHello = iota
	gtsPong
	gtsStreamStart
	gtsStreamStop
	gtsData
	gtsError
	gtsBadRequest
	gtsNoAccess
	gtsDisconnect
	gtsReconnect
)

var gtvMagic = []byte("MVD2")

// Run appends the stream to d. If the connection is lost, Run reconnects.
func (g *GTV) Run(ctx context.Context, d *Demo) error {
	s := stream{address: g.address, format: quake2.MultiViewCodec, talk: g.talk, unit: g.unit}
	return s.run(ctx, d)
}

// talk requests the stream and passes it on.
func (g *GTV) talk(l *line) error {
	if _, err := l.Write(gtvMagic); err != nil {
		return err
	}
	magic := make([]byte, len(gtvMagic))
	if _, err := io.ReadFull(l.in, magic); err != nil {
		return err
	}
	if !bytes.Equal(magic, gtvMagic) {
		return final(msgNoGTV)
	}
	// What is sent with the magic stays unread until more arrives (server/mvd.c, parse_message): the hello waits for
	// the echo.
	if _, err := l.Write(g.hello()); err != nil {
		return err
	}
	buf := make([]byte, gtvLongest)
	op, body, err := readGTV(l.in, buf)
	switch {
	case err != nil:
		return err
	case op != gtsHello:
		return gtvRefusal(op)
	case len(body) < 4:
		return final(msgCutGreeting)
	}
	start := binary.LittleEndian.AppendUint16([]byte{gtcStreamStart}, gtvMaxBuffer)
	if _, err := l.Write(gtvMessage(start)); err != nil {
		return err
	}
	in := l.in
	if binary.LittleEndian.Uint32(body)&gtvDeflate != 0 {
		z, err := newInflater(l.in)
		if err != nil {
			return err
		}
		in = bufio.NewReaderSize(l.paced(z), readBytes)
	}
	stop, wait := make(chan struct{}), new(sync.WaitGroup)
	defer wait.Wait()
	defer close(stop)
	wait.Go(func() { pingGTV(l, stop) })
	return g.listen(l, in, buf)
}

// hello returns the first message.
func (g *GTV) hello() []byte {
	b := binary.LittleEndian.AppendUint16([]byte{gtcHello}, gtvVersion)
	b = binary.LittleEndian.AppendUint32(b, gtvDeflate)
	b = binary.LittleEndian.AppendUint32(b, 0)
	name := g.user
	if name == "" {
		name = "fragscope"
	}
	for _, text := range []string{name, g.password, "fragscope"} {
		text = oneLine(text)
		b = append(append(b, text[:min(len(text), gtvMaxName-1)]...), 0)
	}
	return gtvMessage(b)
}

// gtvMessage returns a message preceded by its size.
func gtvMessage(b []byte) []byte {
	return append(binary.LittleEndian.AppendUint16(nil, uint16(len(b))), b...)
}

// readGTV reads a message into buf, which must have room for the longest.
func readGTV(r io.Reader, buf []byte) (op byte, body []byte, err error) {
	var head [2]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	n := int(binary.LittleEndian.Uint16(head[:]))
	if n == 0 || n > gtvLongest {
		return 0, nil, final(msgMessageSize, n)
	}
	buf = buf[:n]
	if _, err := io.ReadFull(r, buf); err != nil {
		return 0, nil, err
	}
	return buf[0], buf[1:], nil
}

// gtvRefusal returns the reason for a server's refusal to send its stream.
func gtvRefusal(op byte) error {
	switch op {
	case gtsNoAccess:
		return finalError{ErrPassword}
	case gtsBadRequest:
		return final(msgOtherGTV)
	case gtsError:
		return final(msgNoStreamNow)
	case gtsDisconnect:
		return errEnded
	case gtsReconnect:
		return errors.New(msgBeginsAnew)
	}
	return final(msgNoGTVAnswer)
}

// listen passes on the stream.
func (g *GTV) listen(l *line, in io.Reader, buf []byte) error {
	for {
		l.SetReadDeadline(time.Now().Add(silenceTimeout))
		op, body, err := readGTV(in, buf)
		if err != nil {
			return err
		}
		switch op {
		case gtsPong, gtsStreamStart:
		case gtsData:
			if len(body) == 0 {
				l.demo.Tell(Stalled, "nobody plays: the server has suspended its stream")
			} else if err := l.takeGTV(body); err != nil {
				return err
			}
		case gtsStreamStop:
			return errEnded
		default:
			return gtvRefusal(op)
		}
	}
}

// takeGTV passes on a payload as a block of a .mvd2.
func (l *line) takeGTV(body []byte) error {
	block := make([]byte, 0, len(gtvMagic)+2+len(body))
	if l.demo.Status().Bytes == 0 {
		block = append(block, gtvMagic...)
	}
	block = binary.LittleEndian.AppendUint16(block, uint16(len(body)))
	block = append(block, body...)
	return l.pass(block)
}

// pingGTV sends pings, which make the server send the frames it holds back and keep it from timing out the connection.
func pingGTV(l *line, stop <-chan struct{}) {
	tick := time.NewTicker(gtvPing)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
			l.SetWriteDeadline(time.Now().Add(answerTimeout))
			if _, err := l.Write(gtvMessage([]byte{gtcPing})); err != nil {
				return
			}
		}
	}
}
