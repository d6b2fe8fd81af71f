-- 모먹지 일지: one row a member who has ever written, and one row a meal.

-- The journal as a document. Its row is the lock under which every write of the journal happens.
create table journals (
  user_id text collate "C" primary key references users (id) on delete cascade,
  -- Raised by every write; a clock reading, never a mere count (docs/decisions/my-list-as-a-document.md).
  version bigint not null default 0
);

create table journal_entries (
  user_id text collate "C" not null references journals (user_id) on delete cascade,
  id uuid not null,
  -- The entry outlives the place, whose name it keeps.
  restaurant_id text collate "C" references restaurants_public (id) on delete set null,
  restaurant_name text not null,
  visit_date date not null,
  visit_time time(0),
  journal_text text not null default '',
  -- In the order of the member; what they mean is in the photos feature.
  photo_filenames text[] not null default '{}',
  tags_with text[] not null default '{}',
  tags_occasion text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Taken out of the journal; can be undone until the purge a day later.
  deleted_at timestamptz,
  primary key (user_id, id)
);

-- The order of the journal, and one year of it.
create index journal_entries_timeline on journal_entries (user_id, visit_date desc, created_at desc, id)
  where deleted_at is null;
create index journal_entries_restaurant on journal_entries (restaurant_id) where restaurant_id is not null;
create index journal_entries_deleted on journal_entries (deleted_at) where deleted_at is not null;
