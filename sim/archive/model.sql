-- What older versions kept in tables of their own is now in the model's (package model), which views have the names of.
DROP VIEW IF EXISTS list;
DROP TABLE IF EXISTS players;
DROP TABLE IF EXISTS teams;
DROP TABLE IF EXISTS damage;
ALTER TABLE demos RENAME TO copies;
ALTER TABLE copies ADD COLUMN utc TEXT;          -- when it was recorded, by its name or the file's time: demos.date where the demo tells none
ALTER TABLE copies ADD COLUMN utc_source TEXT;   -- name, file
ALTER TABLE contents ADD COLUMN utc TEXT;        -- when it was recorded, as the demo tells it
ALTER TABLE contents ADD COLUMN utc_source TEXT; -- told, told_local
ALTER TABLE contents ADD COLUMN demo_id TEXT;    -- as in demos

-- The tables and views of the model as they were made: one row.
CREATE TABLE model (
	version INTEGER NOT NULL, -- of the model
	hash    TEXT NOT NULL     -- of its description
);
