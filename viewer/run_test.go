package viewer

import "testing"

// TestWindowFitsTheMonitor checks that the transport bar is on the screen whatever size was saved.
func TestWindowFitsTheMonitor(t *testing.T) {
	for _, c := range []struct{ w, h, monitorW, monitorH, wantW, wantH int }{
		{1280, 720, 1920, 1080, 1280, 720},
		{1280, 720, 960, 540, 960, 460}, // 1920x1080 at twice the size
		{3840, 2000, 1920, 1080, 1920, 1000},
		{1280, 720, 0, 0, 1280, 720},
		{1280, 720, 320, 200, 480, 320},
	} {
		if w, h := windowSize(c.w, c.h, c.monitorW, c.monitorH); w != c.wantW || h != c.wantH {
			t.Errorf("%dx%d on %dx%d is %dx%d; want %dx%d", c.w, c.h, c.monitorW, c.monitorH, w, h, c.wantW, c.wantH)
		}
	}
}
