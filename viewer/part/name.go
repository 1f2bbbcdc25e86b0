package part

import (
	"path/filepath"
	"strings"
	"time"

	"fragscope/formats/base/outlet"
)

// FileName returns a name for a file made from d at the given time, such as a screenshot. The name consists of the
// demo's name and the moment, without an extension.
func FileName(d Demo, at time.Duration) string {
	if d.Recording() == nil {
		return "fragscope"
	}
	base := d.Name()
	base = outlet.FileName(strings.TrimSuffix(base, filepath.Ext(base)))
	return base + "-" + d.Recording().Clock().Exact(at).FileName()
}
