-- Named lists of a member. The row of a collection is the lock of all its writes and has the version of its document.

create table collections (
  -- 192 random bits.
  id text collate "C" primary key,
  owner_id text collate "C" not null references users (id) on delete cascade,
  name text not null,
  note text not null default '',
  colour text not null,
  icon text not null,
  -- The order of the places: by `collection_places.position`, or computed by the browser.
  sort text not null default 'manual',
  -- A timestamp in milliseconds, see `nextVersion`.
  version int8 not null default (date_part('epoch', clock_timestamp()) * 1000)::int8,
  created_at timestamptz not null default now(),
  -- A deleted collection can be restored for a day.
  deleted_at timestamptz
);

create index collections_owner on collections (owner_id);
create index collections_deleted_at on collections (deleted_at) where deleted_at is not null;

create table collection_places (
  collection_id text collate "C" not null references collections (id) on delete cascade,
  restaurant_id text collate "C" not null references restaurants_public (id) on delete cascade,
  -- Ascending. A moved place gets a value between its neighbours.
  position float8 not null,
  note text not null default '',
  added_by text collate "C" references users (id) on delete set null,
  added_at timestamptz not null default now(),
  -- A removed place can be restored for a day.
  removed_at timestamptz,
  primary key (collection_id, restaurant_id)
);

create index collection_places_restaurant on collection_places (restaurant_id);
create index collection_places_added_by on collection_places (added_by);
create index collection_places_removed_at on collection_places (removed_at) where removed_at is not null;
