package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// licenseMarks lists sentences that identify licences, with their SPDX identifiers. The first match counts.
var licenseMarks = []struct {
	id    string
	marks []string // all have to occur
}{
	{"Apache-2.0", []string{"Apache License", "Version 2.0, January 2004"}},
	{"OFL-1.1", []string{"SIL OPEN FONT LICENSE Version 1.1"}},
	{"MIT", []string{"Permission is hereby granted, free of charge, to any person obtaining a copy"}},
	{"ISC", []string{"Permission to use, copy, modify, and",
		"distribute this software for any purpose with or without fee"}},
	{"BSD-3-Clause", []string{"Redistribution and use in source and binary forms", "endorse or promote products"}},
	{"BSD-2-Clause", []string{"Redistribution and use in source and binary forms"}},
}

var spdxLine = regexp.MustCompile(`SPDX-License-Identifier: (.+)`)

// licenseID returns the SPDX identifier, or expression, of a licence's text, or "" if unknown.
func licenseID(text string) string {
	if m := spdxLine.FindStringSubmatch(text); m != nil {
		return strings.TrimSpace(m[1])
	}
	plain := strings.Join(strings.Fields(strings.ReplaceAll(text, "//", "")), " ")
	for _, l := range licenseMarks {
		if !slices.ContainsFunc(l.marks, func(mark string) bool { return !strings.Contains(plain, mark) }) {
			return l.id
		}
	}
	return ""
}

// ids returns the work's licences as an SPDX expression.
func (w work) ids() (string, error) {
	var out []string
	for _, text := range w.licenses {
		if id := licenseID(text); id != "" && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	if len(out) == 0 {
		return "", fmt.Errorf("the licence of %s is not one that mkrelease knows", w.name())
	}
	return strings.Join(out, " AND "), nil
}

var copyrightLine = regexp.MustCompile(`(?i)^[\s/]*(?:copyright(?: \(c\)|:)?|©) ?((?:\(c\) )?\d{4}.*)$`)

// holders returns the copyright lines of a work's licences.
func (w work) holders() []string {
	var out []string
	for _, text := range w.licenses {
		for line := range strings.Lines(text) {
			if m := copyrightLine.FindStringSubmatch(strings.TrimSpace(line)); m != nil && !slices.Contains(out, m[1]) {
				out = append(out, m[1])
			}
		}
	}
	if len(out) == 0 {
		return []string{"the authors of " + w.path}
	}
	return out
}

// copyright returns Debian's machine-readable copyright file
// (https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/).
func (r *release) copyright() ([]byte, error) {
	var b, texts strings.Builder
	b.WriteString(
		"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: Fragscope\nUpstream-Contact: " +
			debMaintainer + "\nSource: " + sourcePage + "\n")
	known := map[string]bool{}
	for i, w := range append([]work{r.itself()}, r.others...) {
		if _, err := w.ids(); err != nil {
			return nil, err
		}
		files := "*"
		if i > 0 {
			files = w.files()
		}
		fmt.Fprintf(&b, "\nFiles: %s\nCopyright: %s\nLicense: %s\n", files, strings.Join(w.holders(), "\n           "),
			strings.Join(w.debLicenses(), " and "))
		for _, text := range w.licenses {
			if name := debLicense(licenseID(text), w); !known[name] {
				known[name] = true
				fmt.Fprintf(&texts, "\nLicense: %s\n%s\n", name, indented(debText(text)))
			}
		}
	}
	return []byte(b.String() + texts.String()), nil
}

// debLicenses returns the short names of a work's licences.
func (w work) debLicenses() []string {
	var out []string
	for _, text := range w.licenses {
		if name := debLicense(licenseID(text), w); !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// debLicense returns a licence's short name in Debian's file. Most licences differ in names and years from work to
// work, so each work gets its own name; those that never do share one.
func debLicense(id string, w work) string {
	switch id {
	case "":
		return "notice-" + w.short()
	case "Apache-2.0", "OFL-1.1":
		return id
	}
	return strings.ReplaceAll(id, " OR ", "-or-") + "-" + w.short()
}

// debText returns a licence, or a reference to Debian's copy if Debian has one.
func debText(text string) string {
	if licenseID(text) == "Apache-2.0" {
		return "On Debian systems this licence is in /usr/share/common-licenses/Apache-2.0."
	}
	return text
}

// indented returns a text in the form of a multi-line field.
func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, " \t\r\n"); line == "" {
			line = "."
		}
		b.WriteString(" " + line + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}
