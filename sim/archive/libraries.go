//go:build !js && !nolibrary

package archive

import _ "modernc.org/sqlite" // the driver "sqlite"

// missing is the reason why libraries and Parquet are not available. It is nil because this build has both.
var missing error
