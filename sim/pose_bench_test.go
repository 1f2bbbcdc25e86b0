package sim

import (
	"math"
	"testing"
)

// BenchmarkPackPoses packs frames in which three players run in circles, one of them the point of view, whose place is no whole number.
func BenchmarkPackPoses(b *testing.B) {
	var l lineup
	var list news
	var poses writtenPoses
	frame := Frame{Players: make([]FramePlayer, 3)}
	players := frame.Players
	for i := range players {
		players[i].Slot = SlotAt(2 * i)
	}
	buf, bytes := make([]byte, 0, 1<<12), 0
	for n := 0; b.Loop(); n++ {
		for i := range players {
			p := &players[i]
			sin, cos := math.Sincos(float64(n+100*i) * 0.025)
			p.Velocity = Vec3{float32(math.Round(-320 * sin)), float32(math.Round(320 * cos)), 0}
			p.Origin = Vec3{float32(320 * cos), float32(320 * sin), 24.125}
			p.View.Yaw = nearestAngle(float64(n) * 1.3)
			if i > 0 {
				p.Origin, p.View.Yaw = Vec3{float32(math.Round(320 * cos)), float32(math.Round(320 * sin)), 24}, float32(n%360)
			}
		}
		list = list.empty()
		l.see(&list, &frame, worldLimit, n%chunkFrames == 0)
		out := poses.pack(buf, list.poses, n%chunkFrames == 0, n%chunkFrames == 0, 0.025)
		bytes += len(out)
	}
	b.ReportMetric(float64(bytes)/float64(b.N), "B/frame")
}

// nearestAngle is an angle as games send them.
func nearestAngle(degrees float64) float32 {
	return float32(int(math.Mod(degrees, 360)*65536/360)) * shorts.size
}
