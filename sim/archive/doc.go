// Package archive knows many demos as one thing: a library, which is a database of what each demo is and what happens in it, and
// tables of the same for other programs.
//
// A [Library] is a file of SQLite 3, which any program may read while this one writes it. Its tables are described where they are
// made, in schema.sql, spots.sql and states.sql (the tables themselves have the comments, too); PRAGMA user_version is the version of the schema, and a library of an older version is brought up to date
// when it is opened. Two questions that need nothing else:
//
//	SELECT map, count(*) FROM contents GROUP BY map ORDER BY 2 DESC;
//	SELECT path, time_ms FROM events JOIN demos USING (content) JOIN files ON files.id = demos.file
//	  WHERE kind = 'obituary' AND weapon = 'Railgun';
//
// [Library.Scan] reads what is new in the folders of the library. A file is read if its size or time are not as they were; a demo
// whose bytes are known under another name is not decoded again, so that demos are found again when they move. What was read is
// written in transactions of some files each: a scan that is stopped or killed goes on where it was.
//
// [Library.Find] asks all demos a question of package query. Where everybody was at each second, and where something happened, is in tables of
// its own (spots.sql): [Library.Spots] and [Library.Heat] make heat maps of all demos of a map, [Library.Moments] lists the moments of a place, and
// [Library.Like] finds the moments that are the most like one.
//
// Names and texts of demos are data for the database, never part of a statement; a text that leaves it goes through package outlet as any other. [Export] writes tables without a library.
//
// Programs that run in a browser have no files and no library: there the package is empty. With the build tag nolibrary, by which "make run"
// builds a program for a first look, libraries do not open and there is no Parquet: the modules for these are not loaded.
package archive
