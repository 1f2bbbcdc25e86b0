package main

import (
	"fmt"
	"os"
	"path/filepath"

	"fragscope/assets/icon"
	"fragscope/cmd/fragscope/desktop"
	"fragscope/viewer/page"
)

// share returns the files for desktops and shells, below the prefix of the installation.
func (r *release) share() tree {
	t := tree{
		"share/applications/" + desktop.BundleID + ".desktop":     {desktop.Entry(desktop.ID), false},
		"share/mime/packages/" + desktop.BundleID + ".xml":        {desktop.MIMEInfo(), false},
		"share/metainfo/" + desktop.BundleID + ".metainfo.xml":    {desktop.Metainfo(r.releases()), false},
		"share/bash-completion/completions/" + desktop.ID:         {r.completion["bash"], false},
		"share/zsh/site-functions/_" + desktop.ID:                 {r.completion["zsh"], false},
		"share/fish/vendor_completions.d/" + desktop.ID + ".fish": {r.completion["fish"], false},
		"share/man/man1/" + desktop.ID + ".1":                     {r.man, false},
		"share/doc/" + desktop.ID + "/README.md":                  {r.readme, false},
		"share/" + desktop.ID + "/" + page.FileName:               {r.page, false},
	}
	for _, size := range icon.Sizes() {
		t[fmt.Sprintf("share/icons/hicolor/%dx%d/apps/%s.png", size, size, desktop.BundleID)] = file{icon.PNG(size),
			false}
	}
	return t
}

// install installs a built program, and everything that belongs to it, below a prefix.
func install(program, prefix string) error {
	r := new(release)
	if err := r.readTexts(); err != nil {
		return err
	}
	data, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	if err := r.ask(program); err != nil {
		return err
	}
	if err := r.here(); err != nil {
		return err
	}
	if r.page, err = r.pageFile(); err != nil {
		return err
	}
	t := r.installed(data)
	for _, name := range t.paths() {
		path := filepath.Join(prefix, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		// A running program cannot be overwritten, but its name can be reused.
		if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
			return err
		}
		if err := os.WriteFile(path, t[name].data, t[name].mode()); err != nil {
			return err
		}
	}
	fmt.Printf("%d files below %s\n", len(t), prefix)
	return nil
}

// installed returns everything that is installed below a prefix.
func (r *release) installed(program []byte) tree {
	t := r.share()
	t["bin/"+desktop.ID] = file{program, true}
	t["share/doc/"+desktop.ID+"/LICENSE"] = file{r.license, false}
	t["share/doc/"+desktop.ID+"/CHANGELOG.md"] = file{r.changelog, false}
	return t
}

// uninstall removes what install installed below a prefix, and the program's own folders unless something else is
// in them.
func uninstall(prefix string) error {
	r := new(release)
	if err := r.readTexts(); err != nil {
		return err
	}
	removed := 0
	for _, name := range r.installed(nil).paths() {
		switch err := os.Remove(filepath.Join(prefix, filepath.FromSlash(name))); {
		case err == nil:
			removed++
		case !os.IsNotExist(err):
			return err
		}
	}
	for _, own := range []string{"share/doc/" + desktop.ID, "share/" + desktop.ID} {
		_ = os.Remove(filepath.Join(prefix, filepath.FromSlash(own))) // other people's files stay
	}
	fmt.Printf("%d files removed from below %s\n", removed, prefix)
	return nil
}
