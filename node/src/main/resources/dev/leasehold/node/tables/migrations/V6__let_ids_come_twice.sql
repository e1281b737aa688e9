-- That an id comes once is for those to see to who take it. The tables show what the journal says.
DROP INDEX idx_leases_id;
CREATE INDEX idx_leases_id ON leases (position >> 18, id);
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('leases', 'idx_leases_id', '4000000 100000 1');
