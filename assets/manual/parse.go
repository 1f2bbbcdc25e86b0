package manual

import "strings"

// parse reads a page. Its first line is the title.
func parse(topic, text string) Page {
	title, rest, _ := strings.Cut(text, "\n")
	p := Page{Topic: topic, Title: strings.TrimPrefix(title, "# ")}
	for _, part := range strings.Split(rest, "\n\n") {
		p.add(strings.Trim(part, "\n"))
	}
	return p
}

// add appends the blocks in the lines between two empty ones.
func (p *Page) add(part string) {
	lines := strings.Split(part, "\n")
	switch first := lines[0]; {
	case part == "", strings.HasPrefix(first, "!["), strings.HasPrefix(first, "<!--"):
	case strings.HasPrefix(first, "## "):
		p.Blocks = append(p.Blocks, Block{Kind: Heading, Text: spans(first[3:])})
		p.add(strings.Join(lines[1:], "\n"))
	case strings.HasPrefix(first, "    "):
		p.addCode(lines)
	case strings.HasPrefix(first, "|"):
		p.Blocks = append(p.Blocks, Block{Kind: Table, Rows: rows(lines)})
	case strings.HasPrefix(first, "- "):
		for _, item := range strings.Split("\n"+part, "\n- ")[1:] {
			p.Blocks = append(p.Blocks, Block{Kind: Item, Text: spans(unwrapped(item))})
		}
	default:
		p.Blocks = append(p.Blocks, Block{Kind: Paragraph, Text: spans(unwrapped(part))})
	}
}

// addCode appends a block of code, or extends the one before it: an empty line does not end a block.
func (p *Page) addCode(lines []string) {
	for i := range lines {
		lines[i] = strings.TrimPrefix(lines[i], "    ")
	}
	text := strings.Join(lines, "\n")
	if last := len(p.Blocks) - 1; last >= 0 && p.Blocks[last].Kind == Code {
		p.Blocks[last].Text[0].Text += "\n\n" + text
		return
	}
	p.Blocks = append(p.Blocks, Block{Kind: Code, Text: []Span{{Literal, text}}})
}

// unwrapped joins the lines of a paragraph.
func unwrapped(text string) string { return strings.Join(strings.Fields(text), " ") }

// rows parses a table, without the line below its header.
func rows(lines []string) (out [][][]Span) {
	for i, line := range lines {
		if i == 1 {
			continue
		}
		var row [][]Span
		line = strings.ReplaceAll(strings.Trim(line, "|"), `\|`, "\x00")
		for _, cell := range strings.Split(line, "|") {
			row = append(row, spans(strings.TrimSpace(strings.ReplaceAll(cell, "\x00", "|"))))
		}
		out = append(out, row)
	}
	return out
}

// marks are the delimiters of styles within a line.
var marks = []struct {
	mark  string
	style Style
}{{"`", Literal}, {"**", Strong}, {"*", Emphasis}}

// spans parses the styles within a line. A link becomes its text.
func spans(text string) (out []Span) {
	plain := 0 // start of the text without a style
	add := func(to int, s ...Span) {
		if to > plain {
			out = append(out, Span{Text: text[plain:to]})
		}
		out = append(out, s...)
	}
	for i := 0; i < len(text); {
		length, inner := styled(text[i:])
		if length == 0 {
			i++
			continue
		}
		add(i, inner...)
		i += length
		plain = i
	}
	add(len(text))
	return out
}

// styled returns the length and spans of the styled text at the start of text. The length is 0 if there is none.
func styled(text string) (length int, inner []Span) {
	for _, m := range marks {
		rest, ok := strings.CutPrefix(text, m.mark)
		if !ok {
			continue
		}
		if end := strings.Index(rest, m.mark); end > 0 && rest[0] != ' ' {
			return end + 2*len(m.mark), []Span{{m.style, rest[:end]}}
		}
		return 0, nil
	}
	if label, rest, ok := strings.Cut(text, "]("); ok && strings.HasPrefix(label, "[") &&
		!strings.Contains(label, "] ") {
		if end := strings.IndexByte(rest, ')'); end >= 0 {
			return len(label) + 2 + end + 1, spans(label[1:])
		}
	}
	return 0, nil
}
