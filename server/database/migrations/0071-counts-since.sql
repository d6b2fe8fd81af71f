-- Since when a place counts towards the free limit: since it was added, or converted from a shared list. `linked_at` can
-- be the earlier date of an imported file. Not read while shared_list_id is set. Null for rows that are older than this
-- column; then linked_at is read.

-- Locks my_restaurants exclusively, but rewrites no row and takes milliseconds.
set local lock_timeout = '5s';
alter table my_restaurants add column counts_since timestamptz;
-- A separate statement, so that existing rows stay null.
alter table my_restaurants alter column counts_since set default now();
