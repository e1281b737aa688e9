CREATE TABLE lease_configs (
  id TEXT PRIMARY KEY,
  config_key TEXT NOT NULL UNIQUE,
  config_value TEXT NOT NULL,
  value_type TEXT NOT NULL,           -- int, float, bool, string, json
  description TEXT,
  scope TEXT DEFAULT 'global',
  resource_id TEXT,
  requires_restart INTEGER DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
