package ledger

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"fragscope/formats/corpus"
)

const (
	manual = "../../assets/manual/formats.md"
	start  = "<!-- made from formats/ledger by go test ./formats/ledger -update -->\n"
	end    = "<!-- end -->\n"
)

// TestManualHasTheLedger holds that the manual's tables are those of the ledger.
func TestManualHasTheLedger(t *testing.T) {
	text, err := os.ReadFile(manual)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(strings.ReplaceAll(string(text), "\r\n", "\n"), start)
	now, after, ok2 := strings.Cut(rest, end)
	want := tables()
	switch {
	case !ok || !ok2:
		t.Fatalf("%s has no place for the ledger", manual)
	case now == want:
	case !corpus.Updating():
		t.Fatalf("the tables in %s are not those of the ledger; run go test ./formats/ledger -update", manual)
	default:
		if err := os.WriteFile(manual, []byte(before+start+want+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// tables returns the ledger in the manual's form: how many of each fate, then each document's lines.
func tables() string {
	var b strings.Builder
	b.WriteString("\n| document | drawn | said | refused |\n|---|---|---|---|\n")
	var sum [fates]int
	for i := range documents {
		n := documents[i].Count()
		fmt.Fprintf(&b, "| %s | %d | %d | %d |\n", documents[i].Title, n[Drawn], n[Said], n[Refused])
		for f := range n {
			sum[f] += n[f]
		}
	}
	fmt.Fprintf(&b, "| all | %d | %d | %d |\n\n", sum[Drawn], sum[Said], sum[Refused])
	for i := range documents {
		d := &documents[i]
		fmt.Fprintf(&b,
			"## The ledger: %s\n\n| what | section | outcome | how, or why not |\n|---|---|---|---|\n", d.Title)
		for k := range d.Lines {
			l := &d.Lines[k]
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", grouped(l.Each()), l.Section, l.Fate, l.How)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// grouped returns names with what they have in common written once.
func grouped(names []string) string {
	var out []string
	last := ""
	for _, name := range names {
		of, field, ok := strings.Cut(name, ".")
		if kind, value, named := strings.Cut(name, " "); named {
			of, field, ok = kind, value, true
		}
		switch {
		case !ok:
			out = append(out, "`"+name+"`")
			last = name
		case of == last:
			out[len(out)-1] += " " + strings.ReplaceAll(field, "*", "and all in it")
		default:
			out = append(out, "`"+of+"` "+strings.ReplaceAll(field, "*", "and all in it"))
			last = of
		}
	}
	return strings.Join(out, "; ")
}
