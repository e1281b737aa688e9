-- For people; what was applied is decided by the table that this one follows.
CREATE TABLE migrations (
  version INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  description TEXT,
  applied_at INTEGER NOT NULL,
  status TEXT DEFAULT 'success',
  error_message TEXT
);

CREATE TRIGGER follow_migrations AFTER INSERT ON schema_versions WHEN NEW.version IS NOT NULL
BEGIN
  INSERT OR REPLACE INTO migrations (version, name, description, applied_at, status)
    VALUES (CAST(NEW.version AS INTEGER), NEW.script, NEW.description, unixepoch(),
      CASE WHEN NEW.success THEN 'success' ELSE 'failed' END);
END;

INSERT INTO migrations (version, name, description, applied_at)
  SELECT CAST(version AS INTEGER), script, description, unixepoch() FROM schema_versions
    WHERE version IS NOT NULL;
