-- Collections that several members keep together.

create table collection_members (
  collection_id text collate "C" not null references collections (id) on delete cascade,
  -- A member who joined; the owner has no row.
  user_id text collate "C" not null references users (id) on delete cascade,
  role text not null check (role in ('editor', 'reader')),
  joined_at timestamptz not null default now(),
  primary key (collection_id, user_id)
);

create index collection_members_user on collection_members (user_id);

-- The link by which members join; deleting the row revokes it.
create table collection_invites (
  -- 192 random bits.
  id text collate "C" primary key,
  collection_id text collate "C" not null unique references collections (id) on delete cascade,
  role text not null check (role in ('editor', 'reader')),
  created_at timestamptz not null default now()
);

-- What a member says about a place of a collection. It is not part of the member's own list.
create table collection_reactions (
  collection_id text collate "C" not null,
  restaurant_id text collate "C" not null,
  user_id text collate "C" not null references users (id) on delete cascade,
  wants boolean not null default false,
  visited_on date,
  primary key (collection_id, restaurant_id, user_id),
  foreign key (collection_id, restaurant_id)
    references collection_places (collection_id, restaurant_id) on delete cascade
);

create index collection_reactions_user on collection_reactions (user_id);

create table collection_comments (
  id uuid primary key,
  collection_id text collate "C" not null,
  restaurant_id text collate "C" not null,
  user_id text collate "C" not null references users (id) on delete cascade,
  text text not null,
  created_at timestamptz not null default now(),
  foreign key (collection_id, restaurant_id)
    references collection_places (collection_id, restaurant_id) on delete cascade
);

create index collection_comments_place on collection_comments (collection_id, restaurant_id, created_at);
create index collection_comments_user on collection_comments (user_id);
