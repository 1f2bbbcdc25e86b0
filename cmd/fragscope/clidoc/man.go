package clidoc

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// Man is the man page of section 1, in the man macros of troff.
func (p *Program) Man() string {
	var b strings.Builder
	name := p.Model.Name
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"%s\" \"User Commands\"\n", strings.ToUpper(name), roff(p.Version))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", name, roff(lowerFirst(strings.TrimSuffix(p.Model.Help, "."))))
	b.WriteString(".SH SYNOPSIS\n")
	if d := p.Model.DefaultCmd; d != nil {
		p.synopsis(&b, d, "")
	}
	for _, v := range p.verbs() {
		b.WriteString(".br\n")
		p.synopsis(&b, v, v.Name)
	}
	fmt.Fprintf(&b, ".SH DESCRIPTION\n%s\n", roff(p.Model.Help))
	if p.Model.DefaultCmd != nil {
		b.WriteString(".PP\nWithout a command it opens its window.\n")
	}
	b.WriteString(".SH OPTIONS\n")
	p.options(&b, p.global())
	b.WriteString(".SH COMMANDS\n")
	for _, v := range p.verbs() {
		fmt.Fprintf(&b, ".SS %s\n%s\n", roff(v.Name), roff(v.Help))
		for _, a := range v.Positional {
			fmt.Fprintf(&b, ".TP\n.I %s\n%s\n", roff(strings.ToUpper(a.Name)), roff(a.Help))
		}
		p.options(&b, flags(v))
	}
	if len(p.Places) > 0 {
		b.WriteString(".SH FILES\n")
		for _, e := range p.Places {
			fmt.Fprintf(&b, ".TP\n.I %s\n%s\n", roff(e.Text), roff(e.Meaning))
		}
	}
	if len(p.Statuses) > 0 {
		b.WriteString(".SH EXIT STATUS\n")
		for _, s := range p.Statuses {
			fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(s.Code), roff(s.Meaning))
		}
	}
	if len(p.Examples) > 0 {
		b.WriteString(".SH EXAMPLES\n")
		for _, e := range p.Examples {
			fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(e.Text), roff(e.Meaning))
		}
	}
	return b.String()
}

func (p *Program) synopsis(b *strings.Builder, n *kong.Node, verb string) {
	fmt.Fprintf(b, ".B %s", p.Model.Name)
	if verb != "" {
		b.WriteString(" " + roff(verb))
	}
	b.WriteByte('\n')
	if len(flags(n)) > 0 {
		b.WriteString("[\\fIOPTION\\fR]...\n")
	}
	for _, a := range n.Positional {
		s := "\\fI" + roff(strings.ToUpper(a.Name)) + "\\fR"
		if a.IsCumulative() {
			s += "..."
		}
		if !a.Required {
			s = "[" + s + "]"
		}
		b.WriteString(s + "\n")
	}
}

func (p *Program) options(b *strings.Builder, list []*kong.Flag) {
	for _, f := range list {
		var forms []string
		for _, s := range spellings(f) {
			form := "\\fB" + roff(s) + "\\fR"
			if v := value(f); v != "" {
				form += " \\fI" + roff(v) + "\\fR"
			}
			forms = append(forms, form)
		}
		help := f.Help
		if f.HasDefault && f.Default != "" && !f.IsBool() {
			help += " Default: " + f.Default + "."
		}
		fmt.Fprintf(b, ".TP\n%s\n%s\n", strings.Join(forms, ", "), roff(help))
	}
}

// roff escapes what troff would take for a request or an escape; hyphens are those
// that can be typed.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "…", "...").Replace(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	return s
}

func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}
