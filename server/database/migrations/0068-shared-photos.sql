-- Share links show the first photo of a place only if their owner has chosen it: existing links show none.
alter table list_shares add column shows_photos boolean not null default false;
