package desktop

import (
	"fmt"
	"strings"
	"time"
)

// Metainfo is what a software catalogue shows of the program, in the format of
// AppStream, for a version ("1.2.0") that was released at a time.
func Metainfo(version string, released time.Time) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, `<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>%s</id>
  <metadata_license>MIT</metadata_license>
  <project_license>MIT</project_license>
  <name>%s</name>
  <summary>%s</summary>
  <description>
    <p>
      Fragscope opens recorded matches of Quake, QuakeWorld, Quake II, Quake III and Quake Live and shows them on the
      map, with all players and everything that happens, at any speed and in both directions.
    </p>
    <p>
      The games themselves are not needed; where they are installed, their maps are used. It does not use the network.
    </p>
  </description>
  <launchable type="desktop-id">%s.desktop</launchable>
  <icon type="stock">%s</icon>
  <categories>
    <category>Game</category>
  </categories>
  <content_rating type="oars-1.1">
    <content_attribute id="violence-fantasy">mild</content_attribute>
  </content_rating>
  <provides>
    <binary>%s</binary>
`, BundleID, Title, Summary, ID, ID, ID)
	for _, t := range MIMETypes() {
		fmt.Fprintf(&b, "    <mediatype>%s</mediatype>\n", t)
	}
	fmt.Fprintf(&b, "  </provides>\n  <releases>\n    <release version=%q date=%q/>\n  </releases>\n</component>\n", version, released.UTC().Format(time.DateOnly))
	return []byte(b.String())
}
