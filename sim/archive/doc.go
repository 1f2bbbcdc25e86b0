// Package archive manages large collections of demos. It has two parts: the library, a database of the user's demos and
// the events in them, and exports, which write the same tables for other programs.
//
// A [Library] is an SQLite 3 file, which any program may read while this one writes it. Data about matches is available
// in the views of package model: demos, matches, players, player_matches, kills, pickups and so on, with the same
// columns as in exports. The other tables are documented in the files that create them: schema.sql, spots.sql,
// states.sql, remarks.sql, model.sql and facts.sql. PRAGMA user_version is the version of the schema. Opening a library with an
// older schema migrates it. Two example queries:
//
//	SELECT map, count(DISTINCT match_id) FROM matches GROUP BY map ORDER BY 2 DESC;
//	SELECT path, time_ms FROM kills JOIN demos USING (demo_id) WHERE weapon = 'Railgun' AND distance > 1000;
//
// [Library.Scan] reads new and changed files in the library's folders. A file has changed if its size or modification
// time has. A demo whose content is already known under another name is not decoded again, so moved demos are
// recognised. Results are written in transactions of several files each; a scan that is stopped or killed resumes where
// it left off.
//
// [Library.Find] answers a question about all demos, written in the language of package query. The positions of all
// players at each second, and those of events, are stored in separate tables (spots.sql). [Library.Spots] and
// [Library.Heat] use them to make heat maps of all demos on a map, [Library.Moments] to list what happened at a
// place, and [Library.Like] to find the moments most similar to a given one.
//
// Names and text from demos are passed to the database as data, never as part of a statement. Where they leave the
// library, they go through package outlet like any other text. [Export] does not need a library.
//
// In programs that run in a browser, where there are no files, the package is empty. With the build tag nolibrary,
// which "make run" uses for a quick first start, libraries cannot be opened and exports cannot be written as Parquet.
// The modules required for these need not be downloaded then.
package archive
