package overlay

import (
	"strings"

	"fragscope/viewer/panel"
)

// manual is the help: the table of keys and, on further tabs, the pages of the manual, which can be searched.
type manual struct {
	pages  []manualPage
	tab    int // 0 for the keys
	reveal int // the line to scroll to, or -1
	found  []place
}

type manualPage struct {
	title string
	lines []panel.ManualLine
}

// place is a line of a page.
type place struct{ page, line int }

// mostFound is the maximum number of search results.
const mostFound = 80

// view returns the content of the help for the typed text and the current tab.
func (m *manual) view(typed string) panel.ManualView {
	v := panel.ManualView{Note: helpNote, Reveal: m.reveal, Empty: msgManualNil}
	m.reveal = -1
	if m.pages == nil {
		m.pages = readManual()
	}
	if len(m.pages) == 0 {
		return v
	}
	v.Tabs = append(v.Tabs, "Keys")
	for i := range m.pages {
		v.Tabs = append(v.Tabs, m.pages[i].title)
	}
	if words := strings.Fields(strings.ToLower(typed)); len(words) > 0 {
		v.Tab, v.Note, v.Lines = -1, "", m.find(words)
		return v
	}
	if v.Tab = m.tab; m.tab > 0 {
		v.Note, v.Lines = "", m.pages[m.tab-1].lines
	}
	return v
}

// find returns the lines that contain all words, each below the heading of its section.
func (m *manual) find(words []string) (lines []panel.ManualLine) {
	m.found = m.found[:0]
	add := func(l panel.ManualLine, at place) {
		l.Link = true
		lines, m.found = append(lines, l), append(m.found, at)
	}
	for n := range m.pages {
		p := &m.pages[n]
		head, told := place{n, 0}, false
		title := p.title
		for i := range p.lines {
			l := &p.lines[i]
			if l.Kind == panel.ManualHead {
				head, told, title = place{n, i}, false, p.title+": "+l.Text
			}
			if !hasAll(strings.ToLower(title+" "+l.Lead+" "+l.Text), strings.ToLower(l.Lead+" "+l.Text), words) {
				continue
			}
			if !told {
				told = true
				add(panel.ManualLine{Kind: panel.ManualHead, Text: title}, head)
			}
			if l.Kind != panel.ManualHead {
				add(*l, place{n, i})
			}
			if len(lines) >= mostFound {
				return lines
			}
		}
	}
	return lines
}

// hasAll reports whether text contains all words, and whether own, its own section, contains at least one of them.
func hasAll(text, own string, words []string) bool {
	some := false
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
		some = some || strings.Contains(own, w)
	}
	return some
}

// open opens the page of search result i at its line.
func (m *manual) open(i int) {
	if i >= 0 && i < len(m.found) {
		m.tab, m.reveal = m.found[i].page+1, m.found[i].line
	}
}
