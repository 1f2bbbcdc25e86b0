package model

import (
	"fmt"
	"strings"
)

// Markdown returns the manual page that describes the tables, their columns and the versions of the model.
func Markdown() string {
	var b strings.Builder
	for i := range Tables {
		t := &Tables[i]
		fmt.Fprintf(&b, "## Table %s\n\n%s", t.Name, t.Meaning)
		if len(t.Keys) > 0 {
			var names []string
			for _, c := range t.Keys {
				names = append(names, "`"+c.Name+"`")
			}
			fmt.Fprintf(&b, " The first columns are %s.", strings.Join(names, ", "))
		}
		b.WriteString("\n\n| column | type | unit | meaning |\n|---|---|---|---|\n")
		for _, c := range t.Columns {
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", c.Name, c.Kind, c.Unit, c.Meaning)
		}
		b.WriteString("\n")
	}
	b.WriteString("## The first columns\n\n| column | type | unit | meaning |\n|---|---|---|---|\n")
	for _, c := range matchKeys {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", c.Name, c.Kind, c.Unit, c.Meaning)
	}
	b.WriteString("\n## Versions of the model\n\n")
	for _, c := range Changes {
		fmt.Fprintf(&b, "- %d (%s): %s\n", c.Version, c.Date, c.What)
	}
	return b.String()
}
