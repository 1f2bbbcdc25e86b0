package quake2

import (
	"bytes"
	"encoding/binary"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/formats/live/proxy"
	"fragscope/formats/live/proxy/proxytest"
)

// header is the start of a packet: its number and that of the last one received.
func header(number, received int, up bool) []byte {
	h := binary.LittleEndian.AppendUint32(nil, uint32(number))
	if h = binary.LittleEndian.AppendUint32(h, uint32(received)); up {
		h = append(h, 0x67, 0x12)
	}
	return h
}

// exchange is the packets of a connection whose server sends messages, one by one.
func exchange(messages [][]byte) []proxytest.Packet {
	at := time.Duration(0)
	var all []proxytest.Packet
	add := func(up bool, data []byte) {
		all = append(all, proxytest.Packet{At: at, Up: up, Data: data})
		at += 2 * time.Millisecond
	}
	add(true, []byte("\xff\xff\xff\xffgetchallenge\n"))
	add(false, []byte("\xff\xff\xff\xffchallenge 123456"))
	add(true, []byte("\xff\xff\xff\xffconnect 34 4711 123456 \"\\name\\Somebody\"\n"))
	add(false, []byte("\xff\xff\xff\xffclient_connect"))
	for i, m := range messages {
		at += 50 * time.Millisecond
		words := []byte{2}
		if i == 0 {
			words = []byte("\x04new\x00")
		} else if i == min(2, len(messages)-1) {
			words = []byte("\x04begin 1\x00")
		}
		add(true, append(header(i+1, i, true), words...))
		add(false, append(header(i+1, i+1, false), m...))
	}
	add(true, append(header(len(messages)+1, len(messages), true), "\x04disconnect\x00"...))
	return all
}

// play is an exchange in which nothing is said.
func play(n int) []proxytest.Packet {
	messages := make([][]byte, n)
	for i := range messages {
		messages[i] = []byte{6, 6, byte(6)}
	}
	return exchange(messages)
}

// blocks returns the messages of a demo's blocks, up to its end.
func blocks(t *testing.T, data []byte) (list [][]byte) {
	t.Helper()
	for len(data) >= 4 && !bytes.Equal(data[:4], endOfDemo) {
		size := int(binary.LittleEndian.Uint32(data))
		if size > len(data)-4 {
			t.Fatalf("a block of %d bytes, %d are left", size, len(data)-4)
		}
		list = append(list, data[4:4+size])
		data = data[4+size:]
	}
	return list
}

// TestDemosComeBack sends the blocks of real demos as packets: the proxy makes the same demos of them.
func TestDemosComeBack(t *testing.T) {
	count := 0
	for _, name := range corpus.Demos(t, []string{"q2", "recorded/q2"}, "*.dm2") {
		data := corpus.Load(t, name)
		want := blocks(t, data)
		if len(want) < 3 || len(want[0]) > 1<<15 {
			continue
		}
		var tape proxytest.Tape
		proxytest.Feed(t, &conn{tape: &tape}, exchange(want))
		if len(tape.Demos) != 1 || !tape.Demos[0].Ended {
			t.Errorf("%s: %d demos", filepath.Base(name), len(tape.Demos))
			continue
		}
		got := tape.Demos[0].Data
		if n := len(got) - len(endOfDemo); n > len(data) || !bytes.Equal(got[:n], data[:n]) ||
			!bytes.HasSuffix(got, endOfDemo) {
			t.Errorf("%s: %d bytes differ from the demo's %d", filepath.Base(name), len(got), len(data))
		}
		count++
	}
	if count < 10 {
		t.Errorf("only %d demos", count)
	}
	t.Logf("%d demos", count)
}

// TestRough has packets lost, doubled and late: those that are left are in order.
func TestRough(t *testing.T) {
	for seed := range int64(20) {
		messages := make([][]byte, 300)
		for i := range messages {
			messages[i] = binary.LittleEndian.AppendUint32([]byte{10}, uint32(i))
		}
		packets := exchange(messages)
		var tape proxytest.Tape
		proxytest.Feed(t, &conn{tape: &tape}, append(packets[:4:4], proxytest.Rough(packets[4:], seed)...))
		if len(tape.Demos) == 0 {
			continue // the packet that begins was lost
		}
		last := -1
		for _, b := range blocks(t, tape.Demos[0].Data) {
			if n := int(binary.LittleEndian.Uint32(b[1:])); n <= last {
				t.Fatalf("seed %d: message %d after %d", seed, n, last)
			} else {
				last = n
			}
		}
		if last < 200 {
			t.Errorf("seed %d: the last message is %d", seed, last)
		}
	}
}

// TestLimit leaves the game no protocol but 34 to choose, and everything else as it is.
func TestLimit(t *testing.T) {
	const head = "\xff\xff\xff\xff"
	for in, want := range map[string]string{
		head + "challenge 4711 p=34,35,36":         head + "challenge 4711 p=34",
		head + "challenge 4711 p=34,35,36 x=1\n":   head + "challenge 4711 p=34 x=1\n",
		head + "challenge 4711":                    head + "challenge 4711",
		head + "challenge 4711 p=":                 head + "challenge 4711 p=34",
		head + "client_connect nc=0 map=a p=34,36": head + "client_connect nc=0 map=a p=34,36",
		"challenge 4711 p=34,35,36":                "challenge 4711 p=34,35,36",
		"":                                         "",
	} {
		packet := []byte(in)
		if got := limit(packet); string(got) != want || string(packet) != in {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

// TestCompressed says what keeps a connection from being recorded.
func TestCompressed(t *testing.T) {
	for _, protocol := range []string{"35", "36"} {
		packets := play(5)
		packets[2].Data = []byte("\xff\xff\xff\xffconnect " + protocol + " 4711 123456 \"\\name\\Somebody\" 1390 1\n")
		var tape proxytest.Tape
		proxytest.Feed(t, &conn{tape: &tape}, packets)
		if len(tape.Demos) != 0 || len(tape.Said) != 1 || !strings.Contains(tape.Said[0], protocol) {
			t.Errorf("protocol %s: %d demos, said %q", protocol, len(tape.Demos), tape.Said)
		}
	}
}

// TestBeginsWithServerData leaves out what a server sends before it says what game it is: a demo begins with that.
func TestBeginsWithServerData(t *testing.T) {
	for in, want := range map[string]string{
		"\x0c\x22": "\x0c\x22", "\x0b\n\x00\x0c\x22": "\x0c\x22", "\x06\x0a\x02hello\x00\x0b\n\x00\x0c": "\x0c",
		"\x06": "", "\x0b\n\x00": "", "\x0b\n": "\x0b\n", "\x0a": "\x0a", "\x0d\x00\x00a\x00\x0c": "\x0d\x00\x00a\x00\x0c", "": "",
	} {
		if got := fromServerData([]byte(in)); string(got) != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	messages := [][]byte{[]byte("\x0b\n\x00"), []byte("\x0b\n\x00\x0c\x22"), {6}, {6, 6}}
	var tape proxytest.Tape
	proxytest.Feed(t, &conn{tape: &tape}, exchange(messages))
	if len(tape.Demos) != 1 {
		t.Fatalf("%d demos", len(tape.Demos))
	}
	if got := blocks(t, tape.Demos[0].Data); len(got) != 3 || string(got[0]) != "\x0c\x22" {
		t.Errorf("blocks %q", got)
	}
}

// TestDownload leaves parts of files out of the demo.
func TestDownload(t *testing.T) {
	for in, want := range map[string]string{
		"\x10\x03\x00\x32abc\x06": "\x06", "\x10\xff\xff\x00\x06": "\x06", "\x10\x01\x00\x32a\x10\x01\x00\x64b": "",
		"\x10\x09\x00\x32abc":   "\x10\x09\x00\x32abc",
		"\x06\x10\x01\x00\x32a": "\x06\x10\x01\x00\x32a",
	} {
		if got := withoutDownload([]byte(in)); string(got) != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// TestReplay has packets pass through sockets as they were, and record what they do without.
func TestReplay(t *testing.T) {
	open := func(tape proxy.Tape) proxy.Conn { return &conn{tape: tape} }
	proxytest.Replays(t, Game, open, play(400), bytes.Equal)
}
