-- Events and the states of their players in one table, in which the events of a kind of a demo lie together.
ALTER TABLE events RENAME TO old_events;
ALTER TABLE states RENAME TO old_states;
CREATE TABLE events (
	content  INTEGER NOT NULL REFERENCES contents ON DELETE CASCADE,
	kind     TEXT NOT NULL,    -- "obituary", "pickup", "chat" and so on: those of fragscope events
	n        INTEGER NOT NULL, -- ascending with the time
	time_ms  INTEGER NOT NULL,
	clock_ms INTEGER NOT NULL, -- the game's own time
	slot     INTEGER,          -- the player it is about; in an obituary, the one who died
	attacker INTEGER,          -- the slot of the player who did it
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
	team_kill INTEGER,         -- 1 in an obituary if he killed a player of his own team
	late_s   REAL,             -- of a pickup: the seconds for which the item had been available
	distance REAL,             -- of an obituary: units between killer and victim just before
	flick    REAL,             -- of an obituary: degrees by which the killer turned in the last fifth of a second
	-- The state just before of the player who did it or, if nobody killed him, who died. NULL is unknown.
	by_alive INTEGER,
	by_x REAL, by_y REAL, by_z REAL,
	by_health INTEGER,         -- of the living
	by_armor INTEGER,
	by_ammo  INTEGER,          -- of the weapon in his hand
	by_hit   REAL,             -- what the hardest hit of the last second took
	by_speed REAL,             -- units a second over the ground
	by_hand  TEXT,             -- the weapon in his hand
	by_ground INTEGER,         -- 0 if he was in the air
	by_flag  INTEGER,          -- 1 if he carried one
	by_powers TEXT,            -- powerups, with a line feed before and after each
	by_weapons TEXT,           -- the weapons he had, with a line feed before and after each
	-- The same of the player it was done to, in deaths and thaws.
	of_alive INTEGER,
	of_x REAL, of_y REAL, of_z REAL,
	of_health INTEGER,
	of_armor INTEGER,
	of_ammo  INTEGER,
	of_hit   REAL,
	of_speed REAL,
	of_hand  TEXT,
	of_ground INTEGER,
	of_flag  INTEGER,
	of_powers TEXT,
	of_weapons TEXT,
	PRIMARY KEY (content, kind, n)
) WITHOUT ROWID;
INSERT INTO events SELECT e.content, kind, e.n, time_ms, clock_ms, e.slot, attacker, who, whom, weapon, item, powerup, team, value,
	text, place, cause, e.x, e.y, e.z, team_kill, late_s, distance, NULL,
	d.alive, d.x, d.y, d.z, d.health, d.armor, d.ammo, NULL, d.speed, d.hand, d.ground, d.flag, d.powers, d.weapons,
	v.alive, v.x, v.y, v.z, v.health, v.armor, v.ammo, NULL, v.speed, v.hand, v.ground, v.flag, v.powers, v.weapons
	FROM old_events e LEFT JOIN old_states d ON d.content = e.content AND d.n = e.n AND d.victim = 0
	LEFT JOIN old_states v ON v.content = e.content AND v.n = e.n AND v.victim = 1;
DROP TABLE old_states;
DROP TABLE old_events;

-- The player's class, in games that have classes.
ALTER TABLE profiles ADD COLUMN class TEXT NOT NULL DEFAULT '';

-- The demos that an older version read.
CREATE INDEX contents_reader ON contents (reader);
