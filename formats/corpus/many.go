package corpus

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Many fills dir with n different demos. It makes them by truncating real demos whose size is at most size bytes. It
// does not overwrite existing files.
func Many(t testing.TB, dir string, n int, size int64) {
	t.Helper()
	type source struct {
		name string
		data []byte
	}
	var sources []source
	for _, e := range Index(t) {
		if e.Size > size || strings.HasPrefix(e.Name, "broken/") || filepath.Ext(e.Name) == ".zip" {
			continue
		}
		name := strings.TrimSuffix(filepath.Base(e.Name), ".gz")
		if data := Load(t, e.Name); int64(len(data)) <= size {
			sources = append(sources, source{name, data})
		}
	}
	for i := range n {
		s := sources[i%len(sources)]
		name := filepath.Join(dir, fmt.Sprintf("%03d", i/1000), fmt.Sprintf("%05d-%s", i, s.name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(name); err == nil {
			continue
		}
		if err := os.WriteFile(name, s.data[:max(len(s.data)-i/len(sources)*3, 1)], 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
