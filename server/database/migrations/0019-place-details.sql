-- What a maps service can tell of a place, whole. A maps service's names of photos expire; kept with whom a photo
-- must be credited to, they are renewed and purged with the rest of what `provider_fetched_at` dates.
alter table restaurants_public
  drop column google_photo_references,
  add column photos jsonb not null default '[]',
  -- [] : never open; null: not known
  add column opening_periods jsonb,
  add column maps_url text;
