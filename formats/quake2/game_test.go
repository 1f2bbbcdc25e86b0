package quake2

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// laterGames are protocols that are written for games of 3434, too.
var laterGames = map[string]string{"3435": serverData3435, "3436": serverData3436}

const (
	oddX = "09 00 11 00 19 00" // 16-bit coordinates, of which others would have three bytes
	oddY = "f9 ff f1 ff e9 ff"
	// both are coordinates of 2 bytes in either coding.
	both = "10 00 20 00 30 00"
)

var (
	oddPlaceX  = [3]float32{1.125, 2.125, 3.125}
	oddPlaceY  = [3]float32{-0.875, -1.875, -2.875}
	bothShort  = [3]float32{2, 4, 6}
	bothLonger = [3]float32{1, 2, 3}
)

// TestFormerGame has sounds and effects of a game of protocol 3434 in a demo of a later one.
func TestFormerGame(t *testing.T) {
	for name, serverData := range laterGames {
		t.Run(name, func(t *testing.T) {
			check(t, serverData, blocks, []fixture{
				{"sound", `
09                   sound
2c                   position, entity, wide index
02 01                sound 258
0b 00                entity 1, channel 3
` + oddX + `         pos`, want(&Sound{Flags: SoundPosition | SoundEntity | SoundWideIndex, Index: 258, Volume: 255, Attenuation: 64,
					Entity: 1, Channel: 3, Pos: oddPlaceX, short: true})},
				{"point", "03  temp_entity\n05  explosion1\n" + oddX + "  pos",
					want(&TempEntity{Type: 5, Kind: EffectExplosion1, Pos: oddPlaceX, short: true})},
				{"line", "03  temp_entity\n03  railtrail\n" + oddX + "  pos\n" + oddY + "  end",
					want(&TempEntity{Type: 3, Kind: EffectRailTrail, Pos: oddPlaceX, End: oddPlaceY, short: true})},
				{"grapple", "03  temp_entity\n18  grapple_cable\n09 00  entity 9\n" + oddX + "  pos\n" + oddY +
					"  end\n" + both + "  offset",
					want(&TempEntity{Type: 24, Kind: EffectGrappleCable, Entity: 9, Pos: oddPlaceX, End: oddPlaceY,
						CableOffset: bothShort, short: true})},
				{"without a place", "03  temp_entity\n80  damage\n2c 01  300\n03  temp_entity\n05  explosion1\n" +
					oddX + "  pos",
					want(&TempEntity{Type: 128, Kind: EffectDamageDealt, Count: 300},
						&TempEntity{Type: 5, Kind: EffectExplosion1, Pos: oddPlaceX, short: true})},
			})
		})
	}
}

// TestGameOfLevel has what the whole of a level tells of the coordinates of one effect that both games could have.
func TestGameOfLevel(t *testing.T) {
	const (
		effect  = "03  temp_entity\n05  explosion1\n" + both
		former  = "03  temp_entity\n05  explosion1\n" + oddX
		later   = "03  temp_entity\n05  explosion1\n10 00 f0 ff 01 e2 04"
		neither = "03  temp_entity\n05  explosion1\n10 00"
		print   = "0a  print\n02  high\n68 69 00"
	)
	for _, c := range []struct {
		name string
		rest []string
		want [3]float32
	}{
		{"nothing tells", nil, bothLonger},
		{"a later block", []string{print, former}, bothShort},
		{"a later block of the later game", []string{print, later}, bothLonger},
		{"damage says nothing", []string{neither, former}, bothShort},
		{"most blocks", []string{later, former, former}, bothShort},
		{"three ahead", []string{later, later, later, former, former, former, former}, bothLonger},
		{"another level's", []string{serverData3436, former}, bothLonger},
		{"another level's in the midst", []string{print + "\n" + serverData3436, former}, bothLonger},
	} {
		t.Run(c.name, func(t *testing.T) {
			parts := [][]byte{fromHex(t, serverData3436), fromHex(t, effect)}
			for _, s := range c.rest {
				parts = append(parts, fromHex(t, s))
			}
			data := blocks(parts...)
			d := NewDecoder(data, Options{})
			var got *TempEntity
			drain(d, HandlerFunc(func(m Message) {
				if m, ok := m.(*TempEntity); ok && got == nil {
					e := *m
					got = &e
				}
			}))
			if got == nil || got.Pos != c.want {
				t.Errorf("%+v, want it at %v", got, c.want)
			}
			if string(encoded(data)) != string(data) {
				t.Error("not written back")
			}
		})
	}
}

// TestClipOfFormerGame has a part of a demo, in which nothing tells any more which coordinates it was recorded with.
func TestClipOfFormerGame(t *testing.T) {
	parts := [][]byte{fromHex(t, serverData3436), fromHex(t, "03  temp_entity\n05  explosion1\n"+oddX),
		fromHex(t, "03  temp_entity\n05  explosion1\n"+both), fromHex(t, "09  sound\n04  position\n02  sound 2\n"+both)}
	data := blocks(parts...)
	begin := int64(len(blocks(parts[:2]...)))
	var out bytes.Buffer
	c := NewClip(&out, Options{}, begin, int64(len(data)))
	drain(NewDecoder(data, Options{}), c)
	if err := c.Finish(); err != nil {
		t.Fatal(err)
	}
	var got [][3]float32
	d := NewDecoder(out.Bytes(), Options{})
	drain(d, HandlerFunc(func(m Message) {
		switch m := m.(type) {
		case *TempEntity:
			got = append(got, m.Pos)
		case *Sound:
			got = append(got, m.Pos)
		}
	}))
	if want := [][3]float32{bothShort, bothShort}; !slices.Equal(got, want) || len(d.Damage()) > 0 {
		t.Errorf("places %v, want %v; %v", got, want, d.Damage())
	}
}

// TestFormerReach has how far a level reaches whose game is that of an earlier protocol, and that the answer holds for
// the next level of the demo that has none.
func TestFormerReach(t *testing.T) {
	level := fromHex(t, serverData3436)
	data := blocks(level, fromHex(t, "03  temp_entity\n05  explosion1\n"+oddX), level,
		fromHex(t, strings.Replace(serverData3436, "6c 0d", "6a 0d", 1)))
	var got []string
	drain(NewDecoder(data, Options{}), HandlerFunc(func(m Message) {
		if m, ok := m.(*ServerData); ok {
			got = append(got, fmt.Sprint(m.Protocol, m.Reach))
		}
	}))
	if want := "[3436 4096 3436 4096 3434 4096]"; fmt.Sprint(got) != want {
		t.Errorf("levels %v, want %v", got, want)
	}
}
