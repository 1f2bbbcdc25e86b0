//go:build js && page

package main

import (
	"errors"

	"fragscope/viewer/film"
)

// webmFilm is none: a saved page has to be small and saves GIFs.
type webmFilm struct{ film.Encoder }

func canWebM() bool { return false }

func newWebM(film.WebMFile, film.Spec) (*webmFilm, error) { return nil, errors.ErrUnsupported }

func (*webmFilm) release() {}
