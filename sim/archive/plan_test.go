//go:build !js

package archive

import (
	"strings"
	"testing"

	"fragscope/sim/query"
)

// TestPlans checks, for all questions that SQL answers, that SQLite finds the events of each demo through the key of
// their table, and looks players up in sets that are made once.
func TestPlans(t *testing.T) {
	l, _ := library(t)
	for _, text := range append(compiledQuestions, manyQuestions...) {
		q, err := query.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if !factual(q) {
			continue
		}
		a := compile(q, []string{"quake", "quake2", "quake3"})
		args, err := l.filled(t.Context(), a, []candidate{{content: 1, game: "quake"}})
		if err != nil {
			t.Fatal(err)
		}
		var steps []string
		err = l.each("EXPLAIN QUERY PLAN "+a.text, args, func(scan scanner) error {
			var id, parent, unused int
			var step string
			err := scan(&id, &parent, &unused, &step)
			steps = append(steps, step)
			return err
		})
		if err != nil {
			t.Fatalf("%s: %v\n%s", text, err, a.text)
		}
		plan := strings.Join(steps, "\n")
		key := "SEARCH e USING PRIMARY KEY (content=?"
		if kindsOf(q) != nil && q.Near() == nil {
			key += " AND kind=?"
		}
		if !strings.Contains(plan, key) || strings.Contains(plan, "CORRELATED") || strings.Contains(plan, "SCAN p") ||
			strings.Contains(plan, "SCAN e") || strings.Contains(plan, "B-TREE") {
			t.Errorf("%s:\n%s\n%s", text, plan, a.text)
		}
	}
}
