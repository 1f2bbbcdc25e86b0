//go:build !js && !nolibrary

package archive

import _ "modernc.org/sqlite" // the driver "sqlite"

// missing is the reason why there is no library or Parquet, or nil, as this build has both.
var missing error
