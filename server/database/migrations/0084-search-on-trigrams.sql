-- The search for places reads trigram indexes over ASCII keys and an index of points (docs/decisions/0016-korean-search.md).
create extension if not exists pg_trgm with schema public;
-- The extension may be in another schema than the tables, for example while a backup is loaded.
select set_config('search_path', format('%I, %s', current_schema(), extnamespace::regnamespace), true)
  from pg_extension where extname = 'pg_trgm';

alter table places
  -- the letter key of the name and the initials of its words: common/korean.ts
  add column letters text collate "C" not null default '',
  add column initials text collate "C" not null default '',
  -- the sound of the name, and the houses and buildings of the addresses; only for open places
  add column sound text collate "C",
  add column address_terms text not null default '',
  -- metres on a plane over the country, for open places
  add column spot point;

-- Fills the columns from the previous search tables.
create temporary table terms_of_places on commit drop as
  select place_id, max(substr(term, 3)) filter (where starts_with(term, 's:')) as sound,
    string_agg(' ' || term, '') filter (where not starts_with(term, 's:')) as terms
  from place_terms group by place_id;

update places p set letters = split_part(k.letters, '!', 1), initials = split_part(k.initials, '!', 1),
  sound = t.sound, address_terms = coalesce(t.terms, ''), spot = s.spot
from place_keys k left join terms_of_places t using (place_id) left join place_spots s using (place_id)
where k.place_id = p.id and k.block % 3 <> 1;

drop table place_keys, place_terms, place_spots;
-- These tables remain after a rebuild was killed.
drop table if exists place_keys_drawn, place_terms_drawn, place_keys_next, place_spots_next, place_terms_next;

create index places_letters on places (letters);
create index places_initials on places (translate(initials, '#$&*+<> ', '1234567'));
create index places_sound on places (sound) where sound is not null;
create index places_spot on places using gist (spot) include (id, letters, initials, category_id)
  where spot is not null;
create index places_letters_trigrams on places
  using gin (translate(letters, '#$&*+<>', '1234567') gin_trgm_ops)
  where business_status is distinct from 'closed_permanently';
create index places_initials_trigrams on places
  using gin (translate(initials, '#$&*+<> ', '1234567') gin_trgm_ops)
  where business_status is distinct from 'closed_permanently';
create index places_text_trigrams on places
  using gin (translate(letters || address_words || address_terms, '#$&*+<>', '1234567') gin_trgm_ops)
  where business_status is distinct from 'closed_permanently';

-- Index-only scans of the points need pages without recent changes.
alter table places set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);

-- The previous keys had at most 40 letters and no spaces between the initials of two words. The next import or daily
-- job computes these columns again.
update place_index_state set is_behind = true where exists (select from places);
