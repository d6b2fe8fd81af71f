-- Photos that are not in an archive, because their file is missing or damaged.
alter table archives
  add column missing_photos integer not null default 0,
  add column missing_photos_used_in text[] not null default '{}';
