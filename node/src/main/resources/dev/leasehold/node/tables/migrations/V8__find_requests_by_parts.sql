-- Request ids come in no order either. Which part may have one is asked of the filters first, so
-- that most requests, which are new, are looked up nowhere.
DROP INDEX idx_leases_request;
CREATE INDEX idx_leases_request ON leases (position >> 18, request_id, request_caller)
  WHERE request_id IS NOT NULL;

-- A Bloom filter for each part that is whole. One that is missing or damaged is made from the index.
CREATE TABLE request_filters (
  part INTEGER PRIMARY KEY,           -- position >> 18
  crc32 INTEGER NOT NULL,             -- of the filter
  filter BLOB NOT NULL
);
