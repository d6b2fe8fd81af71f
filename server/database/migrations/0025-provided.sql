-- Provided restaurants: catalogue places that the admin shows to members, and where they were seen.

-- When the admin provided it; null: not provided. Its memo and tags are source_memo and public_custom_tags.
alter table restaurants_public add column provided_at timestamptz;

create index restaurants_public_provided on restaurants_public (provided_at) where provided_at is not null;

-- A programme, a channel, a magazine or a guide.
create table sources (
  id text collate "C" primary key,
  title text not null unique,
  kind text collate "C" not null check (kind in ('tv', 'web', 'magazine', 'guide')),
  link text
);

-- An episode, an issue, an edition. A source without parts has one with an empty name.
create table source_episodes (
  id text collate "C" primary key,
  source_id text collate "C" not null references sources (id) on delete cascade,
  name text not null,
  published_on date,
  link text,
  -- Checked at commit, so that two may swap their names.
  unique (source_id, name) deferrable initially deferred
);

create table source_places (
  episode_id text collate "C" not null references source_episodes (id) on delete cascade,
  restaurant_id text collate "C" not null references restaurants_public (id) on delete cascade,
  primary key (episode_id, restaurant_id)
);

create index source_places_restaurant on source_places (restaurant_id);

-- The provided places with their sources travel as one document. Raised by every write of either; a clock reading,
-- never a mere count (docs/decisions/my-list-as-a-document.md).
create table provided_document (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 0
);

insert into provided_document default values;
