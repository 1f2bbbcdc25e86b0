//go:build !js

package platform

import (
	"time"

	"github.com/hajimehoshi/ebiten/v2"
)

// coarse returns false: desktops do not distinguish them, and report the first finger as a mouse.
func coarse() bool { return false }

// fingerTimes returns zeros: the engine does not report the time at which the system detected a finger.
func fingerTimes(ebiten.TouchID) (began time.Time, held time.Duration) { return time.Time{}, 0 }
