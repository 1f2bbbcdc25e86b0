//go:build !page

package film

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestWebMTellsItsLength checks that a film of encoded frames contains its length and the positions of its key frames.
func TestWebMTellsItsLength(t *testing.T) {
	needFFmpeg(t)
	for _, rate := range []float64{30, 12.5} {
		packed := vp8(t, rate)
		name := filepath.Join(t.TempDir(), "a.webm")
		out, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := NewWebM(out, Spec{64, 48, rate}, "V_VP8")
		if err != nil {
			t.Fatal(err)
		}
		for i, data := range packed {
			if err := f.Add(data[0]&1 == 0, int64(float64(i)*1000/rate+0.5), data); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if err := out.Close(); err != nil {
			t.Fatal(err)
		}
		whole := probe(t, name, "-count_frames", "-show_entries", "stream=nb_read_frames:format=duration")
		if want := map[float64]string{30: "150\n5.000", 12.5: "150\n12.000"}[rate]; !strings.HasPrefix(whole, want) {
			t.Errorf("at %g pictures a second: %q, want %q", rate, whole, want)
		}
		// Seeking to a time leads to the key frame before it, without reading what precedes that.
		if at := probe(t, name, "-read_intervals", "3.3%+#1", "-show_entries",
			"packet=pts_time,flags"); !strings.HasPrefix(at,
			map[float64]string{30: "3.000000,K", 12.5: "2.400000,K"}[rate]) {
			t.Errorf("at %g pictures a second 3.3 s begins with %q", rate, at)
		}
		if data, err := os.ReadFile(name); err != nil || !bytes.Contains(data[:min(FileHead, len(data))],
			[]byte{0x1c, 0x53, 0xbb, 0x6b}) {
			t.Error("no table of key pictures", err)
		}
	}
}

func probe(t *testing.T, name string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath("ffprobe"); err != nil {
		t.Skip(err)
	}
	out, err := exec.Command("ffprobe", append(append([]string{"-v", "error"}, args...), "-of", "csv=p=0",
		name)...).CombinedOutput()
	if err != nil {
		t.Fatal(err, string(out))
	}
	return strings.TrimSpace(string(out))
}

// vp8 returns 150 frames encoded by ffmpeg, of which each thirtieth is a key frame.
func vp8(t *testing.T, rate float64) (packed [][]byte) {
	t.Helper()
	var ivf bytes.Buffer
	s := Spec{64, 48, rate}
	args := arguments("pipe:1", Kind{ffmpeg: []string{"-c:v", "libvpx", "-g", "30", "-keyint_min", "30",
		"-auto-alt-ref", "0", "-f", "ivf"}}, s)
	cmd := exec.Command("ffmpeg", args...)
	var raw bytes.Buffer
	for n := range 150 {
		raw.Write(scene(s.Width, s.Height, n%12).Pix)
	}
	cmd.Stdin, cmd.Stdout = &raw, &ivf
	if err := cmd.Run(); err != nil {
		t.Skip("ffmpeg without VP8: ", err)
	}
	for data := ivf.Bytes()[32:]; len(data) > 12; {
		n := int(binary.LittleEndian.Uint32(data))
		packed = append(packed, data[12:12+n])
		data = data[12+n:]
	}
	return packed
}
