-- Times of demos are whole milliseconds from the start of the demo, places are in units of the game. What a demo does not tell is NULL.

-- The folders of which the library is made. A row is a folder or a file as the user named it, as an absolute path.
CREATE TABLE folders (
	path TEXT PRIMARY KEY
) WITHOUT ROWID;

-- The files below these folders that are named like demos or archives.
CREATE TABLE files (
	id       INTEGER PRIMARY KEY,
	path     TEXT NOT NULL UNIQUE,
	size     INTEGER NOT NULL,  -- bytes
	mtime_ns INTEGER NOT NULL,  -- when it was last changed, nanoseconds since 1970
	reader   INTEGER NOT NULL,  -- the version of what read it
	done     INTEGER NOT NULL   -- 0 while some of its demos may be missing here
);

-- What a demo is, once for all copies of it.
CREATE TABLE contents (
	id          INTEGER PRIMARY KEY,
	checksum    BLOB NOT NULL,    -- SHA-256 of the demo's bytes, unpacked
	extension   TEXT NOT NULL,    -- of its name, which tells some formats apart
	reader      INTEGER NOT NULL, -- the version of what read it
	size        INTEGER NOT NULL, -- bytes, unpacked
	game        TEXT NOT NULL,    -- "quake", "quakeworld", "quake2", "quake3" and so on
	protocol    INTEGER NOT NULL,
	mod         TEXT NOT NULL,    -- the folder of the mod
	mod_name    TEXT NOT NULL,    -- the mod in words
	kind        TEXT NOT NULL,    -- who recorded: client, server, relay, multiview
	recorder    TEXT NOT NULL,    -- the player whose point of view it is
	server      TEXT NOT NULL,    -- what the server calls itself
	map         TEXT NOT NULL,    -- of the level that lasted longest
	maps        TEXT NOT NULL,    -- of all levels, with blanks between them
	mode        TEXT NOT NULL,    -- the game type in words
	score       TEXT NOT NULL,    -- of teams or the best players, in words
	told_date   TEXT,             -- "2006-01-02 15:04:05", with a time zone behind it if that was told
	duration_ms INTEGER NOT NULL,
	snapshots   INTEGER NOT NULL,
	complete    INTEGER NOT NULL, -- 1 where nothing is missing
	players     INTEGER NOT NULL, -- how many played
	names       TEXT NOT NULL,    -- of who played, with line feeds between them
	error       TEXT,             -- why no more of it could be read
	UNIQUE (checksum, extension)
);

-- The demos in the files: one of a plain file, any number of an archive. A file of which nothing could be read has a row with the reason.
CREATE TABLE demos (
	id      INTEGER PRIMARY KEY,
	file    INTEGER NOT NULL REFERENCES files ON DELETE CASCADE,
	member  TEXT NOT NULL,                 -- the name in an archive, else empty
	content INTEGER REFERENCES contents,   -- NULL where nothing could be read
	error   TEXT,                          -- why nothing could be read
	UNIQUE (file, member)
);
CREATE INDEX demos_content ON demos (content);

CREATE TABLE levels (
	content  INTEGER NOT NULL REFERENCES contents ON DELETE CASCADE,
	n        INTEGER NOT NULL, -- counted from 0
	map      TEXT NOT NULL,
	title    TEXT NOT NULL,
	start_ms INTEGER NOT NULL,
	end_ms   INTEGER NOT NULL,
	mode     TEXT NOT NULL,
	teams    INTEGER NOT NULL, -- 1 where players are in teams
	server_run INTEGER NOT NULL, -- the number by which the server tells this start of a level from all others; 0 for none
	PRIMARY KEY (content, n)
) WITHOUT ROWID;

-- The players as they were called when something happened.
CREATE TABLE profiles (
	content   INTEGER NOT NULL REFERENCES contents ON DELETE CASCADE,
	n         INTEGER NOT NULL,
	slot      INTEGER NOT NULL,
	name      TEXT NOT NULL,
	team      TEXT NOT NULL,    -- the side: red, blue, free, spectator and so on
	team_name TEXT NOT NULL,    -- as players call it, if they do
	folded    TEXT NOT NULL,    -- the name in lower case, a line feed, team_name in lower case
	PRIMARY KEY (content, n)
) WITHOUT ROWID;

-- What happens, without the commands of servers.
CREATE TABLE events (
	content  INTEGER NOT NULL REFERENCES contents ON DELETE CASCADE,
	n        INTEGER NOT NULL, -- ascending with the time
	time_ms  INTEGER NOT NULL,
	clock_ms INTEGER NOT NULL, -- the game's own time
	kind     TEXT NOT NULL,    -- "obituary", "pickup", "chat" and so on: those of fragscope events
	slot     INTEGER,          -- whom it is about; of an obituary who died
	attacker INTEGER,          -- the slot of who did it
	who      INTEGER,          -- profiles.n of slot
	whom     INTEGER,          -- profiles.n of attacker
	weapon   TEXT,
	item     TEXT,
	powerup  TEXT,
	team     TEXT,
	value    INTEGER,          -- a number that belongs to the kind
	text     TEXT,
	place    TEXT,
	cause    TEXT,             -- the game's own name for the means of death
	x REAL, y REAL, z REAL,
	PRIMARY KEY (content, n)
) WITHOUT ROWID;
