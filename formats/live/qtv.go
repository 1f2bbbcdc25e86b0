//go:build !js

package live

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha3"
	"encoding/hex"
	"fmt"
	"io"
	"math/bits"
	"strconv"
	"strings"
	"time"

	"fragscope/formats/quakeworld"
)

// QTV is a [Source] that receives a QuakeWorld TV stream from a server (mvdsv's qtv_streamport) or a proxy. It uses
// version 1 of the protocol (mvdsv sv_demo_qtv.c; QW-Group/qtv). The stream is a .mvd that starts with the current
// state of the match.
type QTV struct {
	address
	// Stream is the number or name of one of a proxy's streams, or "" if there is only one.
	Stream string

	only string // the only stream, if the server listed it
	unit time.Duration
}

func openQTV(a address, path string) Source { return &QTV{address: a, Stream: strings.Trim(path, "/")} }

// String returns the stream's address without its password.
func (q *QTV) String() string {
	if q.Stream == "" {
		return q.address.String()
	}
	return q.address.String() + "/" + q.Stream
}

// Run appends the stream to d. If the connection is lost, Run reconnects.
func (q *QTV) Run(ctx context.Context, d *Demo) error {
	s := stream{address: q.address, format: quakeworld.MultiViewCodec, talk: q.talk, unit: q.unit}
	return s.run(ctx, d)
}

// talk requests the stream and passes it on. If no particular stream is requested, a proxy lists its streams.
func (q *QTV) talk(l *line) error {
	stream := cmp.Or(q.Stream, q.only)
	if stream == "" {
		streams, err := q.request(l, "SOURCELIST\n")
		switch {
		case err != nil:
			return err
		case streams == nil:
			return q.listen(l)
		case len(streams) != 1:
			return finalError{&StreamsError{q.address.String(), streams}}
		}
		q.only = streams[0].ID
		return errAgain // the connection ends with the list
	}
	if _, err := q.request(l, "SOURCE: "+oneLine(stream)+"\n"); err != nil {
		return err
	}
	return q.listen(l)
}

// oneLine returns a text without line breaks.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return -1
		}
		return r
	}, s)
}

// qtvHashes are the proofs of knowing the password, computed from a challenge, by the names of the methods. The server
// uses the strongest of those offered.
var qtvHashes = []struct {
	name string
	hash func(challenge, password string) string
}{
	{"NONE", func(string, string) string { return "" }},
	{"PLAIN", func(_, password string) string { return password }},
	{"CCITT", func(challenge, password string) string {
		return strconv.Itoa(int(ccitt([]byte(challenge + password))))
	}},
	{"MD4", func(challenge, password string) string {
		var text strings.Builder
		for _, word := range md4([]byte(challenge + password)) {
			fmt.Fprintf(&text, "%X", word)
		}
		return text.String()
	}},
	{"SHA3_512", func(challenge, password string) string {
		sum := sha3.Sum512([]byte(challenge + password))
		return hex.EncodeToString(sum[:])
	}},
}

// request sends a request and reads the answer up to the stream. If a proxy lists its streams instead, streams is not
// nil.
func (q *QTV) request(l *line, what string) (streams []Stream, err error) {
	methods := ""
	for _, h := range qtvHashes {
		if q.password != "" || h.name == "NONE" {
			methods += "AUTH: " + h.name + "\n"
		}
	}
	request := "QTV\nVERSION: 1\n" + what + methods
	if _, err := io.WriteString(l, request+"\n"); err != nil {
		return nil, err
	}
	for asked := false; ; asked = true {
		a, err := readAnswer(l)
		switch {
		case err != nil:
			return nil, err
		case a.streams != nil || a.begins:
			return a.streams, nil
		case a.refused != "":
			return nil, q.refusal(a.refused)
		case a.method == "" || asked:
			return nil, final(msgNoQTVAnswer)
		}
		proof, known := q.prove(a.method, a.challenge)
		if !known {
			return nil, final(msgPasswordMethod, a.method)
		}
		if _, err := io.WriteString(l, request+"PASSWORD: \""+proof+"\"\n\n"); err != nil {
			return nil, err
		}
	}
}

// prove answers a challenge.
func (q *QTV) prove(method, challenge string) (proof string, known bool) {
	for _, h := range qtvHashes {
		if h.name == method {
			return h.hash(challenge, oneLine(q.password)), true
		}
	}
	return "", false
}

// refusal returns the error for a refused request.
func (q *QTV) refusal(words string) error {
	lower := strings.ToLower(words)
	if strings.Contains(lower, "password") || strings.Contains(lower, "auth") {
		return finalError{fmt.Errorf("%w (%s)", ErrPassword, words)}
	}
	return final(msgRefused, words)
}

// answer is the header that a server sends before the stream.
type answer struct {
	begins            bool
	refused           string
	method, challenge string
	streams           []Stream
}

const (
	maxAnswer  = 64 << 10 // bytes of an answer
	maxStreams = 256
)

// readAnswer reads the lines up to the empty one.
func readAnswer(l *line) (a answer, err error) {
	var text []byte
	for !bytes.HasSuffix(text, []byte("\n\n")) {
		b, err := l.in.ReadByte()
		if err != nil {
			return a, err
		}
		if b == '\r' {
			continue
		}
		if text = append(text, b); len(text) > maxAnswer {
			return a, final(msgEndlessAnswer)
		}
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if !strings.HasPrefix(lines[0], "QTVSV ") {
		return a, final(msgNoQTV)
	}
	for _, text := range lines[1:] {
		key, value, _ := strings.Cut(text, ":")
		value = strings.TrimSpace(value)
		a.line(strings.TrimSpace(key), value)
	}
	return a, nil
}

// line handles one line of an answer.
func (a *answer) line(key, value string) {
	switch key {
	case "BEGIN":
		a.begins = true
	case "PERROR", "TERROR":
		a.refused = value
	case "AUTH":
		a.method = value
	case "CHALLENGE":
		a.challenge = value
	case "ASOURCE":
		id, name, _ := strings.Cut(value, ":")
		if len(a.streams) < maxStreams {
			a.streams = append(a.streams, Stream{strings.TrimSpace(id), strings.TrimSpace(name)})
		}
	}
}

// listen passes on the stream.
func (q *QTV) listen(l *line) error {
	l.SetDeadline(time.Time{})
	buf := make([]byte, readBytes)
	for {
		n, err := l.quiet(l.in.Read, buf)
		if taken := l.take(buf[:n]); taken != nil {
			return taken
		}
		if err != nil {
			return err
		}
	}
}

// ccitt returns the CCITT checksum (mvdsv crc.c, CRC_Block).
func ccitt(data []byte) (crc uint16) {
	crc = 0xffff
	for _, b := range data {
		crc ^= uint16(b) << 8
		for range 8 {
			carry := crc&0x8000 != 0
			if crc <<= 1; carry {
				crc ^= 0x1021
			}
		}
	}
	return crc
}

// md4 returns the MD4 hash (RFC 1320), which only old servers need.
func md4(data []byte) [4]uint32 {
	state := [4]uint32{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476}
	size := uint64(len(data)) * 8
	data = append(bytes.Clone(data), 0x80)
	for len(data)%64 != 56 {
		data = append(data, 0)
	}
	for i := range 8 {
		data = append(data, byte(size>>(8*i)))
	}
	for ; len(data) > 0; data = data[64:] {
		md4Block(&state, data)
	}
	return state
}

// md4Rounds are the three rounds: the function, the constant added, the rotations and the order of the words.
var md4Rounds = [3]struct {
	mix   func(x, y, z uint32) uint32
	add   uint32
	turns [4]int
	order [16]int
}{
	{func(x, y, z uint32) uint32 { return x&y | ^x&z }, 0, [4]int{3, 7, 11, 19},
		[16]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}},
	{func(x, y, z uint32) uint32 { return x&y | x&z | y&z }, 0x5a827999, [4]int{3, 5, 9, 13},
		[16]int{0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15}},
	{func(x, y, z uint32) uint32 { return x ^ y ^ z }, 0x6ed9eba1, [4]int{3, 9, 11, 15},
		[16]int{0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15}},
}

// md4Block adds a block of 64 bytes.
func md4Block(state *[4]uint32, data []byte) {
	var words [16]uint32
	for i := range words {
		words[i] = uint32(data[4*i]) | uint32(data[4*i+1])<<8 | uint32(data[4*i+2])<<16 | uint32(data[4*i+3])<<24
	}
	s := *state
	for _, r := range md4Rounds {
		for i, k := range r.order {
			a := s[0] + r.mix(s[1], s[2], s[3]) + words[k] + r.add
			s = [4]uint32{s[3], bits.RotateLeft32(a, r.turns[i%4]), s[1], s[2]}
		}
	}
	for i := range state {
		state[i] += s[i]
	}
}
