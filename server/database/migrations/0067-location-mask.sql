-- A bit for each word of the address that names a neighbourhood or a road, so that most places without a typed location
-- are excluded without reading their row (features/places/server/location-mask.ts). -1: unknown, the row is read.
alter table place_keys add column location_mask integer not null default -1;
-- New tables of a rebuild have no default either.
alter table place_keys alter column location_mask drop default;
-- The next import rebuilds the search tables; `npm run places:reindex` does so at once.
update place_index_state set is_behind = true where exists (select from place_keys);
