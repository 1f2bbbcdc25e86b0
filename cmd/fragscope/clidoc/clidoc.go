// Package clidoc makes the man page and the completions of shells from the definition
// of a command line, so that they cannot say anything else than the program does.
package clidoc

import (
	"strings"

	"github.com/alecthomas/kong"
)

// Program is a command line and the words about it that its definition does not have.
type Program struct {
	Model *kong.Application
	// Version is printed in the footer of the man page.
	Version string
	// Files are glob patterns of the files that the program opens.
	Files []string
	// Statuses are the exit codes and what each means.
	Statuses []Status
	// Examples are command lines and what each does.
	Examples []Example
	// Places are files that the program reads and writes, and what is in them.
	Places []Example
}

// Status is an exit code.
type Status struct{ Code, Meaning string }

// Example is a command line, or a file, and what it does or holds.
type Example struct{ Text, Meaning string }

// verbs are the commands that are shown, without the one that is the default.
func (p *Program) verbs() []*kong.Node {
	var out []*kong.Node
	for _, n := range p.Model.Children {
		if !n.Hidden && n != p.Model.DefaultCmd {
			out = append(out, n)
		}
	}
	return out
}

// flags are the flags of a command that are shown.
func flags(n *kong.Node) []*kong.Flag {
	var out []*kong.Flag
	for _, f := range n.Flags {
		if !f.Hidden {
			out = append(out, f)
		}
	}
	return out
}

// global are the flags of the program and of the command that is its default.
func (p *Program) global() []*kong.Flag {
	out := flags(p.Model.Node)
	if p.Model.DefaultCmd != nil {
		out = append(flags(p.Model.DefaultCmd), out...)
	}
	return out
}

// spellings are how a flag can be written, the short form first.
func spellings(f *kong.Flag) []string {
	var out []string
	if f.Short != 0 {
		out = append(out, "-"+string(f.Short))
	}
	out = append(out, "--"+f.Name)
	if f.Tag != nil && f.Tag.Negatable != "" {
		out = append(out, "--no-"+f.Name)
	}
	return out
}

// value is the name of what follows a flag; empty for a switch.
func value(f *kong.Flag) string {
	if f.IsBool() || f.IsCounter() {
		return ""
	}
	if f.PlaceHolder != "" {
		return f.PlaceHolder
	}
	return strings.ToUpper(f.Name)
}

// wantsFile tells whether a flag is followed by a file or folder.
func wantsFile(f *kong.Flag) bool { return value(f) == "FILE" || value(f) == "DIR" }

// hasFile tells whether a command takes files.
func hasFile(n *kong.Node) bool { return n != nil && len(n.Positional) > 0 }
