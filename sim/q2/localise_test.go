package q2

import (
	"reflect"
	"testing"
)

// TestTemplatesInOrder has translations that give every message the same text: it means the same message each time.
func TestTemplatesInOrder(t *testing.T) {
	tr := translations{lookUp: func(string) (string, bool) { return "{0} ran into {1}", true }}
	first := tr.makeTemplates()
	for range 10 {
		if !reflect.DeepEqual(tr.makeTemplates(), first) {
			t.Fatal("the same text means another message")
		}
	}
}
