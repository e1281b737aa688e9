-- Tables of before are built anew, so that the sums reach as far back as the journal does.

-- What was spent: a row for each day (of UTC), pool, agent, model, provider and unit. Model and
-- provider are labels of what was spent, and empty where there was none. Kept longer than history.
CREATE TABLE spend_days (
  day TEXT NOT NULL,                  -- such as 2026-11-18
  pool TEXT NOT NULL,
  agent TEXT NOT NULL,                -- the holder of the lease that was spent from
  model TEXT NOT NULL,
  provider TEXT NOT NULL,
  unit TEXT NOT NULL,
  amount INTEGER NOT NULL,
  spends INTEGER NOT NULL,            -- how many spends and settlements
  last_tick INTEGER NOT NULL,         -- of the last of them
  PRIMARY KEY (day, pool, agent, unit, model, provider)
) WITHOUT ROWID;
CREATE INDEX idx_spend_days_last_tick ON spend_days (last_tick);

-- How a pool is topped up; null if it is not.
ALTER TABLE lease_pools ADD COLUMN recurs_every TEXT;   -- day, week or month
ALTER TABLE lease_pools ADD COLUMN time_zone TEXT;
ALTER TABLE lease_pools ADD COLUMN top_up_to TEXT;      -- what free and outstanding are to make, JSON
ALTER TABLE lease_pools ADD COLUMN last_period TEXT;    -- such as 2026-11-18, 2026-W47 or 2026-11

ALTER TABLE lease_entries ADD COLUMN labels TEXT;       -- what money was spent on, JSON

DROP VIEW lease_history;

-- One row for each event that concerns a lease, and one more for the lease that a transfer makes.
CREATE VIEW lease_history AS
  SELECT
    position AS lease_position, position, position || '-' || position AS id,
    id AS lease_id, agent_id, file_path, path_kind, 'acquired' AS event_type,
    NULL AS status_before, 'active' AS status_after, 0 AS renewal_count,
    created_at AS event_at, NULL AS reason, coalesce(request_caller, agent_id) AS actor,
    NULL AS state_before, 'ACTIVE' AS state_after, issued_nanos AS event_nanos,
    issued_tick AS tick, mode, issued_nanos, issued_tick, deadline_tick, expires_nanos, ttl_nanos,
    NULL AS last_renewed_nanos, fencing_token, epoch, NULL AS amounts,
    request_id, request_fingerprint, NULL AS labels
  FROM leases
  WHERE has_entries IS NULL AND +position >= (SELECT kept_from FROM feed)
UNION ALL
  SELECT
    position, ended_position, position || '-' || ended_position,
    id, agent_id, file_path, path_kind, lower(state),
    'active', status, renewal_count,
    coalesce(recorded_nanos, ended_nanos) / 1000000000, coalesce(reason, cause), ended_by,
    'ACTIVE', state, coalesce(recorded_nanos, ended_nanos),
    coalesce(recorded_tick, ended_tick), mode, issued_nanos, issued_tick, deadline_tick,
    expires_nanos, ttl_nanos,
    last_renewed_nanos, fencing_token, epoch, NULL,
    end_request_id, end_request_fingerprint, NULL
  FROM leases
  WHERE has_entries IS NULL AND +position >= (SELECT kept_from FROM feed)
    AND ended_position IS NOT NULL
UNION ALL
  SELECT
    lease_position, entry.position, lease_position || '-' || entry.position,
    lease.id, agent_id, file_path, path_kind, event_type,
    CASE WHEN state_before IN ('PENDING', 'ACTIVE', 'EXPIRED', 'FAILED') THEN lower(state_before)
      WHEN state_before IS NOT NULL THEN 'released' END,
    CASE WHEN state_after IN ('PENDING', 'ACTIVE', 'EXPIRED', 'FAILED') THEN lower(state_after)
      ELSE 'released' END,
    entry.renewal_count, event_nanos / 1000000000, entry.reason, actor,
    state_before, state_after, event_nanos,
    tick, entry.mode, entry.issued_nanos, entry.issued_tick, entry.deadline_tick,
    entry.expires_nanos, entry.ttl_nanos,
    entry.last_renewed_nanos, entry.fencing_token, entry.epoch, amounts,
    entry.request_id, entry.request_fingerprint, entry.labels
  FROM lease_entries AS entry JOIN leases AS lease ON lease.position = lease_position;
