-- A search reads indexes alone only where a page of the table is known to have no dead rows. Changes are few and
-- scattered, so that a fifth of the rows, PostgreSQL's own measure for tidying up, would be reached long after most
-- pages had been touched. `npm run places:reindex` sets the same.
alter table place_keys set (autovacuum_vacuum_scale_factor = 0.002, autovacuum_vacuum_insert_scale_factor = 0.002);
alter table place_spots set (autovacuum_vacuum_scale_factor = 0.002, autovacuum_vacuum_insert_scale_factor = 0.002);
