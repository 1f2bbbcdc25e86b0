package main

import (
	"bufio"
	"cmp"
	"encoding/csv"

	"fragscope/formats/base/outlet"
)

// listing writes lines as text, as JSON objects, or as comma-separated values with a header.
type listing struct {
	w         *bufio.Writer
	json, csv bool
	count     int
	err       error // the first one
}

// line writes a line in the requested form.
func (l *listing) line(object any, header, cells []string, text string) {
	if l.count++; l.err != nil {
		return
	}
	switch {
	case l.json:
		line, err := outlet.JSON(object)
		l.w.Write(line)
		l.err = err
	case l.csv:
		out := csv.NewWriter(l.w)
		if l.count == 1 {
			out.Write(header)
		}
		out.Write(cells)
		out.Flush()
		l.err = cmp.Or(l.err, out.Error())
	default:
		say(l.w, "%s", text)
	}
}
