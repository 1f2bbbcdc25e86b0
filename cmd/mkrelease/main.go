// Command mkrelease makes all release files on a single machine: archives for Linux, Windows and macOS, Debian
// packages, the web page, and the checksums of these files.
//
// The same commit always yields the same bytes. All times are set to the time of the commit (or SOURCE_DATE_EPOCH),
// files are sorted by name, and paths on the build machine are omitted. The version is taken from the first heading of
// CHANGELOG.md.
package main

import (
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"fragscope/viewer/page"
)

// release holds the data that all packages have in common.
type release struct {
	root, goroot string
	version      string
	commit       string // empty if unknown
	when         time.Time

	license, readme, changelog, man []byte
	page                            []byte            // the program part of saved pages
	completion                      map[string][]byte // by shell
	others                          []work
}

func main() {
	out := flag.String("o", "dist", "folder for the packages; what is in it of an earlier run is replaced")
	prefix := flag.String("install", "", "instead, install the program below this folder")
	removed := flag.String("uninstall", "", "instead, remove what was installed below this folder")
	pageFile := flag.String("page", "",
		"instead, make the part of saved pages with the program: this file, or \"user\" for where the user's program looks for it")
	program := flag.String("program", "bin/fragscope", "the program that is installed")
	flag.Parse()
	var err error
	if *pageFile == "user" {
		*pageFile = page.UserFile()
	}
	if *pageFile != "" {
		err = makePage(*pageFile)
	} else if *prefix != "" {
		err = install(*program, *prefix)
	} else if *removed != "" {
		err = uninstall(*removed)
	} else {
		err = run(*out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mkrelease:", err)
		os.Exit(1)
	}
}

func run(out string) error {
	r, err := prepare()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	fmt.Printf("Fragscope %s\n", r.stamp())
	var sums strings.Builder
	written := map[string][]byte{}
	put := func(name string, data []byte) error {
		fmt.Printf("%9d  %s\n", len(data), name)
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), name)
		written[name] = data
		return os.WriteFile(filepath.Join(out, name), data, 0o644)
	}
	if r.page, err = r.pageFile(); err != nil {
		return err
	}
	if n := packedSize(r.page); n >= mostPacked {
		return fmt.Errorf("the page runtime takes %d bytes compressed; the limit is %d",
			n, mostPacked)
	}
	for _, p := range products() {
		var programs [][]byte
		for _, t := range p {
			program, err := r.build(t)
			if err != nil {
				return err
			}
			programs = append(programs, program)
		}
		if err := r.pack(p[0], programs, put); err != nil {
			return fmt.Errorf("packaging for %s: %w", systemName(p[0]), err)
		}
	}
	if err := r.packLists(written, put); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "SHA256SUMS"), []byte(sums.String()), 0o644); err != nil {
		return err
	}
	return removeOld(out, written)
}

// packLists makes the lists about the packages, and the source archive for users who build their own.
func (r *release) packLists(written map[string][]byte, put func(string, []byte) error) error {
	list, err := r.sbom()
	if err != nil {
		return err
	}
	if err := put("fragscope-"+r.version+".spdx.json", list); err != nil {
		return err
	}
	if r.commit == "" {
		fmt.Println("no git checkout: no archive of the sources, and nothing that needs its checksum")
		return nil
	}
	files, err := r.source()
	if err != nil {
		return err
	}
	data, err := files.tarball("fragscope-"+r.version+"/", r.when)
	if err != nil {
		return err
	}
	if err := put(r.sourceName(), data); err != nil {
		return err
	}
	manifests, err := r.manifests(written)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(manifests)) {
		if err := put(name, manifests[name]); err != nil {
			return err
		}
	}
	return nil
}

// removeOld removes packages of other versions, so that the folder holds a single release.
func removeOld(out string, keep map[string][]byte) error {
	entries, err := os.ReadDir(out)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "fragscope") && keep[e.Name()] == nil {
			err = errors.Join(err, os.Remove(filepath.Join(out, e.Name())))
		}
	}
	return err
}

// prepare determines version and time, and collects the texts.
func prepare() (*release, error) {
	root, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	r := &release{root: root}
	if err := r.readTexts(); err != nil {
		return nil, err
	}
	if r.commit, r.when, err = commit(); err != nil {
		return nil, err
	}
	if err := r.collectOthers(); err != nil {
		return nil, err
	}
	return r, r.texts()
}

// readTexts reads the project's own documents. One of them contains the version.
func (r *release) readTexts() (err error) {
	for name, to := range map[string]*[]byte{"LICENSE": &r.license, "README.md": &r.readme,
		"CHANGELOG.md": &r.changelog} {
		if *to, err = os.ReadFile(name); err != nil {
			return fmt.Errorf("%w (run it in the project folder)", err)
		}
	}
	r.readme = withoutPictures(r.readme)
	r.version, err = firstVersion(string(r.changelog))
	return err
}

// withoutPictures removes the lines that show images from the repository.
func withoutPictures(text []byte) []byte {
	var b strings.Builder
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "![") {
			b.WriteString(line)
		}
	}
	return []byte(strings.ReplaceAll(b.String(), "\n\n\n", "\n\n"))
}

// firstVersion returns the version in the first second-level heading.
func firstVersion(changelog string) (string, error) {
	for line := range strings.Lines(changelog) {
		if rest, ok := strings.CutPrefix(line, "## "); ok {
			if f := strings.Fields(rest); len(f) > 0 && f[0][0] >= '0' && f[0][0] <= '9' {
				return f[0], nil
			}
			return "", fmt.Errorf("CHANGELOG.md: %q is not a version", strings.TrimSpace(rest))
		}
	}
	return "", errors.New("CHANGELOG.md names no version")
}

// commit returns the commit that is checked out, and its time. Without git, as in an unpacked archive,
// SOURCE_DATE_EPOCH has to provide the time.
func commit() (hash string, when time.Time, err error) {
	var seconds int64
	if out, gitErr := exec.Command("git", "log", "-1", "--format=%h %ct", "--abbrev=12").Output(); gitErr == nil {
		if _, err := fmt.Sscan(string(out), &hash, &seconds); err != nil {
			return "", when, fmt.Errorf("git: %w", err)
		}
		if changed, _ := exec.Command("git", "status", "--porcelain",
			"--untracked-files=no").Output(); len(changed) > 0 {
			hash += "-modified"
		}
	}
	if epoch := os.Getenv("SOURCE_DATE_EPOCH"); epoch != "" {
		if seconds, err = strconv.ParseInt(epoch, 10, 64); err != nil {
			return "", when, fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
		}
	}
	if seconds == 0 {
		return "", when, errors.New("there is no git checkout here: set SOURCE_DATE_EPOCH to the time of the release")
	}
	return hash, roundTime(seconds), nil
}

// stamp returns the output of fragscope --version.
func (r *release) stamp() string {
	if r.commit == "" {
		return r.version
	}
	return r.version + ", commit " + r.commit
}

// papers returns the files that every archive has.
func (r *release) papers() tree {
	return tree{"LICENSE": {r.license, false}, "THIRD-PARTY-LICENSES": {r.notices(whole), false},
		"README.md": {r.readme, false}, "CHANGELOG.md": {r.changelog, false}}
}

// pack makes the packages for a system from its programs. Only macOS has several.
func (r *release) pack(t target, programs [][]byte, put func(string, []byte) error) error {
	program := programs[0]
	name := r.packageName(t)
	inside := r.papers()
	var data []byte
	var err error
	switch t.os {
	case "linux":
		deb, err := r.deb(t.arch, program)
		if err != nil {
			return err
		}
		if err := put("fragscope_"+debVersion(r.version)+"_"+t.arch+".deb", deb); err != nil {
			return err
		}
		inside.add(".", tree{
			"fragscope": {program, true}, page.FileName: {r.page, false}, "fragscope.1": {r.man, false},
			"completions/fragscope.bash": {r.completion["bash"], false}, "completions/_fragscope": {r.completion["zsh"],
				false}, "completions/fragscope.fish": {r.completion["fish"], false},
		})
		all := tree{}
		all.add(name, inside)
		if data, err = all.tarball("", r.when); err != nil {
			return err
		}
		return put(name+".tar.gz", data)
	case "windows":
		inside = tree{}
		for paper, f := range r.papers() {
			if path.Ext(paper) == "" {
				paper += ".txt"
			}
			inside[paper] = file{crlf(f.data), false}
		}
		inside["fragscope.exe"] = file{program, true}
		inside[page.FileName] = file{r.page, false}
	case "darwin":
		app, err := r.bundle(programs...)
		if err != nil {
			return err
		}
		inside.add(".", app)
	case "js":
		if err = r.addPage(inside, program); err != nil {
			return err
		}
	}
	all := tree{}
	all.add(name, inside)
	if data, err = all.zipball(r.when); err != nil {
		return err
	}
	return put(name+".zip", data)
}

// systemName returns the users' name for a system.
func systemName(t target) string {
	switch t.os {
	case "darwin":
		return "macos"
	case "js":
		return "web"
	}
	return t.os + "-" + t.arch
}
