package manual

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestEveryPageIsATopic(t *testing.T) {
	names, err := fs.Glob(files, "*.md")
	if err != nil || len(names) != len(topics) {
		t.Fatalf("%d files for %d topics: %v", len(names), len(topics), err)
	}
	for _, topic := range Topics() {
		p, ok := Open(topic)
		if !ok || p.Title == "" || len(p.Blocks) < 3 {
			t.Errorf("%s: %q with %d blocks", topic, p.Title, len(p.Blocks))
		}
	}
	if _, ok := Open("../manual"); ok {
		t.Error("there is a page of no topic")
	}
}

// Nothing of Markdown is left in what a reader sees.
func TestPagesAreReadAsWritten(t *testing.T) {
	for _, topic := range Topics() {
		p, _ := Open(topic)
		text := p.Text(80)
		for _, mark := range []string{"**", "](", "<!--", "\n#", "\n|"} {
			if strings.Contains(text, mark) {
				t.Errorf("%s shows %q", topic, mark)
			}
		}
	}
}

func TestParse(t *testing.T) {
	const page = "# A title\n\nOne `a|b` and **two**\nlines, see [there](x.md#y).\n\n## More\n\n" +
		"- an item\n  goes on\n- another\n\n    code  here\n\n    goes on\n\n| a | b |\n|---|---|\n| `x\\|y` | *z* |\n\n![left out](p.png)\n"
	p := parse("x", page)
	want := []Block{
		{Kind: Paragraph, Text: []Span{{Text: "One "}, {Literal, "a|b"}, {Text: " and "}, {Strong, "two"},
			{Text: " lines, see "}, {Text: "there"}, {Text: "."}}},
		{Kind: Heading, Text: []Span{{Text: "More"}}},
		{Kind: Item, Text: []Span{{Text: "an item goes on"}}},
		{Kind: Item, Text: []Span{{Text: "another"}}},
		{Kind: Code, Text: []Span{{Literal, "code  here\n\ngoes on"}}},
		{Kind: Table, Rows: [][][]Span{{{{Text: "a"}}, {{Text: "b"}}}, {{{Literal, "x|y"}}, {{Emphasis, "z"}}}}},
	}
	if p.Title != "A title" || len(p.Blocks) != len(want) {
		t.Fatalf("%q with %d blocks: %v", p.Title, len(p.Blocks), p.Blocks)
	}
	for i := range want {
		got := p.Blocks[i]
		same := got.Kind == want[i].Kind && slices.Equal(got.Text, want[i].Text) &&
			slices.EqualFunc(got.Rows, want[i].Rows, func(a, b [][]Span) bool {
				return slices.EqualFunc(a, b, slices.Equal)
			})
		if !same {
			t.Errorf("block %d is %v, not %v", i, got, want[i])
		}
	}
}

// No line is longer than was asked for, but those of code and a single word.
func TestTextIsWrapped(t *testing.T) {
	for _, topic := range Topics() {
		p, _ := Open(topic)
		for line := range strings.Lines(p.Text(60)) {
			line = strings.TrimRight(line, "\n")
			if utf8.RuneCountInString(line) > 60 && !strings.HasPrefix(line, "    ") &&
				strings.Contains(strings.TrimSpace(line), " ") {
				t.Errorf("%s: %q", topic, line)
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("# T\n\n**a* `b [c](d) | e\n\n|x|\n")
	f.Add("](")
	f.Fuzz(func(t *testing.T, text string) {
		p := parse("x", text)
		for i := range p.Blocks {
			if p.Blocks[i].Kind == Table && len(p.Blocks[i].Rows) == 0 {
				t.Error("a table without rows")
			}
		}
	})
}
