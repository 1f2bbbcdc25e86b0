package viewer

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"fragscope/viewer/screentest"
)

// Demos of each game on their own maps, as pictures: whole, followed, with scores, in
// small windows and at twice the scale.
func TestPicturesOfGames(t *testing.T) {
	root := shared()
	for _, p := range []struct {
		name, demo, maps string
		at               time.Duration
		w, h             int
		scale            float64
		state            string
	}{
		{"q3-ctf-1280x720", "q3/oa_bases3_ctf_follow.dm_68", "q3", 60 * time.Second, 1280, 720, 1, "plain"},
		{"q3-ffa-800x500", "q3/oa_dm4_ffa_follow.dm_68", "q3", 60 * time.Second, 800, 500, 1, "plain"},
		{"q3-ffa-2x", "q3/oa_dm4_ffa_follow.dm_68", "q3", 45 * time.Second, 1600, 1000, 2, "follow"},
		{"q3-tdm-1920x1080", "q3/aggressor_tdm_spec71.dm_71", "q3", 40 * time.Second, 1920, 1080, 1, "scores"},
		{"q2-mvd-1280x720", "q2/aq2_beer_play.mvd2", "q2", 20 * time.Second, 1280, 720, 1, "plain"},
		{"q2-client-800x500", "q2/baseq2_lab1_dm2p.dm2", "q2", 15 * time.Second, 800, 500, 1, "plain"},
		{"qw-mvd-1280x720", "qw/dm3_ffa_2clients.mvd", "q1", 30 * time.Second, 1280, 720, 1, "plain"},
		{"qw-client-800x500", "qw/dm6_ffa_pext.qwd", "q1", 15 * time.Second, 800, 500, 1, "plain"},
		{"nq-dm-1280x720", "nq/dm4_2p_p15.dem", "q1", 30 * time.Second, 1280, 720, 1, "plain"},
		{"nq-single-2x", "nq/sp_e1m1_e1m2_p15.dem", "q1", 20 * time.Second, 1600, 1000, 2, "plain"},
	} {
		t.Run(p.name, func(t *testing.T) {
			file := filepath.Join(root, "demos", "recorded", filepath.FromSlash(p.demo))
			if _, err := os.Stat(file); err != nil {
				t.Skip("no recorded demo: ", err)
			}
			d := drive(t, p.w, p.h, Options{
				Files: []string{file}, At: p.at, Paused: true, Demos: FileDemos{}, Maps: FileMaps{},
				GameDirs: []string{filepath.Join(root, "maps", "recorded", p.maps)},
			})
			d.until("demo and map are read", func() bool {
				o := d.a.demo
				if o == nil || o.level < 0 {
					return false
				}
				m := o.maps[o.level]
				_, finished := o.rec.Progress()
				return finished && d.pos() == p.at && m != nil && m.final
			})
			d.a.notices = nil
			d.a.set.Scale = p.scale
			states[p.state](d)
			screentest.GoldenRGBA(t, p.name, d.still())
		})
	}
}
