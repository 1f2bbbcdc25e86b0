package damage

import (
	"testing"
	"time"
)

func TestError(t *testing.T) {
	for want, d := range map[string]Damage{
		"offset 7: the gzip stream is cut off": {Offset: 7, Time: -1, What: "the gzip stream is cut off"},
		"offset 7, time 1.5s: message 93: unknown": {Offset: 7, Time: 1500 * time.Millisecond,
			What: "message 93: unknown"},
	} {
		if got := d.Error(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
