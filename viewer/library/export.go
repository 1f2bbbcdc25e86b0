//go:build !js

package library

import (
	"fmt"
	"iter"
	"time"

	"fragscope/formats/base/count"
	"fragscope/formats/base/fault"
	"fragscope/sim/archive"
	"fragscope/viewer/notice"
)

// export writes tables of the marked demos or, if none are marked, of all that pass the filter, to a folder that the
// user chooses.
func (l *Library) export() {
	ids := l.demos.ids()
	if len(ids) == 0 {
		return
	}
	l.host.Ask(func() (string, error) { return l.host.Files.OpenFolder("Choose a folder for the tables", "") },
		func(dir string) { l.exportTo(dir, ids) })
}

// exportEvery is the time between two positions of a player in the tables.
const exportEvery = time.Second

// exportTo writes tables of demos in the background.
func (l *Library) exportTo(dir string, ids []int64) {
	ctx, end, ok := l.task.begin(fmt.Sprintf(msgExporting, 0, count.Of(len(ids), "demo")))
	if !ok {
		return
	}
	go func() {
		done, bad := 0, 0
		options := archive.ExportOptions{Files: names(l.demos.file, ids), Dir: dir, Form: "parquet", Every: exportEvery,
			Done: func(d archive.Exported) {
				if done++; d.Err != nil {
					bad++
				}
				n := done
				l.host.Post(ctx, func() {
					l.task.progress(fmt.Sprintf(msgExporting, n, count.Of(len(ids), "demo")),
						float32(n)/float32(len(ids)))
				})
			}}
		err := fault.Guard(func() error { return archive.Export(ctx, options) })
		l.host.Tell(func() {
			stopped := ctx.Err() != nil
			end()
			switch {
			case stopped:
				l.host.Notices.Say(msgExportStopped)
			case err != nil:
				l.host.Notices.Warn(fmt.Sprintf(msgNotExported, notice.Reason(err)))
			default:
				l.host.Notices.Say(fmt.Sprintf(msgExported, count.Of(done, "demo"), dir, bad))
			}
		})
	}()
}

// names yields the names by which the demos are opened.
func names(library *archive.Library, ids []int64) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, id := range ids {
			r, err := library.Row(id)
			if r == nil && err == nil {
				continue // removed in the meantime
			}
			name := ""
			if r != nil {
				name = r.Name()
			}
			if !yield(name, err) {
				return
			}
		}
	}
}
