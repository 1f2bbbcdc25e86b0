package wire

import (
	"slices"
	"testing"
)

func TestKept(t *testing.T) {
	var k Kept[string]
	k.Set("player 1 name", "a")
	k.Set("", "static")
	k.Set("player 10 name", "c")
	k.Set("player 1 name", "b")
	k.Set("", "static")
	if got := k.All(); !slices.Equal(got, []string{"b", "static", "c", "static"}) {
		t.Errorf("%q", got)
	}
	k.Drop("player 1")
	k.Set("player 1 name", "d")
	if got := k.All(); !slices.Equal(got, []string{"static", "c", "static", "d"}) {
		t.Errorf("%q", got)
	}
}
