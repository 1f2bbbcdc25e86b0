CREATE TABLE spots (
	-- Where it happened that somebody died or took something, as far as the demo shows that.
	content  INTEGER NOT NULL REFERENCES contents ON DELETE CASCADE,
	n        INTEGER NOT NULL, -- events.n
	level    INTEGER NOT NULL, -- levels.n
	phase    TEXT NOT NULL,    -- of the match: warmup, playing, overtime and so on; empty where the demo does not tell
	match_ms INTEGER,          -- the match clock, below 0 before the match
	x REAL, y REAL, z REAL,          -- where he was whom it is about
	by_x REAL, by_y REAL, by_z REAL, -- where he was who did it
	PRIMARY KEY (content, n)
) WITHOUT ROWID;

CREATE TABLE samples (
	-- Where everybody was who lived and was shown, and what he had, at the first snapshot of each second: a row for each level of a demo.
	-- data is one sample behind the other, numbers with the lowest byte first:
	--	uint32 time_ms, int32 match_ms (-2147483648 where not told), uint8 phase, uint8 how many players, and of each
	--	int16 x, y, z, uint16 profiles.n (65535 for nobody known), uint8 weapon (a line of weapons counted from 1; 0 where not told),
	--	uint8 health and armour (255 where not told, at most 254), uint8 powers (1 more damage, 2 protection, 4 any other, 8 a flag), uint8 side
	--	(0 none, 1 red, 2 blue, 3 green)
	-- The phases are 0 not told, 1 warm-up, 2 countdown, 3 playing, 4 overtime, 5 timeout, 6 intermission, 7 finished.
	-- Who wants them as plain rows exports the table positions.
	id      INTEGER PRIMARY KEY,
	content INTEGER NOT NULL REFERENCES contents ON DELETE CASCADE,
	level   INTEGER NOT NULL, -- levels.n
	map     TEXT NOT NULL,    -- in lower case
	teams   INTEGER NOT NULL, -- 1 where players are in teams
	weapons TEXT NOT NULL,    -- names, with line feeds between them
	data    BLOB NOT NULL,
	UNIQUE (content, level)
);
CREATE INDEX samples_map ON samples (map, content, level);

-- When a demo was recorded as the library's table shows it: contents.told_date, else files.mtime_ns in local time. NULL until it is read again.
ALTER TABLE demos ADD COLUMN date TEXT;
CREATE INDEX demos_date ON demos (date);

-- levels.server_run of the level that lasted longest: several points of view of one match have the same one. 0 where there is none.
ALTER TABLE contents ADD COLUMN server_run INTEGER NOT NULL DEFAULT 0;
