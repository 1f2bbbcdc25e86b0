package nogamepad_test

import (
	"testing"
	_ "unsafe" // for go:linkname

	_ "github.com/hajimehoshi/ebiten/v2"

	_ "fragscope/viewer/platform/nogamepad"
)

//go:linkname names github.com/hajimehoshi/ebiten/v2/internal/gamepaddb.gamepadNames
var names map[string]string

func TestDatabaseIsNotRead(t *testing.T) {
	if names == nil {
		t.Error("Ebitengine does not keep the names of gamepads where this test looks for them")
	}
	if len(names) > 100 { // some are built in on Windows
		t.Errorf("%d gamepads were read", len(names))
	}
}
