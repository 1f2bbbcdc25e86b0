// Package clidoc generates the man page and the shell completions from the definition of the command line, so they
// always agree with the program.
package clidoc

import (
	"cmp"
	"embed"
	"slices"
	"strings"
	"text/template"

	"github.com/alecthomas/kong"

	"fragscope/assets/manual"
)

// Program describes a command-line program. Model defines the command line; the other fields hold text that the
// definition does not include.
type Program struct {
	Model *kong.Application
	// Version is the version printed in the footer of the man page.
	Version string
	// Files are glob patterns of the files that the program opens.
	Files []string
	// Pages are the manual's pages.
	Pages []manual.Page
}

//go:embed templates
var templateFiles embed.FS

// Text returns the program's documentation in the given form. The form "man" is a man page for section 1, written with
// troff's man macros. The forms "bash", "zsh" and "fish" are completion scripts for those shells.
func (p *Program) Text(form string) (string, error) {
	set, err := template.New("").Funcs(template.FuncMap{
		"roff": roff, "section": section, "quoted": quoted, "sentence": sentence, "lowerFirst": lowerFirst,
		"upper": strings.ToUpper, "join": strings.Join, "paragraphs": paragraphs, "firstLine": firstLine,
		"bracketed": strings.NewReplacer("[", "(", "]", ")", ":", `\:`).Replace,
	}).ParseFS(templateFiles, "templates/*.tmpl")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = set.ExecuteTemplate(&b, form+".tmpl", p.page())
	return b.String(), err
}

// page is the data for the templates.
type page struct {
	*Program
	Name, Help string
	Common     []flag // of the program itself, which every command also takes
	Default    command
	Verbs      []command // without those that are hidden and the default
}

// command is a verb of the program.
type command struct {
	Line       string // the program's name and the verb
	Name, Help string
	Args       []argument
	Flags      []flag
}

type argument struct {
	Name, Help           string
	Repeatable, Optional bool
	Words                []string // one of these; nil means anything
}

// Words returns the possible values of the verb's first argument.
func (c command) Words() []string {
	if len(c.Args) == 0 {
		return nil
	}
	return c.Args[0].Words
}

// flag is a flag with its spellings, the short form first.
type flag struct {
	Name, Short, Help string
	Default           string
	Value             string // the name of the value; empty for a switch
	Spellings         []string
	Repeatable        bool
	Values            []string // that it takes, or some of them: from the tag "values"
}

// Long returns the long spellings of the flag, without the leading hyphens.
func (f flag) Long() []string {
	var out []string
	for _, s := range f.Spellings {
		if long, ok := strings.CutPrefix(s, "--"); ok {
			out = append(out, long)
		}
	}
	return out
}

// group is a set of flags that apply under a shell condition.
type group struct {
	Name, When string
	Flags      []flag
}

// Group returns the flags in list as a group. The group is offered only under the given shell condition, or always if
// the condition is empty.
func (p *page) Group(when string, list []flag) group { return group{p.Name, when, list} }

func (p *Program) page() *page {
	out := &page{Program: p, Name: p.Model.Name, Help: p.Model.Help, Common: flags(p.Model.Node)}
	for _, n := range p.Model.Children {
		c := command{Line: p.Model.Name + " " + n.Name, Name: n.Name, Help: n.Help, Flags: flags(n)}
		for _, a := range n.Positional {
			words := strings.FieldsFunc(cmp.Or(a.Enum, a.Tag.Get("values")), func(r rune) bool { return r == ',' })
			c.Args = append(c.Args, argument{a.Name, a.Help, a.IsCumulative(), !a.Required, words})
		}
		switch {
		case n == p.Model.DefaultCmd:
			c.Line = p.Model.Name
			out.Default = c
		case !n.Hidden:
			out.Verbs = append(out.Verbs, c)
		}
	}
	return out
}

func flags(n *kong.Node) []flag {
	var out []flag
	for _, f := range n.Flags {
		if f.Hidden {
			continue
		}
		v := flag{Name: f.Name, Help: f.Help, Repeatable: f.IsCumulative()}
		if f.Short != 0 {
			v.Short = string(f.Short)
			v.Spellings = append(v.Spellings, "-"+v.Short)
		}
		v.Spellings = append(v.Spellings, "--"+f.Name)
		if f.Tag != nil && f.Tag.Negatable != "" {
			v.Spellings = append(v.Spellings, "--no-"+f.Name)
		}
		if !f.IsBool() && !f.IsCounter() {
			v.Value = f.PlaceHolder
			if v.Value == "" {
				v.Value = strings.ToUpper(f.Name)
			}
			if f.HasDefault {
				v.Default = f.Default
			}
			if values := f.Tag.Get("values"); values != "" {
				v.Values = strings.Split(values, ",")
			}
		}
		out = append(out, v)
	}
	return out
}

// Global returns the flags that can be used without a verb.
func (p *page) Global() []flag { return slices.Concat(p.Default.Flags, p.Common) }

// With returns the flags that can be used with the verb c: its own flags and those of the program.
func (p *page) With(c command) []flag { return slices.Concat(c.Flags, p.Common) }

// Names returns the names of the verbs.
func (p *page) Names() []string {
	var out []string
	for _, v := range p.Verbs {
		out = append(out, v.Name)
	}
	return out
}

// Extensions returns the extensions of the files that the program opens, without the dot.
func (p *page) Extensions() []string {
	var out []string
	for _, g := range p.Files {
		out = append(out, strings.TrimPrefix(g, "*."))
	}
	return out
}

// Spelled returns all spellings of each flag whose Value field equals value, such as "FILE". If value is empty, Spelled
// returns all spellings of each flag whose Value field is neither empty nor "FILE" nor "DIR".
func (p *page) Spelled(value string) []string {
	list := p.Global()
	for _, v := range p.Verbs {
		list = append(list, v.Flags...)
	}
	var out []string
	for _, f := range list {
		other := f.Value != "" && f.Value != "FILE" && f.Value != "DIR"
		for _, s := range f.Spellings {
			if (f.Value == value && value != "" || value == "" && other) && !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out
}

// Valued returns the flags for which values are suggested, without duplicates.
func (p *page) Valued() []flag {
	list := p.Global()
	for _, v := range p.Verbs {
		list = append(list, v.Flags...)
	}
	var out []flag
	for _, f := range list {
		if len(f.Values) > 0 && !slices.ContainsFunc(out, func(g flag) bool { return g.Name == f.Name }) {
			out = append(out, f)
		}
	}
	return out
}

// Words returns all spellings of the flags in list, separated by spaces.
func (p *page) Words(list []flag) string {
	var out []string
	for _, f := range list {
		out = append(out, f.Spellings...)
	}
	return strings.Join(out, " ")
}

// roff escapes text that troff would treat as a request or an escape. Hyphens remain plain hyphens, which can be copied
// and typed.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "…", "...").Replace(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	return s
}

// quoted escapes a text for use between single quotes in all three shells.
func quoted(s string) string { return strings.ReplaceAll(s, "'", `'\''`) }

// sentence returns a sentence without its full stop.
func sentence(s string) string { return strings.TrimSuffix(s, ".") }

func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// paragraphs returns the parts of a text between empty lines.
func paragraphs(s string) []string { return strings.Split(s, "\n\n") }

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
