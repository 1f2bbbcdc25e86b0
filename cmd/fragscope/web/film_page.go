//go:build js && page

package main

import (
	"errors"

	"fragscope/viewer/film"
)

// packedFilm is unused. A saved page has to be small, so it saves only GIFs.
type packedFilm struct{ film.Encoder }

func (*packedFilm) release() {}

// encoders is empty.
type encoders struct{}

func findEncoders() *encoders { return nil }

func (*encoders) kinds() []film.Kind { return nil }

func (*encoders) begin(film.HeadFile, string, film.Spec) (*packedFilm, error) {
	return nil, errors.ErrUnsupported
}
