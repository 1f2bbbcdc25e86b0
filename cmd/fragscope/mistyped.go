package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/alecthomas/kong"
)

// mistyped returns an error if word looks like a misspelt verb: without a verb, words are files, and no file has this
// name. A word with a dot, a colon or a separator counts as a file.
func mistyped(app *kong.Kong, word string) error {
	if word == "" || strings.HasPrefix(word, "-") || strings.ContainsAny(word, `./\:`) {
		return nil
	}
	if _, err := os.Stat(word); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	best, nearest := "", 3 // anything further away is another word
	var verbs []string
	for _, verb := range app.Model.Children {
		if verb.Name == word {
			return nil
		}
		if verb.Hidden {
			continue
		}
		verbs = append(verbs, verb.Name)
		d := distance(word, verb.Name)
		if len(word) > 1 && strings.HasPrefix(verb.Name, word) {
			d = 0
		}
		if d < nearest {
			best, nearest = verb.Name, d
		}
	}
	if best != "" {
		return usageError(fmt.Sprintf(msgDidYouMean, word, best))
	}
	return usageError(fmt.Sprintf(msgNoVerb, word, strings.Join(verbs, ", ")))
}

// distance returns the number of letters that have to be changed, inserted, deleted or swapped with their neighbour to
// turn a into b.
func distance(a, b string) int {
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last := before
		before, row = row, make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(before[j+1]+1, row[j]+1, before[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], last[j-1]+1)
			}
		}
	}
	return row[len(b)]
}

// checkFolders returns an error if one of the game folders is not a folder.
func checkFolders(dirs []string) error {
	for _, dir := range dirs {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return usageError(fmt.Sprintf(msgNoFolder, dir))
		}
	}
	return nil
}
