package sim

import (
	"testing"
	"time"
)

func TestPositionsAsCSV(t *testing.T) {
	for _, test := range []struct {
		p    Position
		want string
	}{
		{Position{Time: 1500 * time.Millisecond, Clock: 61 * time.Second, Kind: "ps", Entity: 3, Origin: Vec3{1.125, -2, 3e5},
			View: Angles{Pitch: -10.5, Yaw: 90}}, "x:1500,61000,ps,3,1.125,-2,300000,-10.5,90\n"},
		{Position{Time: -time.Millisecond, Kind: "es", Entity: 64, NoView: true}, "x:-1,0,es,64,0,0,0,,\n"},
	} {
		if got := string(test.p.AppendCSV([]byte("x:"))); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

func TestGameNames(t *testing.T) {
	for key, want := range map[string]string{"quake3": "Quake III", "quakelive": "Quake Live", "openarena": "Openarena",
		"": ""} {
		if got := GameName(key); got != want {
			t.Errorf("%q is %q, want %q", key, got, want)
		}
	}
}
