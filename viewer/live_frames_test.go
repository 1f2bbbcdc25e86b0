package viewer

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"fragscope/assets/sample"
	"fragscope/formats"
	"fragscope/formats/quake3"
	"fragscope/sim/load"
	"fragscope/sim/recording"
	"fragscope/viewer/session"
)

// snapshotsOf returns the end offsets of all snapshots in a Quake III demo, after the first message, which is the
// gamestate.
func snapshotsOf(data []byte, rec *recording.Recording) (ends []int, times []time.Duration) {
	for at := 0; at+8 <= len(data) && len(ends) < rec.Frames()+1; {
		at += 8 + int(binary.LittleEndian.Uint32(data[at+4:]))
		ends = append(ends, at)
	}
	for i := range ends[1:] {
		times = append(times, rec.FrameTime(i))
	}
	return ends[1:], times
}

// TestLiveFrames measures, at the live edge of a file that grows as its demo is played, the number of window frames
// between the arrival of a snapshot and its display. Some of them are the cushion that lets the clock run evenly: one
// and a half snapshots.
func TestLiveFrames(t *testing.T) {
	data := sample.Demo()
	whole, err := load.Open(t.Context(), &formats.Demo{Name: sample.DemoName, Format: quake3.Codec, Data: data})
	if err != nil {
		t.Fatal(err)
	}
	whole.Wait()
	ends, times := snapshotsOf(data, whole)
	half := len(ends) / 2
	path := filepath.Join(t.TempDir(), sample.DemoName)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	f.Write(data[:ends[half]])
	d := drive(t, -800, -500, Options{Files: []string{path}, Live: true, Demos: session.Files{}})
	d.until("all of it is read", func() bool { return d.a.open() && d.a.session.Recording().Duration() == times[half] })
	d.until("it is at the end", func() bool { d.key("End"); return d.pos() == times[half] })
	next, shown, came := half+1, half+1, map[int]int{}
	var frames []int
	for n := range 250 {
		for ; next < len(ends) && times[next] <= times[half]+time.Duration(n)*tick; next++ {
			f.Write(data[ends[next-1]:ends[next]])
			came[next] = n
		}
		time.Sleep(tick) // the duration of a frame in a window, during which the file is checked
		d.tick(1)
		for ; shown < next && d.pos() >= times[shown]; shown++ {
			frames = append(frames, n-came[shown]+1)
		}
	}
	slices.Sort(frames)
	if len(frames) < 50 {
		t.Fatalf("%d of %d snapshots were shown", len(frames), next-half-1)
	}
	t.Logf("of %d snapshots half are shown within %d frames of %v, 95 %% within %d, all within %d", len(frames),
		frames[len(frames)/2], tick,
		frames[len(frames)*95/100], frames[len(frames)-1])
	if frames[len(frames)/2] > 25 {
		t.Errorf("half of the snapshots wait for %d frames", frames[len(frames)/2])
	}
}
