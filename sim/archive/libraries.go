//go:build !js && !nolibrary

package archive

import _ "modernc.org/sqlite" // the driver "sqlite"

// missing is why there is no library or Parquet; nil, as this build has both.
var missing error
