package wolfenstein

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"fragscope/formats/corpus"
	"fragscope/formats/quake3"
)

// recordings returns the demos of this family among the shared recordings.
func recordings(t testing.TB) []string {
	t.Helper()
	var list []string
	for _, pattern := range []string{"*.dm_84", "*.tv_84", "*.dm_60"} {
		found, err := filepath.Glob(corpus.Path(t, "families/wolfenstein/"+pattern))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, found...)
	}
	if len(list) == 0 {
		t.Skip("no recordings of Wolfenstein")
	}
	return list
}

// encodeAll decodes data and encodes what it holds.
func encodeAll(data []byte, o quake3.Options) (out []byte, d *quake3.Decoder, err error) {
	var b bytes.Buffer
	d = quake3.NewDecoder(data, o)
	e := quake3.NewEncoder(&b, quake3.Options{Protocol: d.Protocol()})
	for d.Next(e) != io.EOF {
	}
	return b.Bytes(), d, e.Finish()
}

// TestRoundTrip holds that no byte of a demo is misread or skipped: encoding what was decoded gives the same bytes.
func TestRoundTrip(t *testing.T) {
	for _, file := range recordings(t) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out, d, err := encodeAll(data, quake3.Options{Name: file, Family: Family})
		number := d.Detection().Number
		want := map[string]int{".dm_84": 84, ".tv_84": 284, ".dm_60": 60}[filepath.Ext(file)]
		if err != nil || !bytes.Equal(out, data) || len(d.Damage()) > 0 || number != want {
			t.Errorf("%s: protocol %d, %d bytes become %d, %v, damage %v", filepath.Base(file), number, len(data),
				len(out), err,
				first(d))
		}
	}
}

func first(d *quake3.Decoder) string {
	if len(d.Damage()) == 0 {
		return "none"
	}
	return fmt.Sprint(len(d.Damage()), d.Damage()[0])
}
