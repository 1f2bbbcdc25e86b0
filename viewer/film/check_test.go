package film

import (
	"os"
	"testing"
)

// TestCutShort checks that a truncated film, however long, does not count as complete, nor does one without its index.
func TestCutShort(t *testing.T) {
	needFFmpeg(t)
	dir := t.TempDir()
	for _, suffix := range []string{".mp4", ".mov", ".webm", ".mkv"} {
		name, err := save(t, dir, suffix, Spec{64, 64, 25})
		if err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		k, _ := KindOf(suffix)
		info, _ := f.Stat()
		for size := info.Size() - 1; size >= 0; size -= 1 + size/200 {
			if err := f.Truncate(size); err != nil {
				t.Fatal(err)
			}
			if checkWhole(f, k) == nil {
				t.Fatalf("%s: %d of %d bytes are a film", suffix, size, info.Size())
			}
		}
	}
}
