package film

import (
	"path/filepath"
	"slices"
	"testing"
)

// TestOddSizesPlayEverywhere checks that films of odd sizes have a pixel format that all players support, and an even
// size.
func TestOddSizesPlayEverywhere(t *testing.T) {
	for _, suffix := range []string{".mp4", ".webm", ".mkv"} {
		k, _ := KindOf(suffix)
		args := arguments(filepath.Join("x", "a"+suffix), k, Spec{321, 181, 25})
		if !slices.Contains(args, "yuv420p") || !slices.Contains(args,
			"crop=320:180:0:0,scale=out_color_matrix=bt709:out_range=tv") {
			t.Errorf("%s: %q", suffix, args)
		}
	}
	k, _ := KindOf(".mov")
	if args := arguments("a.mov", k, Spec{321, 181, 25}); !slices.Contains(args, "yuv444p10le") {
		t.Errorf(".mov: %q", args)
	}
}
