package main

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"fmt"
	"text/template"

	"fragscope/cmd/fragscope/desktop"
)

//go:embed templates
var templates embed.FS

// sourcePage is the address of the source code.
const sourcePage = desktop.Homepage

// download is a package, as package lists describe it.
type download struct {
	Name, SHA256 string
	Arch, Inside string // for Windows: the processor, and the folder in the archive
}

// manifests returns the manifests for other package lists: Flatpak, Homebrew and winget.
func (r *release) manifests(written map[string][]byte) (map[string][]byte, error) {
	facts := struct {
		BundleID, Title, Summary, Homepage, URL, Version, Date string
		Source                                                 download
		Windows                                                []download
	}{
		BundleID: desktop.BundleID, Title: desktop.Title, Summary: desktop.Summary, Homepage: desktop.Homepage,
		URL: desktop.Homepage + "/releases/download/v" + r.version, Version: r.version,
		Date: r.releases()[0].Date.Format("2006-01-02"), Source: r.download(r.sourceName(), written),
	}
	for _, arch := range []struct{ ours, theirs string }{{"amd64", "x64"}, {"arm64", "arm64"}} {
		inside := r.packageName(target{"windows", arch.ours})
		d := r.download(inside+".zip", written)
		d.Arch, d.Inside = arch.theirs, inside
		facts.Windows = append(facts.Windows, d)
	}
	out := map[string][]byte{}
	for from, to := range map[string]string{
		"flatpak.yml": desktop.BundleID + ".yml", "homebrew.rb": "fragscope.rb",
		"winget.yaml": "Fragscope.Fragscope.yaml", "winget.installer.yaml": "Fragscope.Fragscope.installer.yaml",
		"winget.locale.en-GB.yaml": "Fragscope.Fragscope.locale.en-GB.yaml",
	} {
		t, err := template.ParseFS(templates, "templates/"+from)
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		if err := t.Execute(&b, facts); err != nil {
			return nil, err
		}
		out[to] = b.Bytes()
	}
	return out, nil
}

func (r *release) download(name string, written map[string][]byte) download {
	return download{Name: name, SHA256: fmt.Sprintf("%x", sha256.Sum256(written[name]))}
}

// packageName returns the name of a package without its extension, which is also the name of the folder in the package.
func (r *release) packageName(t target) string { return "fragscope-" + r.version + "-" + systemName(t) }

// sourceName returns the name of the source archive.
func (r *release) sourceName() string { return "fragscope-" + r.version + "-source.tar.gz" }
