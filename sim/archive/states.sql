CREATE TABLE states (
	-- How players stood just before something happened: who did it, and of deaths and thaws to whom it was done.
	content INTEGER NOT NULL REFERENCES contents ON DELETE CASCADE,
	n       INTEGER NOT NULL, -- events.n
	victim  INTEGER NOT NULL, -- 0 who did it, who died where nobody killed him; 1 to whom it was done
	slot    INTEGER NOT NULL,
	alive   INTEGER NOT NULL,
	x REAL, y REAL, z REAL,   -- where he was
	health  INTEGER,          -- of the living
	armor   INTEGER,
	ammo    INTEGER,          -- of the weapon in his hand
	speed   REAL,             -- units a second over the ground
	hand    TEXT,             -- the weapon in his hand
	ground  INTEGER,          -- 0 where he was in the air
	powers  TEXT,             -- powerups, with a line feed before and after each
	flag    INTEGER,          -- 1 where he carried one
	weapons TEXT,             -- what he had, with a line feed before and after each
	PRIMARY KEY (content, n, victim)
) WITHOUT ROWID;

ALTER TABLE events ADD COLUMN team_kill INTEGER; -- 1 of an obituary where he killed one of his own team
ALTER TABLE events ADD COLUMN late_s REAL;       -- of a pickup: for how many seconds the item had lain there
ALTER TABLE events ADD COLUMN distance REAL;     -- of an obituary: units between killer and victim just before

-- What finds a level's map among those of its name.
ALTER TABLE levels ADD COLUMN mod TEXT NOT NULL DEFAULT '';
ALTER TABLE levels ADD COLUMN map_checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE levels ADD COLUMN map_models INTEGER NOT NULL DEFAULT 0;
ALTER TABLE levels ADD COLUMN map_paks TEXT NOT NULL DEFAULT ''; -- with line feeds between them
