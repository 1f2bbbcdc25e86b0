// Package manual is the manual: Markdown files that are read as they stand in the tree, and that
// the program prints, shows in its window and makes its man page of.
//
// Of Markdown the files use headings, paragraphs, lists with hyphens, tables, indented code, and within
// a line `code`, **strong**, *emphasis*, links and pictures.
package manual

import (
	"embed"
	"slices"
	"strings"
)

//go:embed *.md
var files embed.FS

// topics are the names of the pages, in the order in which they are read.
var topics = []string{"watching", "analysing", "library", "live", "cli", "formats", "text", "building"}

// Topics returns the names of the pages, in the order in which they are read.
func Topics() []string { return slices.Clone(topics) }

// Page is a page of the manual.
type Page struct {
	Topic  string // as in Topics
	Title  string
	Blocks []Block
}

// Kind is what a block is.
type Kind uint8

// The kinds of blocks.
const (
	Paragraph Kind = iota // Text
	Heading               // Text
	Item                  // Text, an entry of a list
	Code                  // Text, with line breaks
	Table                 // Rows, the first of which is the header
)

// Block is a paragraph, a heading, an entry of a list, some lines of code or a table.
type Block struct {
	Kind Kind
	Text []Span
	Rows [][][]Span // by row and column
}

// Style is how a span stands out.
type Style uint8

// The styles.
const (
	Plain Style = iota
	Strong
	Emphasis
	Literal // what is typed or named exactly so
)

// Span is a part of a text in one style.
type Span struct {
	Style Style
	Text  string
}

// Open returns the page of a topic; ok is false if there is none.
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

// Words returns spans as one text without styles.
func Words(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
}
