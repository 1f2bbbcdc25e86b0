package q2

import (
	"testing"

	"fragscope/sim"
)

func BenchmarkRecord(b *testing.B) {
	for _, name := range []string{"q2/dm2/p34/myr.dm2", "q2/mvd2/libq2-test.mvd2", "q2/mvd2/20220317-002321-asylum.mvd2.gz"} {
		b.Run(name[len("q2/"):], func(b *testing.B) {
			data := demo(b, name)
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				rec, _ := sim.NewRecorder(sim.Header{})
				Record(rec, data, "")
			}
		})
	}
}
