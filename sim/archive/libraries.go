//go:build !js && !nolibrary

package archive

import _ "modernc.org/sqlite" // the driver "sqlite"

// missing is why there is no library and no Parquet.
var missing error
