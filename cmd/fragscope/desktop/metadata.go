package desktop

import (
	"embed"
	"fmt"
	"html"
	"strings"
	"text/template"
	"time"
)

// BundleID names the macOS application and, on other systems, desktop entry, icons, types and the entry of
// software catalogues, where file names must not clash with those of others.
const BundleID = "org.fragscope.Fragscope"

// Homepage is where the project is at home.
const Homepage = "https://github.com/fragscope/fragscope"

// Release is a version ("1.2.0") with its day and what users notice of it.
type Release struct {
	Version string
	Date    time.Time
	Changes []string // a sentence or more each
}

//go:embed templates
var templateFiles embed.FS

// facts are what the templates say; each uses some of them.
type facts struct {
	ID, BundleID, Title, Generic, Summary, Network string
	Kinds, Foreign                                 []Kind
	Other                                          Kind
	MIMETypes                                      []string
	Exec, TryExec                                  string // of the desktop entry
	Version, Homepage                              string
	Releases                                       []Release // the latest first
}

// render fills a template. Everything in it is fixed when the program is built but the
// path and the releases, whose texts the templates escape: it panics where the template is wrong.
func render(name string, f facts) []byte {
	f.ID, f.BundleID, f.Title, f.Generic, f.Summary, f.Network, f.Homepage = ID, BundleID, Title, Generic, Summary, Network, Homepage
	f.Kinds, f.Foreign, f.Other, f.MIMETypes = Kinds(), foreignKinds(), otherDEM(), MIMETypes()
	var b strings.Builder
	t := template.New(name + ".tmpl").Funcs(template.FuncMap{"xml": html.EscapeString, "indented": indented})
	if err := template.Must(t.ParseFS(templateFiles, "templates/"+name+".tmpl")).Execute(&b, f); err != nil {
		panic(fmt.Sprintf("desktop: %v", err))
	}
	return []byte(b.String())
}

// MIMEInfo is the file that tells a freedesktop.org desktop the types of demos
// (shared-mime-info: globs, and magic where the name says nothing).
func MIMEInfo() []byte { return render("mime.xml", facts{}) }

// Metainfo is what a software catalogue shows of the program, in the format of
// AppStream, with the releases that there have been, the latest first.
func Metainfo(releases []Release) []byte { return render("metainfo.xml", facts{Releases: releases}) }

// InfoPlist is the property list of a macOS bundle of the program, which declares the
// types of demos. Version is like "1.2.0".
func InfoPlist(version string) []byte { return render("Info.plist", facts{Version: version}) }

// Entry is the desktop entry that starts the program at the path.
func Entry(program string) []byte {
	return render("fragscope.desktop", facts{Exec: quoteExec(program), TryExec: escapeValue(program)})
}

// needQuotes are the characters that mean something in the Exec key.
const needQuotes = " \t\n\"'\\><~|&;$*?#()`"

// quoteExec is a path as the Exec key wants it: in quotes where it has characters that
// mean something there, then escaped as every string of a desktop entry.
func quoteExec(path string) string {
	path = strings.ReplaceAll(path, "%", "%%")
	if strings.ContainsAny(path, needQuotes) {
		path = `"` + strings.NewReplacer(`"`, `\"`, "`", "\\`", `$`, `\$`, `\`, `\\`).Replace(path) + `"`
	}
	return escapeValue(path)
}

func escapeValue(s string) string {
	return strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\t", `\t`, "\r", `\r`).Replace(s)
}
