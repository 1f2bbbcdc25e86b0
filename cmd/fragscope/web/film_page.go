//go:build js && page

package main

import (
	"errors"

	"fragscope/viewer/film"
)

// packedFilm is none: a saved page has to be small and saves GIFs.
type packedFilm struct{ film.Encoder }

func (*packedFilm) release() {}

// encoders are none.
type encoders struct{}

func findEncoders() *encoders { return nil }

func (*encoders) kinds() []film.Kind { return nil }

func (*encoders) begin(film.HeadFile, string, film.Spec) (*packedFilm, error) {
	return nil, errors.ErrUnsupported
}
