// Package manual holds the program's manual as Markdown files. The program prints the manual, shows it in its window
// and generates its man page from it.
//
// The files use headings, paragraphs, lists with hyphens, tables, indented code, `code`, **strong**, *emphasis*, links
// and images.
package manual

import (
	"embed"
	"slices"
	"strings"
)

//go:embed *.md
var files embed.FS

// topics are the names of the pages, in reading order.
var topics = []string{"watching", "analysing", "library", "tables", "live", "cli", "formats", "text", "building",
	"glossary"}

// Topics returns the topics of the manual's pages, in reading order.
func Topics() []string { return slices.Clone(topics) }

// Page is a page of the manual.
type Page struct {
	Topic  string // as in Topics
	Title  string
	Blocks []Block
}

// Kind is the kind of a block.
type Kind uint8

// The kinds of blocks.
const (
	Paragraph Kind = iota // Text
	Heading               // Text
	Item                  // Text, an entry of a list
	Code                  // Text, with line breaks
	Table                 // Rows; the first is the header
)

// Block is a paragraph, heading, list item, table or section of code.
type Block struct {
	Kind Kind
	Text []Span
	Rows [][][]Span // by row and column
}

// Style is the emphasis of a span.
type Style uint8

// The styles.
const (
	Plain Style = iota
	Strong
	Emphasis
	Literal // to be typed or read exactly so
)

// Span is a stretch of text in a single style.
type Span struct {
	Style Style
	Text  string
}

// Open returns the page on the given topic. ok is false if there is no such page.
func Open(topic string) (p Page, ok bool) {
	if !slices.Contains(topics, topic) {
		return Page{}, false
	}
	data, err := files.ReadFile(topic + ".md")
	if err != nil {
		return Page{}, false
	}
	return parse(topic, string(data)), true
}

// Words returns the text of spans without their styles.
func Words(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
}
