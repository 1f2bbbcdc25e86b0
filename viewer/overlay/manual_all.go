//go:build !page

package overlay

import (
	"strings"

	book "fragscope/assets/manual"
	"fragscope/viewer/panel"
)

// readManual returns the pages of the manual.
func readManual() (pages []manualPage) {
	for _, topic := range book.Topics() {
		p, _ := book.Open(topic)
		page := manualPage{title: p.Title}
		for i := range p.Blocks {
			page.lines = append(page.lines, manualLines(&p.Blocks[i])...)
		}
		pages = append(pages, page)
	}
	return pages
}

// manualLines returns a block of a page, a table row by row.
func manualLines(b *book.Block) (lines []panel.ManualLine) {
	text := book.Words(b.Text)
	switch b.Kind {
	case book.Heading:
		lines = append(lines, panel.ManualLine{Kind: panel.ManualHead, Text: text})
	case book.Item:
		lines = append(lines, panel.ManualLine{Kind: panel.ManualItem, Text: text})
	case book.Code:
		for line := range strings.SplitSeq(text, "\n") {
			lines = append(lines, panel.ManualLine{Kind: panel.ManualCode, Text: line})
		}
	case book.Table:
		for row := 1; row < len(b.Rows); row++ {
			lead, rest := b.Entry(row)
			lines = append(lines, panel.ManualLine{Kind: panel.ManualEntry, Lead: lead, Text: rest})
		}
	default:
		lines = append(lines, panel.ManualLine{Text: text})
	}
	return lines
}
