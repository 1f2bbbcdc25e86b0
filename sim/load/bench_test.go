package load_test

import (
	"context"
	"path"
	"testing"

	"fragscope/formats"
	"fragscope/formats/corpus"
	"fragscope/sim/load"
	"fragscope/sim/recording"
	"fragscope/sim/simtest/script"
)

// BenchmarkLoad loads a long demo of each format, with all that a window needs and with what info needs.
func BenchmarkLoad(b *testing.B) {
	for _, pattern := range []string{"nq/dem/p15/qfm-demo1.dem", "qw/qwd/p28-ext/rl_to_ratop.qwd",
		"qw/mvd/p28-ext/4on4_*1022.mvd", "q2/dm2/p34/myr.dm2", "q2/mvd2/*-asylum.mvd2.gz", "q3/dm3/tdm.dm3",
		"q3/dm_67/2002_-_Duel_1_*.dm_67", "q3/dm_68/CTFS-*22_19_39.dm_68", "ql/dm_90/tdm.dm_90", "ql/dm_91/*.dm_91"} {
		name := corpus.Match(b, pattern)
		data := corpus.Load(b, name)
		demo, err := formats.Read(path.Base(name), "", data)
		if err != nil {
			b.Fatal(err)
		}
		for kind, parts := range map[string]recording.Parts{"window": recording.AllParts, "info": 0} {
			b.Run(path.Base(pattern)+"/"+kind, func(b *testing.B) {
				b.SetBytes(int64(len(demo.Data)))
				b.ReportAllocs()
				for b.Loop() {
					r, err := load.Open(context.Background(), demo, load.Only(parts))
					if err != nil {
						b.Fatal(err)
					}
					r.Wait()
				}
				corpus.ReportReading(b, demo.Data)
			})
		}
	}
}

// BenchmarkMatch loads the scripted match in every format, over and over for as long as a demo takes.
func BenchmarkMatch(b *testing.B) {
	for _, f := range script.Formats() {
		name, data := f.File(), f.Demo()
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				r, err := load.Bytes(context.Background(), name, data)
				if err != nil {
					b.Fatal(err)
				}
				r.Wait()
			}
		})
	}
}
