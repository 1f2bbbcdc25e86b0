package manual

import (
	"strings"
	"unicode/utf8"
)

// Text returns the page as plain text for a terminal, wrapped to lines of at most width characters. Code and long words
// are not broken.
func (p *Page) Text(width int) string {
	var b strings.Builder
	b.WriteString(strings.ToUpper(p.Title) + "\n")
	for i := range p.Blocks {
		k := &p.Blocks[i]
		if k.Kind != Item || p.Blocks[i-1].Kind != Item {
			b.WriteString("\n")
		}
		switch k.Kind {
		case Heading:
			wrap(&b, "", "", Words(k.Text), width)
		case Paragraph:
			wrap(&b, "  ", "  ", quoted(k.Text), width)
		case Item:
			wrap(&b, "  - ", "    ", quoted(k.Text), width)
		case Code:
			for line := range strings.SplitSeq(k.Text[0].Text, "\n") {
				b.WriteString(strings.TrimRight("    "+line, " ") + "\n")
			}
		case Table:
			k.table(&b, width)
		}
	}
	return b.String()
}

// quoted returns the spans as text, with literals that contain spaces in quotation marks.
func quoted(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		if s.Style == Literal && strings.Contains(s.Text, " ") {
			b.WriteString(`"` + s.Text + `"`)
		} else {
			b.WriteString(s.Text)
		}
	}
	return b.String()
}

// Entry formats the given row of the table k as a list item. name is the text of the first cell. text consists of the
// other non-empty cells, each preceded by its column heading.
func (k *Block) Entry(row int) (name, text string) {
	cells := k.Rows[row]
	name = Words(cells[0])
	for c := 1; c < len(cells); c++ {
		if len(cells[c]) == 0 {
			continue
		}
		if text != "" {
			text = strings.TrimSuffix(text, ".") + "; "
		}
		if c < len(k.Rows[0]) && len(k.Rows[0]) > 2 && len(k.Rows[0][c]) > 0 {
			text += Words(k.Rows[0][c]) + ": "
		}
		text += quoted(cells[c])
	}
	return name, text
}

// table writes a table as a list of its rows.
func (k *Block) table(b *strings.Builder, width int) {
	const column = 22 // where the rows' text starts
	indent := strings.Repeat(" ", column)
	for i := 1; i < len(k.Rows); i++ {
		name, text := k.Entry(i)
		lead := "  " + name
		if n := utf8.RuneCountInString(lead); n < column-1 {
			wrap(b, lead+strings.Repeat(" ", column-n), indent, text, width)
			continue
		}
		wrap(b, "  ", "  ", name, width)
		if text != "" {
			wrap(b, indent, indent, text, width)
		}
	}
}

// wrap writes text in lines, the first starting with lead and the others with indent.
func wrap(b *strings.Builder, lead, indent, text string, width int) {
	line, used := lead, utf8.RuneCountInString(lead)
	empty := true
	for word := range strings.FieldsSeq(text) {
		n := utf8.RuneCountInString(word)
		if !empty && used+1+n > width {
			b.WriteString(line + "\n")
			line, used, empty = indent, utf8.RuneCountInString(indent), true
		}
		if !empty {
			line, used = line+" ", used+1
		}
		line, used, empty = line+word, used+n, false
	}
	b.WriteString(strings.TrimRight(line, " ") + "\n")
}
