-- For each line of file_path: exact (the path alone), subtree (the path and everything below it) or
-- pattern. Tables without it, in which a subtree was a pattern, are built anew.
ALTER TABLE leases ADD COLUMN path_kind TEXT;
ALTER TABLE lease_history ADD COLUMN path_kind TEXT;
