// Package archive handles many demos as one: a library, which is a database of all demos and the events in them, and
// exports of the same tables for other programs.
//
// A [Library] is an SQLite 3 file, which any program may read while this one writes it. Its data about matches is in
// the views of package model: demos, matches, players, player_matches, kills, pickups and so on, with the same columns
// as in exports. Its other tables are described in schema.sql, spots.sql, states.sql, remarks.sql and model.sql, which
// create it. PRAGMA user_version is the version of that schema; opening a library of an older version brings it up to
// date. Two queries that need nothing else:
//
//	SELECT map, count(DISTINCT match_id) FROM matches GROUP BY map ORDER BY 2 DESC;
//	SELECT path, time_ms FROM kills JOIN demos USING (demo_id) WHERE weapon = 'Railgun' AND distance > 1000;
//
// [Library.Scan] reads new and changed files in the library's folders. A file has changed if its size or time has
// changed. A demo whose content is already known under another name is not decoded again, so demos that move are
// recognised. Results are written in transactions of several files each: a scan that is stopped or killed continues
// where it left off.
//
// [Library.Find] asks all demos a question of package query. The positions of all players at each second, and the
// places of events, are in separate tables (spots.sql): [Library.Spots] and [Library.Heat] make heat maps of all demos
// on a map, [Library.Moments] lists the moments at a place, and [Library.Like] finds the moments most similar to a
// given one.
//
// Names and texts from demos are data for the database, never part of a statement; anything that leaves it goes through
// package outlet like any other text. [Export] writes tables without a library.
//
// Programs that run in a browser have no files and no library: there the package is empty. With the build tag
// nolibrary, which "make run" uses for a first look, libraries do not open and there is no Parquet, so that their
// modules need not be downloaded.
package archive
