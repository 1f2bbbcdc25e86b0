package clidoc

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// Bash is a completion for bash.
func (p *Program) Bash() string {
	var b strings.Builder
	name := p.Model.Name
	fmt.Fprintf(&b, "# bash completion for %s\n\n_%s() {\n\tlocal cur prev verb word\n\tCOMPREPLY=()\n\tcur=${COMP_WORDS[COMP_CWORD]}\n\tprev=${COMP_WORDS[COMP_CWORD-1]}\n", name, name)
	var names []string
	for _, v := range p.verbs() {
		names = append(names, v.Name)
	}
	fmt.Fprintf(&b, "\tverb=\n\tfor word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n\t\tcase $word in\n\t\t%s) verb=$word; break ;;\n\t\tesac\n\tdone\n", strings.Join(names, "|"))

	var files, folders, other []string
	seen := map[string]bool{}
	for _, f := range p.allFlags() {
		for _, s := range spellings(f) {
			if seen[s] {
				continue
			}
			seen[s] = true
			switch value(f) {
			case "":
			case "FILE":
				files = append(files, s)
			case "DIR":
				folders = append(folders, s)
			default:
				other = append(other, s)
			}
		}
	}
	b.WriteString("\tcase $prev in\n")
	for _, c := range []struct {
		flags []string
		do    string
	}{
		{files, `compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return`},
		{folders, `compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$cur"); return`},
		{other, "return"},
	} {
		if len(c.flags) > 0 {
			fmt.Fprintf(&b, "\t%s) %s ;;\n", strings.Join(c.flags, "|"), c.do)
		}
	}
	b.WriteString("\tesac\n\tif [[ $cur == -* ]]; then\n\t\tcase $verb in\n")
	for _, v := range p.verbs() {
		fmt.Fprintf(&b, "\t\t%s) mapfile -t COMPREPLY < <(compgen -W '%s' -- \"$cur\") ;;\n", v.Name, words(append(flags(v), flags(p.Model.Node)...)))
	}
	fmt.Fprintf(&b, "\t\t*) mapfile -t COMPREPLY < <(compgen -W '%s' -- \"$cur\") ;;\n\t\tesac\n\t\treturn\n\tfi\n", words(p.global()))
	fmt.Fprintf(&b, "\tcompopt -o filenames 2>/dev/null\n\tmapfile -t COMPREPLY < <(compgen -d -- \"$cur\"; shopt -s extglob nocasematch; compgen -f -X '!@(%s)' -- \"$cur\")\n", strings.Join(p.Files, "|"))
	fmt.Fprintf(&b, "\tif [[ -z $verb && COMP_CWORD -eq 1 ]]; then\n\t\tlocal verbs\n\t\tmapfile -t verbs < <(compgen -W '%s' -- \"$cur\")\n\t\tCOMPREPLY+=(\"${verbs[@]}\")\n\tfi\n}\n\ncomplete -F _%s %s\n", strings.Join(names, " "), name, name)
	return b.String()
}

func (p *Program) allFlags() []*kong.Flag {
	out := p.global()
	for _, v := range p.verbs() {
		out = append(out, flags(v)...)
	}
	return out
}

func words(list []*kong.Flag) string {
	var out []string
	for _, f := range list {
		out = append(out, spellings(f)...)
	}
	return strings.Join(out, " ")
}

// Zsh is a completion for zsh.
func (p *Program) Zsh() string {
	var b strings.Builder
	name := p.Model.Name
	fmt.Fprintf(&b, "#compdef %s\n\n_%s() {\n\tlocal -a verbs\n\tverbs=(\n", name, name)
	for _, v := range p.verbs() {
		fmt.Fprintf(&b, "\t\t%s\n", single(v.Name+":"+plainEnd(v.Help)))
	}
	fmt.Fprintf(&b, "\t)\n\tlocal demos=%s\n\tlocal verb=${words[(r)(%s)]}\n\tcase $verb in\n", single("*.("+strings.Join(extensions(p.Files), "|")+")(-.)"), strings.Join(names(p.verbs()), "|"))
	for _, v := range p.verbs() {
		fmt.Fprintf(&b, "\t%s)\n", v.Name)
		p.zshArguments(&b, append(flags(v), flags(p.Model.Node)...), "'1:verb:(("+v.Name+"))'", hasFile(v))
		b.WriteString("\t\t;;\n")
	}
	b.WriteString("\t*)\n")
	p.zshArguments(&b, p.global(), "'1: :{_describe command verbs; _files -g \"$demos\"}'", hasFile(p.Model.DefaultCmd))
	fmt.Fprintf(&b, "\t\t;;\n\tesac\n}\n\nif [[ $funcstack[1] == _%s ]]; then\n\t_%s \"$@\"\nelse\n\tcompdef _%s %s\nfi\n", name, name, name, name)
	return b.String()
}

func (p *Program) zshArguments(b *strings.Builder, list []*kong.Flag, first string, files bool) {
	b.WriteString("\t\t_arguments -S")
	for _, f := range list {
		for _, s := range spellings(f) {
			spec := s + "[" + strings.NewReplacer("[", "(", "]", ")", ":", `\:`).Replace(plainEnd(f.Help)) + "]"
			switch v := value(f); {
			case v == "DIR":
				spec += ":" + v + ":_files -/"
			case wantsFile(f):
				spec += ":" + v + ":_files"
			case v != "":
				spec += ":" + v + ": "
			}
			if f.IsCumulative() {
				spec = "*" + spec
			}
			b.WriteString(" \\\n\t\t\t" + single(spec))
		}
	}
	b.WriteString(" \\\n\t\t\t" + first)
	if files {
		b.WriteString(" \\\n\t\t\t'*:demo:_files -g \"$demos\"'")
	}
	b.WriteByte('\n')
}

// Fish is a completion for fish.
func (p *Program) Fish() string {
	var b strings.Builder
	name := p.Model.Name
	verbs := strings.Join(names(p.verbs()), " ")
	fmt.Fprintf(&b, "# fish completion for %s\n\n", name)
	for _, v := range p.verbs() {
		fmt.Fprintf(&b, "complete -c %s -n %s -a %s -d %s\n", name, single("__fish_use_subcommand"), v.Name, single(plainEnd(v.Help)))
	}
	for _, f := range flags(p.Model.Node) {
		p.fishFlag(&b, f, "")
	}
	if p.Model.DefaultCmd != nil {
		for _, f := range flags(p.Model.DefaultCmd) {
			p.fishFlag(&b, f, "not __fish_seen_subcommand_from "+verbs)
		}
	}
	for _, v := range p.verbs() {
		for _, f := range flags(v) {
			p.fishFlag(&b, f, "__fish_seen_subcommand_from "+v.Name)
		}
		if !hasFile(v) {
			fmt.Fprintf(&b, "complete -c %s -n %s -f\n", name, single("__fish_seen_subcommand_from "+v.Name))
		}
	}
	return b.String()
}

func (p *Program) fishFlag(b *strings.Builder, f *kong.Flag, when string) {
	for i, s := range spellings(f) {
		if i > 0 && f.Short != 0 && s == "--"+f.Name {
			continue // written with the short form
		}
		fmt.Fprintf(b, "complete -c %s", p.Model.Name)
		if when != "" {
			fmt.Fprintf(b, " -n %s", single(when))
		}
		if long, ok := strings.CutPrefix(s, "--"); ok {
			fmt.Fprintf(b, " -l %s", long)
		} else {
			fmt.Fprintf(b, " -s %s -l %s", strings.TrimPrefix(s, "-"), f.Name)
		}
		switch {
		case wantsFile(f):
			b.WriteString(" -r -F")
		case value(f) != "":
			b.WriteString(" -x")
		}
		fmt.Fprintf(b, " -d %s\n", single(plainEnd(f.Help)))
	}
}

func names(list []*kong.Node) []string {
	var out []string
	for _, n := range list {
		out = append(out, n.Name)
	}
	return out
}

func extensions(globs []string) []string {
	var out []string
	for _, g := range globs {
		out = append(out, strings.TrimPrefix(g, "*."))
	}
	return out
}

// single is a text in single quotes, as all three shells read it.
func single(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func plainEnd(s string) string { return strings.TrimSuffix(s, ".") }
