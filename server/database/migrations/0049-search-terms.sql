-- Ways to a place other than the syllables of its name (docs/decisions/0016-korean-search.md): houses, buildings and
-- the sound of the name. Open places only. `npm run places:reindex` fills it for places that are there already.
create table place_terms (
  -- 'h:' and a house, 'b:' and a building, 's:' and a sound: features/places/server/place-terms.ts
  term text collate "C" not null,
  place_id integer not null,
  x integer,
  y integer
);

create index place_terms_term on place_terms (term) include (place_id, x, y);
alter table place_terms set (autovacuum_vacuum_scale_factor = 0.002, autovacuum_vacuum_insert_scale_factor = 0.002);

-- Whole names anywhere in the country, and names that a corrected word begins.
create index place_keys_starts on place_keys (letters) include (place_id, x, y) where block % 3 = 0;

-- What is near, by category.
alter table place_spots add column category_id text collate "C";
drop index place_spots_spot;
create index place_spots_spot on place_spots using gist (spot) include (place_id, category_id);

-- The address that is not shown: the lot of a place whose road address is known.
alter table places add column lot_address text not null default '';
