//go:build !js && nolibrary

package archive

import (
	"errors"
	"io"

	"fragscope/sim/archive/model"
)

// missing is the reason why there is no library or Parquet. The modules for both make up two thirds of what the whole
// program would download.
var missing = errors.New(
	"this program was built for a first look, without the library and Parquet; make builds the whole one")

func newParquet(io.Writer, []model.Column) (rowWriter, error) { return nil, missing }
