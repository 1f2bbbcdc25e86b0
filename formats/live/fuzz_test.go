//go:build !js

package live

import (
	"bytes"
	"compress/zlib"
	"context"
	"net"
	"testing"
	"time"

	"fragscope/formats/codec"
	"fragscope/formats/quake2"
	"fragscope/formats/quakeworld"
)

// hear lets a source hear what a hostile server says, without a network.
func hear(t *testing.T, format *codec.Codec, talk func(*line) error, said []byte) *Demo {
	client, server := net.Pipe()
	d := New(nil)
	go func() {
		server.SetDeadline(time.Now().Add(5 * time.Second))
		go func() {
			buf := make([]byte, 1<<10)
			for {
				if _, err := server.Read(buf); err != nil {
					return
				}
			}
		}()
		server.Write(said)
		server.Close()
	}()
	l := newLine(context.Background(), client, d, format)
	if err := talk(l); err == nil {
		t.Error("the stream does not end with its server")
	}
	client.Close()
	d.End("")
	return d
}

func FuzzQTV(f *testing.F) {
	f.Add([]byte("QTVSV 1\nBEGIN\n\n\x00\x06\x04\x00\x00\x00abcd\x00\x06\x01\x00\x00\x00x"))
	f.Add([]byte("QTVSV 1\nAUTH: MD4\nCHALLENGE: abc\n\nQTVSV 1\nBEGIN\n\n"))
	f.Add([]byte("QTVSV 1\nASOURCE: 1: tcp:x: y\nASOURCE: 2: z\n\n"))
	f.Add([]byte("QTVSV 1\nPERROR: no\n\n"))
	f.Fuzz(func(t *testing.T, said []byte) {
		q := &QTV{address: address{password: "secret"}}
		d := hear(t, quakeworld.MultiViewCodec, q.talk, said)
		if data, _ := d.More(-1, nil); len(data) > len(said) {
			t.Errorf("%d bytes come of %d", len(data), len(said))
		}
	})
}

func FuzzGTV(f *testing.F) {
	hello := []byte("MVD2\x05\x00\x00\x00\x00\x00\x00")
	deflated := func(said []byte) []byte {
		var b bytes.Buffer
		b.WriteString("MVD2\x05\x00\x00\x01\x00\x00\x00")
		z := zlib.NewWriter(&b)
		z.Write(said)
		z.Flush()
		return b.Bytes()
	}
	messages := []byte("\x01\x00\x02\x04\x00\x04abc\x01\x00\x04\x01\x00\x08")
	f.Add(append(bytes.Clone(hello), messages...))
	f.Add(deflated(messages))
	f.Add([]byte("MVD2\x01\x00\x07"))
	f.Fuzz(func(t *testing.T, said []byte) {
		g := &GTV{}
		d := hear(t, quake2.MultiViewCodec, g.talk, said)
		data, _ := d.More(-1, nil)
		if len(data) > 0 && !bytes.HasPrefix(data, gtvMagic) || len(data) > 1100*len(said) {
			t.Errorf("%d bytes come of %d", len(data), len(said))
		}
		if f := d.Format(context.Background()); f != nil && f != quake2.MultiViewCodec {
			t.Errorf("the format is %v", f)
		}
	})
}

// FuzzHub reads any answer of a hub.
func FuzzHub(f *testing.F) {
	f.Add([]byte(`[{"address":"d.example:28501","mode":"1on1","title":"duel","status":{"name":"Started","description":"3 min left"},
		"player_slots":{"used":2,"total":2},"players":[{"name":"Ann","frags":4,"ping":12},{"name":"Bob","frags":7}],"teams":[],
		"settings":{"map":"arena","hostname":"D"},"qtv_stream":{"url":"1@qtv.example:28000"}},{"players":[]}]`))
	f.Add([]byte(`[{"players":[{}],"qtv_stream":{"url":"http://h/?#@:"},"address":":0"},null]`))
	f.Fuzz(func(t *testing.T, answer []byte) {
		list, servers, err := readHub(bytes.NewReader(answer))
		if err == nil && (len(list) > servers || len(list) > maxServers) {
			t.Errorf("%d matches on %d servers", len(list), servers)
		}
		for i := range list {
			if len(list[i].Players) > maxStatusPlayers || list[i].Server != "" && !IsServer(list[i].Server) ||
				list[i].Watch != "" && !IsAddress(list[i].Watch) {
				t.Errorf("%+v", list[i])
			}
		}
	})
}
