package q3_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"testing"

	"fragscope/formats/quake3"
	"fragscope/sim"
	"fragscope/sim/load"
)

// teamArena is a recording of the ioquake3 game's own Team Arena rules with bots on OpenArena's data.
func teamArena(t *testing.T, name string) []byte {
	t.Helper()
	f, err := os.Open("testdata/recorded/teamarena_" + name + ".dm_71.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestTeamArena reads matches of Team Arena's own rules: the one flag is nobody's, and every demo is given back
// byte for byte.
func TestTeamArena(t *testing.T) {
	tests := []struct {
		name, mode string
		kills      int
		captures   []sim.Team
	}{
		{"oneflag", "One Flag CTF", 0, []sim.Team{sim.TeamFree}},
		{"overload", "Overload", 1, nil},
		{"harvester", "Harvester", 1, nil},
	}
	for _, test := range tests {
		data := teamArena(t, test.name)
		r, err := load.Bytes(context.Background(), test.name+".dm_71", data)
		if err != nil {
			t.Fatal(err)
		}
		r.Wait()
		if d := r.Damage(); len(d) > 0 || !r.Header().Complete || r.Header().ModName != "Team Arena" ||
			r.Levels()[0].GameType != test.mode {
			t.Errorf("%s: %v, %+v, %s", test.name, d, r.Header(), r.Levels()[0].GameType)
		}
		kills := 0
		var captures []sim.Team
		for _, e := range r.Events() {
			switch e.Kind {
			case sim.EventObituary:
				kills++
			case sim.EventCapture:
				captures = append(captures, e.Team)
			}
		}
		if kills < test.kills || len(captures) != len(test.captures) ||
			len(captures) > 0 && captures[0] != test.captures[0] {
			t.Errorf("%s: %d deaths, captures of %v; want at least %d, %v", test.name, kills, captures, test.kills,
				test.captures)
		}
		var out bytes.Buffer
		decoder := quake3.NewDecoder(data, quake3.Options{Protocol: quake3.ProtocolOf(71)})
		encoder := quake3.NewEncoder(&out, quake3.Options{Protocol: quake3.ProtocolOf(71)})
		for decoder.Next(encoder) == nil {
		}
		if err := encoder.Finish(); err != nil || !bytes.Equal(out.Bytes(), data) {
			t.Errorf("%s: %d bytes became %d; %v", test.name, len(data), out.Len(), err)
		}
	}
}
