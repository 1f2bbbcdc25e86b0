package instance

import (
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"
)

// UserPlace returns the place for the current user's windows on the current display.
func UserPlace() (Place, error) {
	dir := os.Getenv("XDG_RUNTIME_DIR")
	if dir == "" || !filepath.IsAbs(dir) {
		dir = xdg.CacheHome
	}
	if id := os.Getenv("FLATPAK_ID"); id != "" { // each window has a separate sandbox; they share only this folder
		dir = filepath.Join(dir, "app", id)
	}
	// A user may have several displays, each with its own window.
	h := fnv.New32a()
	h.Write([]byte(os.Getenv("DISPLAY")))
	return At(filepath.Join(dir, "fragscope"), fmt.Sprintf("window-%08x", h.Sum32()))
}
