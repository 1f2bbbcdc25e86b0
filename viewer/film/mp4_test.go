//go:build !page

package film

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestMP4IsReadBack checks that a film of encoded frames has all of them at their times, and can be played from its key
// frames.
func TestMP4IsReadBack(t *testing.T) {
	needFFmpeg(t)
	const rate = 12.5
	config, packed, keys := h264(t, rate)
	name := filepath.Join(t.TempDir(), "a.mp4")
	out, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := NewMP4(out, Spec{64, 48, rate})
	if err != nil {
		t.Fatal(err)
	}
	f.Configure(config)
	for i, data := range packed {
		if err := f.Add(keys[i], int64(i)*80, data); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	got := probe(t, name, "-count_frames", "-show_entries", "stream=codec_name,width,height,nb_read_frames,duration")
	if want := "h264,64,48,4.000000,50"; got != want {
		t.Errorf("the film is %q, want %q", got, want)
	}
	if at := probe(t, name, "-read_intervals", "3%+#1", "-show_entries",
		"packet=pts_time,flags"); !strings.HasPrefix(at, "2.000000,K") {
		t.Errorf("3 s begin with %q, want the key picture at 2 s", at)
	}
	if out, err := exec.Command("ffmpeg", "-v", "error", "-xerror", "-i", name, "-f", "null",
		"-").CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v, %s", err, out)
	}
}

// h264 returns 50 frames encoded by ffmpeg, of which each 25th is a key frame, and the decoder configuration, extracted
// from an MP4.
func h264(t *testing.T, rate float64) (config []byte, packed [][]byte, keys []bool) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "packed.mp4")
	cmd := exec.Command("ffmpeg", "-v", "error", "-f", "lavfi", "-i",
		"testsrc=size=64x48:rate="+strconv.FormatFloat(rate, 'g', -1, 64), "-frames:v", "50", "-c:v", "libx264",
		"-pix_fmt", "yuv420p", "-g", "25", "-bf", "0", "-sc_threshold", "0", name)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("%v: %s", err, out)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(data, []byte("avcC"))
	config = data[at+4 : at-4+int(data[at-1])+int(data[at-2])<<8]
	for line := range strings.Lines(probe(t, name, "-show_entries", "packet=pos,size,flags")) {
		fields := strings.Split(strings.TrimSpace(line), ",")
		size, _ := strconv.Atoi(fields[0])
		pos, err := strconv.Atoi(fields[1])
		if err != nil || pos+size > len(data) {
			t.Fatalf("%q: %v", line, err)
		}
		packed, keys = append(packed, data[pos:pos+size]), append(keys, strings.Contains(fields[2], "K"))
	}
	return config, packed, keys
}
