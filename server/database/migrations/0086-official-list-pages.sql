-- Where the place of an entry is. Without a province, the entry is not shown in lists, because its place is unknown or
-- closed.
alter table official_list_entries
  add column province text,
  add column district text,
  add column lat double precision,
  add column lng double precision,
  -- When the admin provided the place from this list. Null if the place was already provided, or is not provided.
  add column provided_at timestamptz;
create index on official_list_entries (list, province, district) where left_at is null;
