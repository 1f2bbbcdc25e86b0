//go:build darwin || js || windows

package platform

import (
	"errors"

	"github.com/sqweek/dialog"
)

// choose asks for a file or a folder. It returns "" if none was chosen.
func choose(q question) (name string, err error) {
	if q.folder {
		b := dialog.Directory().Title(q.title)
		b.StartDir = q.dir
		name, err = b.Browse()
	} else if b := dialog.File().Title(q.title).SetStartDir(q.dir); q.name != "" {
		name, err = b.SetStartFile(q.name).Save()
	} else {
		for _, f := range q.filters {
			b = b.Filter(f.name, f.extensions...)
		}
		name, err = b.Load()
	}
	if errors.Is(err, dialog.ErrCancelled) {
		return "", nil
	}
	return name, err
}
