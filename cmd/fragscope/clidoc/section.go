package clidoc

import (
	"strings"

	"fragscope/assets/manual"
)

// section returns a page of the manual in the man macros of troff.
func section(p manual.Page) string {
	var b strings.Builder
	b.WriteString(".SH " + roff(strings.ToUpper(p.Title)) + "\n")
	for i := range p.Blocks {
		k := &p.Blocks[i]
		switch k.Kind {
		case manual.Heading:
			b.WriteString(".SS " + roff(manual.Words(k.Text)) + "\n")
		case manual.Paragraph:
			b.WriteString(".PP\n" + inline(k.Text) + "\n")
		case manual.Item:
			b.WriteString(".IP \\(bu 2\n" + inline(k.Text) + "\n")
		case manual.Code:
			b.WriteString(".PP\n.nf\n.RS\n")
			for line := range strings.SplitSeq(k.Text[0].Text, "\n") {
				b.WriteString(roff(line) + "\n")
			}
			b.WriteString(".RE\n.fi\n")
		case manual.Table:
			for row := 1; row < len(k.Rows); row++ {
				name, text := k.Entry(row)
				b.WriteString(".TP\n.B " + roff(name) + "\n" + roff(text) + "\n")
			}
		}
	}
	return b.String()
}

// fonts are the troff fonts for the styles.
var fonts = map[manual.Style]string{manual.Strong: `\fB`, manual.Emphasis: `\fI`, manual.Literal: `\fB`}

// inline returns a text with its styles.
func inline(spans []manual.Span) string {
	var b strings.Builder
	for _, s := range spans {
		text := roff(s.Text)
		if font := fonts[s.Style]; font != "" {
			text = font + text + `\fR`
		}
		b.WriteString(text)
	}
	return b.String()
}
