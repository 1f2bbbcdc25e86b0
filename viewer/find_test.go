package viewer

import (
	"testing"
)

func TestFindIsEditedAndPastedInto(t *testing.T) {
	d := open(t, -1280, -720, duel, 0)
	d.key("Ctrl+F")
	d.write("armor")
	d.key("Left")
	d.wantPos(0)
	d.key("Home", "Delete")
	if !shows(d, layerConcerns, "rmor") {
		t.Error("the first letter is not deleted")
	}
	d.platform.clip.set("flag\n")
	d.key("Ctrl+A", "Ctrl+V")
	d.until("the text is pasted", func() bool { return shows(d, layerConcerns, "flag ") })
	d.key("Ctrl+A", "Ctrl+X")
	d.until("the text is cut", func() bool {
		return d.platform.clip.text() == "flag " &&
			!shows(d, layerConcerns, "flag ")
	})
}
