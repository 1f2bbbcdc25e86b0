//go:build !js

package viewer

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/assets/sample"
	"fragscope/viewer/maps"
	"fragscope/viewer/panel"
	"fragscope/viewer/screentest"
	"fragscope/viewer/session"
)

// TestReadmePictures draws the README's pictures of the sample into the folder that FRAGSCOPE_PICTURES names; those of
// the library and the race are of the parts of the sample that .ci/pictures cut into the folder that FRAGSCOPE_CLIPS
// names. "make generate" sets both.
func TestReadmePictures(t *testing.T) {
	out, clips := os.Getenv("FRAGSCOPE_PICTURES"), os.Getenv("FRAGSCOPE_CLIPS")
	if out == "" || clips == "" {
		t.Skip("FRAGSCOPE_PICTURES and FRAGSCOPE_CLIPS name no folders; make generate draws the pictures")
	}
	built := maps.Files{Built: map[string][]byte{strings.TrimSuffix(sample.MapName, ".bsp"): sample.Map()}}
	show := func(t *testing.T, w, h int, o Options) *driver {
		o.Paused, o.Demos, o.Maps = true, session.Files{}, built
		d := drive(t, w, h, o)
		if len(o.Files) > 0 {
			d.until("demo and map are read", func() bool {
				if d.a.session.World() == nil {
					return false
				}
				_, finished := d.a.session.Recording().Progress()
				return finished && d.a.parts.ready() && d.a.stage.Plan() != nil
			})
			d.a.notices.Clear()
		}
		return d
	}
	for name, draw := range map[string]func(*testing.T) *driver{
		"report": func(t *testing.T) *driver {
			d := show(t, 1280, 720, Options{Files: []string{sampleFile(t)}, At: own(55 * time.Second)})
			d.report("Fights")
			return d
		},
		"race": func(t *testing.T) *driver {
			run := func(name string) string { return filepath.Join(clips, name+filepath.Ext(sample.DemoName)) }
			d := show(t, 1280, 720, Options{Files: []string{run("race/run-1")}, Race: []string{run("race/run-2")},
				At: own(9 * time.Second)})
			d.until("there is a race", func() bool { return shows(d, raceLayer, "by time") })
			d.key("S")
			d.a.notices.Clear()
			return d
		},
		"library": func(t *testing.T) *driver {
			cup := filepath.Join(clips, "cup")
			d := show(t, 1280, 720, Options{Library: elsewhere(t, libraryOf(t, cup), cup)})
			d.key("Ctrl+Shift+L")
			listed := func(text string) func() bool {
				return func() bool {
					return slices.ContainsFunc(d.a.screen.layout.layers[layerLibrary].Ops,
						func(op panel.Op) bool { return strings.HasPrefix(op.Text, text) })
				}
			}
			d.until("the library is read", listed("glasshouse"))
			d.key("Down", "Right", "Down")
			d.until("there is a preview", func() bool { return smallPlan(d) })
			return d
		},
		"phone": func(t *testing.T) *driver {
			d := show(t, 780, 1560, Options{Files: []string{sampleFile(t)}, At: own(32 * time.Second)})
			d.a.prefs.set.Scale, d.a.prefs.set.Touch = 2, panel.Open
			d.a.services.Redraw()
			d.tick(3)
			return d
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := draw(t)
			d.tick(3)
			if err := screentest.Save(filepath.Join(out, name+".png"), d.still()); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// sampleFile returns the path of the sample as a file.
func sampleFile(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), sample.DemoName)
	if err := os.WriteFile(name, sample.Demo(), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}
