-- A refresh can also be that of an official list of the whole country.
alter table register_refreshes
  add column list text check (list in ('good_price', 'excellent', 'tourist', 'century')),
  drop constraint register_refreshes_step_check,
  add constraint register_refreshes_step_check
    check (step in ('downloading', 'pausing', 'checking', 'importing', 'matching', 'indexing'));
create unique index on register_refreshes (list) where state in ('waiting', 'running') and started_by <> 'upload';

-- The last import of each official list.
create table official_lists (
  list text primary key check (list in ('good_price', 'excellent', 'tourist', 'century')),
  rows integer not null,
  -- The year of the edition, which badges show.
  year integer not null,
  refreshed_at timestamptz not null default now()
);

-- The restaurants of official lists. An entry that leaves its list stays, with the time.
create table official_list_entries (
  id integer generated always as identity primary key,
  list text not null check (list in ('good_price', 'excellent', 'tourist', 'century')),
  -- The number of the entry at the source, or its name and address.
  source_key text not null,
  name text not null,
  address text not null,
  -- Digits only; '' if unknown.
  phone text not null,
  -- Names and prices of dishes, in won.
  menus jsonb not null default '[]',
  designated_on date,
  -- The place of the licence register; null if it is not known.
  place_id text,
  -- How the place was found. 'check': the admin decides among the candidates. 'rejected': the admin knows that none is it.
  match text not null default 'unmatched'
    check (match in ('phone', 'address', 'name', 'admin', 'check', 'unmatched', 'rejected')),
  candidates text[] not null default '{}',
  added_at timestamptz not null default now(),
  left_at timestamptz,
  unique (list, source_key)
);
create index on official_list_entries (place_id) where left_at is null;
create index on official_list_entries (match, id) where left_at is null;
