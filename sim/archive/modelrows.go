//go:build !js

package archive

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"strings"
	"sync"

	"fragscope/formats"
	"fragscope/sim/archive/model"
	"fragscope/sim/recording"
)

// The tables of the model are views in a library. Each is made of a table with the rows from [model.Extract], and of
// the library's other data: the content that they belong to, its path, and its date.

// stored lists the tables of the model whose rows the library keeps.
var stored = []model.ID{model.Demos, model.Matches, model.Players, model.PlayerMatches, model.Kills, model.Pickups,
	model.ScoreTimeline, model.Control, model.Chat}

// rowsTable returns the name of the library's table with the rows of t.
func rowsTable(t model.ID) string { return "rows_" + model.Tables[t].Name }

// modelTables returns the names of the tables with the model's rows.
func modelTables() (names []string) {
	for _, t := range stored {
		names = append(names, rowsTable(t))
	}
	return names
}

// sqlKinds are the types of columns in a library.
var sqlKinds = [...]string{model.Text: "TEXT", model.Int: "INTEGER", model.Real: "REAL", model.Bool: "INTEGER"}

// copyOf selects the data of the copy of a content that stands for all of them.
const copyOf = `(SELECT %s FROM copies x JOIN files f ON f.id = x.file WHERE x.content = c.id ORDER BY f.path, x.member LIMIT 1)`

// viewColumns are the columns of views that are not columns of their rows.
var viewColumns = map[string]string{
	"game": "c.game", "demo_id": "c.demo_id", "match_id": "m.match_id", "date": "coalesce(c.utc, " + fmt.Sprintf(copyOf,
		"x.utc") + ")",
	"date_source": "coalesce(c.utc_source, " + fmt.Sprintf(copyOf, "x.utc_source") + ")",
	"path":        fmt.Sprintf(copyOf, "CASE x.member WHEN '' THEN f.path ELSE f.path || ':' || x.member END"),
}

// modelSQL returns the statements that create the tables and views of the model.
var modelSQL = sync.OnceValue(func() string {
	var b strings.Builder
	for _, t := range stored {
		rows := &model.Tables[t]
		fmt.Fprintf(&b,
			"CREATE TABLE %s (\n\tcontent INTEGER NOT NULL REFERENCES contents ON DELETE CASCADE,\n\trow INTEGER NOT NULL,\n",
			rowsTable(t))
		if t == model.Matches {
			b.WriteString("\tmap TEXT, match_id TEXT,\n")
		} else if t.OfMatches() {
			b.WriteString("\tmatch INTEGER NOT NULL,\n")
		} else {
			b.WriteString("\tmap TEXT,\n")
		}
		for _, c := range rows.Columns {
			fmt.Fprintf(&b, "\t%s %s,\n", c.Name, sqlKinds[c.Kind])
		}
		b.WriteString("\tPRIMARY KEY (content, row)\n) WITHOUT ROWID;\n")
	}
	b.WriteString("CREATE INDEX rows_matches_id ON rows_matches (match_id);\n")
	for _, t := range stored {
		writeView(&b, t)
	}
	fmt.Fprintf(&b,
		`CREATE VIEW errors AS SELECT CASE x.member WHEN '' THEN f.path ELSE f.path || ':' || x.member END AS path, x.error AS reason
	FROM copies x JOIN files f ON f.id = x.file WHERE x.content IS NULL;
CREATE VIEW %s AS %s;
`, model.BestViews, model.BestViewsSQL)
	return b.String()
})

// writeView writes the statement that creates the view of a table, with the meanings of its columns.
func writeView(b *strings.Builder, t model.ID) {
	table := &model.Tables[t]
	fmt.Fprintf(b, "CREATE VIEW %s AS SELECT -- %s", table.Name, table.Meaning)
	separator := "\n\t"
	for i, c := range table.All() {
		value := "r." + c.Name
		if v := viewColumns[c.Name]; v != "" && (i < len(table.Keys) || t == model.Demos) {
			value = v
		}
		if (c.Name == "map" || c.Name == "match_id") && t.OfMatches() {
			value = "m." + c.Name
		}
		fmt.Fprintf(b, "%s%s AS %s", separator, value, c.Name)
		separator = ","
		if meaning := strings.TrimPrefix(strings.TrimSuffix(c.Meaning+" ("+c.Unit+")", " ()"), " "); meaning != "" {
			separator = ", -- " + meaning + "\n\t"
		}
	}
	fmt.Fprintf(b, "\n\tFROM %s r JOIN contents c ON c.id = r.content", rowsTable(t))
	if t.OfMatches() && t != model.Matches {
		b.WriteString(" JOIN rows_matches m ON m.content = r.content AND m.row = r.match")
	} else if t == model.Matches {
		b.WriteString(" JOIN rows_matches m ON m.content = r.content AND m.row = r.row")
	}
	b.WriteString(";\n")
}

// modelHash returns a string that identifies the definitions of the tables and views.
func modelHash() string {
	sum := sha256.Sum256([]byte(modelSQL()))
	return hex.EncodeToString(sum[:8])
}

// querier is a database or a transaction.
type querier interface {
	QueryRow(question string, args ...any) *sql.Row
}

// hasModel reports whether a library has the tables and views of this version of the model.
func hasModel(q querier) bool {
	var hash string
	return q.QueryRow("SELECT hash FROM model").Scan(&hash) == nil && hash == modelHash()
}

// putModel creates the tables and views of the model, replacing those of another version. The next scan fills them.
func putModel(tx *sql.Tx) error {
	if hasModel(tx) {
		return nil
	}
	rows,
		err := tx.Query(
		"SELECT type, name FROM sqlite_schema WHERE type = 'view' OR type = 'table' AND name LIKE 'rows\\_%' ESCAPE '\\' ORDER BY type DESC")
	if err != nil {
		return err
	}
	var drop []string
	for rows.Next() {
		var kind, name string
		if err := rows.Scan(&kind, &name); err != nil {
			return err
		}
		drop = append(drop, "DROP "+kind+` "`+name+`"`)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, statement := range append(drop, modelSQL(), "UPDATE contents SET reader = 0", "UPDATE files SET reader = 0",
		"DELETE FROM model") {
		if _, err := tx.Exec(statement); err != nil {
			return err
		}
	}
	_, err = tx.Exec("INSERT INTO model VALUES (?, ?)", model.Version, modelHash())
	return err
}

// modelRow is a row of one of the model's tables, as stored in the library.
type modelRow struct {
	t    model.ID
	args []any // what precedes the table's own columns, and those
}

// modelRows returns the rows of a recording that the library keeps.
func modelRows(ctx context.Context, rec *recording.Recording, d *formats.Demo, r *result) (rows []modelRow, err error) {
	var o model.Options
	for _, t := range stored {
		o.Wanted[t] = true
	}
	demo := &model.Demo{ID: r.key.id(), SHA256: hex.EncodeToString(r.key.checksum[:]), Size: int64(len(d.Data)),
		Date: r.date(rec.Header().Date)}
	err = model.Extract(ctx, rec, demo, &o, func(t model.ID, k *model.Keys, match int, cells []model.Cell) error {
		row := modelRow{t: t}
		switch {
		case t == model.Matches:
			row.args = append(row.args, k.Map, k.Match)
		case t.OfMatches():
			row.args = append(row.args, match)
		default:
			row.args = append(row.args, k.Map)
		}
		for i := range cells {
			row.args = append(row.args, cells[i].Value(model.Tables[t].Columns[i].Kind))
		}
		rows = append(rows, row)
		return nil
	})
	return rows, err
}

// putRows are the statements that fill the tables.
var putRows = sync.OnceValue(func() (list [model.Count]string) {
	for _, t := range stored {
		own := len(model.Tables[t].Columns) + 1
		if t == model.Matches {
			own++
		}
		list[t] = "INSERT INTO " + rowsTable(t) + " VALUES (?, ?" + strings.Repeat(", ?", own) + ")"
	}
	return list
})

// model writes the rows of a content.
func (b *batch) model(content int64, rows []modelRow) {
	var next [model.Count]int
	put := putRows()
	for i := range rows {
		r := &rows[i]
		b.do(put[r.t], append([]any{content, next[r.t]}, r.args...)...)
		next[r.t]++
	}
}
