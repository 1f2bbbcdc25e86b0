//go:build !js

package platform

import (
	"time"

	"github.com/hajimehoshi/ebiten/v2"
)

// coarse reports whether fingers point: desktops do not tell, and give the first finger as a mouse.
func coarse() bool { return false }

// fingerTimes tells nothing: the engine does not know when the system heard of a finger.
func fingerTimes(ebiten.TouchID) (began time.Time, held time.Duration) { return time.Time{}, 0 }
