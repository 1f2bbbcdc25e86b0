package fault

import (
	"errors"
	"strings"
	"testing"
)

func index(list []int, i int) int { return list[i] }

func TestGuard(t *testing.T) {
	if err := Guard(func() error { return nil }); err != nil {
		t.Error(err)
	}
	want := errors.New("damage")
	if err := Guard(func() error { return want }); err != want {
		t.Error(err)
	}
	err := Guard(func() error { index(nil, 3); return nil })
	var fault *Error
	if !errors.As(err, &fault) || !strings.Contains(fault.Where, "formats/base/fault.") {
		t.Fatalf("%#v", err)
	}
	for _, part := range []string{Words, "out of range [3]", fault.Where} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}
}
