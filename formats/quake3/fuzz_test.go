package quake3

import (
	"bytes"
	"io"
	"testing"
)

// seedDemo is a small demo of protocol p, made by the encoder.
func seedDemo(p *Protocol) []byte {
	var out bytes.Buffer
	e := NewEncoder(&out, Options{Protocol: p})
	var entity, moved EntityState
	entity.Number, entity.F[EntEType] = 3, EtItem
	entity.SetTrajectory(Trajectory{Type: TrLinear, Time: 100, Base: [3]float32{1, 2.5, 3}})
	moved = entity
	moved.SetFloat(EntPosBaseX, 9)
	var player PlayerState
	player.SetOrigin([3]float32{64, -64, 24.125})
	player.Stats[0], player.Ammo[2] = 100, -1
	e.Handle(&Block{Sequence: 1})
	e.Handle(&Gamestate{
		Configstrings: []Configstring{{Index: 0, Text: []byte(`\mapname\q3dm1\protocol\68`)},
			{Index: 544, Text: []byte(`n\a`)}},
		Baselines: []EntityDelta{entity.Delta(&EntityState{}, p)},
		ClientNum: 1,
	})
	e.Handle(&BlockEnd{})
	e.Handle(&Block{Sequence: 2})
	e.Handle(&ServerCommand{Sequence: 1, Text: []byte(`print "hello"`)})
	e.Handle(&SnapshotDelta{ServerTime: 100, AreaMask: []byte{1}, Player: player.Delta(&PlayerState{}, p),
		Entities: []EntityDelta{moved.Delta(&entity, p)}})
	e.Handle(&BlockEnd{})
	e.Handle(&Block{Sequence: 3})
	e.Handle(&SnapshotDelta{ServerTime: 150, DeltaNum: 1, Entities: []EntityDelta{{Number: 3, Removed: true}}})
	e.Handle(&BlockEnd{})
	_ = e.Finish()
	return out.Bytes()
}

// encodeAll decodes data and encodes what it holds.
func encodeAll(data []byte, p *Protocol) (out []byte, err error) {
	var b bytes.Buffer
	d := NewDecoder(data, Options{Protocol: p})
	e := NewEncoder(&b, Options{Protocol: d.Protocol()})
	for d.Next(e) != io.EOF {
	}
	return b.Bytes(), e.Finish()
}

// FuzzDecode decodes hostile demos with each coding and by detection. What
// was decoded and encoded must stay as it is when this is done again.
func FuzzDecode(f *testing.F) {
	for i, p := range protocols {
		data := seedDemo(p)
		f.Add(byte(i), data)
		f.Add(byte(len(protocols)), data)
		damaged := bytes.Clone(data)
		damaged[len(damaged)/2] ^= 0x5a
		f.Add(byte(i), damaged)
		f.Add(byte(i), damaged[:len(damaged)-20])
	}
	f.Fuzz(func(t *testing.T, n byte, data []byte) {
		var p *Protocol
		if int(n) < len(protocols) {
			p = protocols[n]
		} else {
			p = Detect(data, "").Protocol
		}
		once, err := encodeAll(data, p)
		if err != nil {
			return
		}
		twice, err := encodeAll(once, p)
		if err != nil || !bytes.Equal(once, twice) {
			t.Errorf("%d bytes become %d, then %d, %v", len(data), len(once), len(twice), err)
		}
	})
}

// FuzzMessage decodes one hostile message with each coding, and applies what
// it changes.
func FuzzMessage(f *testing.F) {
	for i, p := range protocols {
		for data := seedDemo(p); len(data) > 2*blockHeader; {
			d := Decoder{data: data}
			h, _ := d.header(0)
			f.Add(byte(i), data[blockHeader:][:h.length])
			data = data[blockHeader+int(h.length):]
		}
	}
	f.Fuzz(func(t *testing.T, n byte, message []byte) {
		p := protocols[int(n)%len(protocols)]
		d := Decoder{coder: coder{p: p}}
		if d.coder.read(&d.tape, Block{Sequence: 9, Length: len(message)}, message, len(message)) != nil {
			return
		}
		d.deliver(&d.tape, new(History))
		d.deliver(&d.tape, new(journal))
	})
}

func FuzzDetect(f *testing.F) {
	f.Add(seedDemo(ProtocolOf(90)), "a.dm_90")
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		if d := Detect(data, name); d.Protocol == nil {
			t.Error("no protocol")
		}
		Sniff(data)
	})
}
