package load

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzMatchFile reads any bytes as a match file. It must not list more demos than allowed, and each must be a path.
func FuzzMatchFile(f *testing.F) {
	f.Add(MatchFile("/demos", []string{"/demos/a.qwd", "/demos/sub/b.qwd.gz", "/other/c.zip"}))
	f.Add([]byte(matchMagic + "\n# a comment\n\n../up.mvd\nhttp://host/x\nqtv://host:1\n\x00\n-\n"))
	path := filepath.Join(f.TempDir(), "x"+MatchExtension)
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		demos, ok, err := MatchDemos(path)
		if !ok || err == nil && len(demos) > maxDemos {
			t.Errorf("%d demos of a match: %v", len(demos), ok)
		}
		for _, d := range demos {
			if d == "" {
				t.Error("a demo without a path")
			}
		}
	})
}
