// Package archive manages large collections of demos. It has two parts: the library, a database of the user's demos and
// the events in them, and exports, which write the same tables for other programs.
//
// A [Library] is an SQLite 3 file. Other programs may read the file while Fragscope writes to it. Data about matches is
// available in the views of package model: demos, matches, players, player_matches, kills, pickups and so on, with the
// same columns as in exports. The other tables are documented in the files that create them: schema.sql, spots.sql,
// states.sql, remarks.sql, model.sql and facts.sql. PRAGMA user_version is the version of the schema. Opening a library
// with an older schema migrates it. Two example queries:
//
//	SELECT map, count(DISTINCT match_id) FROM matches GROUP BY map ORDER BY 2 DESC;
//	SELECT path, time_ms FROM kills JOIN demos USING (demo_id) WHERE weapon = 'Railgun' AND distance > 1000;
//
// [Library.Scan] reads new and changed files in the library's folders. A file counts as changed if its size or
// modification time differs. A demo whose content is already known under another name is not decoded again, so moved
// demos are recognised. Results are written in transactions of several files each. If a scan is stopped or killed, the
// next scan resumes where it left off.
//
// [Library.Find] runs a query of package query on all demos. Separate tables (spots.sql) store the positions of all
// players at each second, and the positions of events. [Library.Spots] and [Library.Heat] use these tables to make heat
// maps of all demos on a map, [Library.Moments] uses them to list what happened at a place, and [Library.Like] to find
// the moments most similar to a given moment.
//
// Names and text from demos are passed to the database as data, never as part of a statement. When they leave the
// library, they pass through package outlet like any other text. [Export] does not need a library.
//
// In programs that run in a browser, where there are no files, the package is empty. With the build tag nolibrary,
// libraries cannot be opened and exports cannot be written as Parquet, and the modules required for that are not
// downloaded. "make run" uses this tag for a quick first start.
package archive
