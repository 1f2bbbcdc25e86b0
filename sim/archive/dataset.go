//go:build !js

package archive

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fragscope/formats/base/whole"
	"fragscope/sim/archive/model"
)

// A folder of tables has a manifest for each shard, below _manifest. A shard is committed when its manifest gets its
// name. Until then its files are named unfinished and belong to no shard. After that they get their names even if the
// program is killed: the next program that opens the folder renames them. Sets with a different number of shards are
// replaced when the last shard of the new set is committed.

// manifestDir is the folder for manifests and chunks. Chunks, whose names begin with rowsName, hold the rows of the
// demos read so far, so that the next export reads only new demos. They can be deleted without harm.
const (
	manifestDir = "_manifest"
	rowsName    = "rows-%05d-of-%05d"
)

// manifest lists the contents of a shard.
type manifest struct {
	Model  int            `json:"model"` // version of the model
	Form   string         `json:"form"`
	Shard  int            `json:"shard"`
	Shards int            `json:"shards"`
	Demos  int            `json:"demos"`
	Errors int            `json:"errors"`
	Inputs string         `json:"inputs"` // identifies the files that were read, and the options
	Files  []manifestFile `json:"files"`
}

// manifestFile is a file of a table.
type manifestFile struct {
	Table string `json:"table"`
	Name  string `json:"name"`
	Rows  int    `json:"rows"`
	Bytes int64  `json:"bytes"`
}

// dataset is a folder of tables.
type dataset struct{ dir string }

func (d *dataset) name(shard, shards int) string {
	return filepath.Join(d.dir, manifestDir, fmt.Sprintf("shard-%05d-of-%05d.json", shard, shards))
}

// manifest returns the manifest of a shard, or nil if there is none.
func (d *dataset) manifest(shard, shards int) *manifest { return readManifest(d.name(shard, shards)) }

func readManifest(name string) *manifest {
	text, err := os.ReadFile(name)
	m := new(manifest)
	if err != nil || json.Unmarshal(text, m) != nil {
		return nil
	}
	return m
}

// manifests returns all manifests, by number of shards.
func (d *dataset) manifests() (map[int][]*manifest, error) {
	names, err := filepath.Glob(filepath.Join(d.dir, manifestDir, "shard-*.json"))
	list := map[int][]*manifest{}
	for _, name := range names {
		if m := readManifest(name); m != nil && m.Shard > 0 && name == d.name(m.Shard, m.Shards) {
			list[m.Shards] = append(list[m.Shards], m)
		}
	}
	return list, err
}

// commit adds a shard to the folder, replacing its previous version.
func (d *dataset) commit(m *manifest) error {
	if err := errors.Join(os.MkdirAll(filepath.Join(d.dir, manifestDir), 0o777), d.describe()); err != nil {
		return err
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	if err := whole.Write(d.name(m.Shard, m.Shards), append(text, '\n')); err != nil {
		return err
	}
	if err := d.settle(); err != nil {
		return err
	}
	return d.sweepUnfinished(m)
}

// whole reports whether all files of a shard exist.
func (d *dataset) whole(m *manifest) bool {
	return !slices.ContainsFunc(m.Files, func(f manifestFile) bool {
		name := filepath.Join(d.dir, f.Table, f.Name)
		_, err := os.Stat(name)
		_, hidden := os.Stat(name + unfinished)
		return err != nil && hidden != nil
	})
}

// sweepUnfinished removes the files that killed runs of a shard left behind.
func (d *dataset) sweepUnfinished(m *manifest) error {
	for t := range model.Tables {
		table := model.Tables[t].Name
		list, err := filepath.Glob(filepath.Join(d.dir, table, fmt.Sprintf("part-%05d-of-%05d-*"+unfinished, m.Shard,
			m.Shards)))
		if err != nil {
			return err
		}
		for _, name := range list {
			base := strings.TrimSuffix(filepath.Base(name), unfinished)
			if !slices.ContainsFunc(m.Files, func(f manifestFile) bool { return f.Table == table && f.Name == base }) {
				whole.Sweep(name)
			}
		}
	}
	return nil
}

// settle completes the work of committed shards: it removes sets of shards that have been replaced by complete ones,
// removes files that no manifest lists, and renames the other files to their final names.
func (d *dataset) settle() error {
	sets, err := d.manifests()
	if err != nil || len(sets) == 0 {
		return err
	}
	current := 0 // the number of shards of the set that is shown
	for shards, list := range sets {
		if len(list) == shards && (current == 0 || d.newer(list, sets[current])) {
			current = shards
		}
	}
	if len(sets) > 1 && current == 0 {
		current = d.placed(sets)
	}
	for shards, list := range sets {
		complete := len(list) == shards
		if shards != current && current != 0 && (complete || d.older(list, sets[current])) {
			for _, m := range list {
				if err := os.Remove(d.name(m.Shard, m.Shards)); err != nil && !errors.Is(err, fs.ErrNotExist) {
					return err
				}
				if err := removeAll(filepath.Join(d.dir, manifestDir, fmt.Sprintf(rowsName, m.Shard, m.Shards))); err != nil {
					return err
				}
			}
			delete(sets, shards)
		}
	}
	named := map[string]bool{}
	for shards, list := range sets {
		if current != 0 && shards != current {
			continue // it is shown once it is complete
		}
		for _, m := range list {
			for _, f := range m.Files {
				named[filepath.Join(d.dir, f.Table, f.Name)] = true
			}
		}
	}
	return errors.Join(d.sweep(named), d.place(named))
}

// removeAll removes the chunks whose names begin with stage.
func removeAll(stage string) error {
	names, err := filepath.Glob(stage + "-*")
	for _, name := range names {
		if gone := os.Remove(name); !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}
	return err
}

// placed returns the number of shards of the set whose files have their final names, or 0 if there is none.
func (d *dataset) placed(sets map[int][]*manifest) int {
	for shards, list := range sets {
		for _, m := range list {
			for _, f := range m.Files {
				if _, err := os.Stat(filepath.Join(d.dir, f.Table, f.Name)); err == nil {
					return shards
				}
			}
		}
	}
	return 0
}

// committed returns the time at which the last of the given shards was committed.
func (d *dataset) committed(list []*manifest) (last int64) {
	for _, m := range list {
		if info, err := os.Stat(d.name(m.Shard, m.Shards)); err == nil {
			last = max(last, info.ModTime().UnixNano())
		}
	}
	return last
}

func (d *dataset) newer(a, b []*manifest) bool { return d.committed(a) > d.committed(b) }
func (d *dataset) older(a, b []*manifest) bool { return d.committed(a) < d.committed(b) }

// sweep removes table files that no manifest lists.
func (d *dataset) sweep(named map[string]bool) error {
	for t := range model.Tables {
		list, err := filepath.Glob(filepath.Join(d.dir, model.Tables[t].Name, "part-*-of-*"))
		if err != nil {
			return err
		}
		for _, name := range list {
			if !named[name] && !strings.HasSuffix(name, unfinished) {
				if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
					return err
				}
			}
		}
	}
	return nil
}

// place renames files to their final names.
func (d *dataset) place(named map[string]bool) error {
	var names []string
	for name := range named {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if err := os.Rename(name+unfinished, name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// describe writes a file that describes the columns, for formats that cannot do so themselves, and a file with views
// for DuckDB. All shards write the same files.
func (d *dataset) describe() error {
	var b strings.Builder
	out := csv.NewWriter(&b)
	out.Write([]string{"table", "column", "type", "unit", "meaning"})
	for i := range model.Tables {
		t := &model.Tables[i]
		for _, c := range t.All() {
			out.Write([]string{t.Name, c.Name, c.Kind.String(), c.Unit, c.Meaning})
		}
	}
	out.Flush()
	return errors.Join(whole.Write(filepath.Join(d.dir, "columns.csv"), []byte(b.String())),
		whole.Write(filepath.Join(d.dir, "views.sql"), []byte(viewsSQL())))
}

// viewsSQL returns the statements that create views of the Parquet files in the working directory, for DuckDB.
func viewsSQL() string {
	var b strings.Builder
	for i := range model.Tables {
		fmt.Fprintf(&b, "CREATE OR REPLACE VIEW %[1]s AS SELECT * FROM read_parquet('%[1]s/*.parquet');\n",
			model.Tables[i].Name)
	}
	fmt.Fprintf(&b, "CREATE OR REPLACE VIEW %s AS %s;\n", model.BestViews, model.BestViewsSQL)
	return b.String()
}

// Written returns the paths of the files that the given shard of an export wrote to dir. tables lists the table files,
// and others lists the files that describe the tables. The paths are slash-separated and relative to dir.
func Written(dir string, shard, shards int) (tables, others []string) {
	d := &dataset{dir: dir}
	if m := d.manifest(shard, shards); m != nil {
		for _, f := range m.Files {
			tables = append(tables, f.Table+"/"+f.Name)
		}
		others = append(others, manifestDir+"/"+filepath.Base(d.name(shard, shards)))
	}
	return tables, append(others, "columns.csv", "views.sql")
}
