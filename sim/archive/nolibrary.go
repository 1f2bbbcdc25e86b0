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
	"this program was built without the library and Parquet; run make to build the complete program")

func newParquet(io.Writer, []model.Column) (rowWriter, error) { return nil, missing }
