package part

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"fragscope/formats/base/outlet"
)

// FileName returns the name, without an extension, for a file that shows a demo from a time on: the demo's name and
// the time.
func FileName(d Demo, at time.Duration) string {
	if d.Recording() == nil {
		return "fragscope"
	}
	base := d.Name()
	base = outlet.FileName(strings.TrimSuffix(base, filepath.Ext(base)))
	return fmt.Sprintf("%s-%02d.%02d.%03d", base, int(at.Minutes()), int(at.Seconds())%60, at.Milliseconds()%1000)
}
