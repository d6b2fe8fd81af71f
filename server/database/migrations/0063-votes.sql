-- Votes on where to eat: some places of a collection, a date, and the answers of everyone who has the link.

create table votes (
  -- 192 random bits: the link.
  id text collate "C" primary key,
  collection_id text collate "C" not null references collections (id) on delete cascade,
  created_by text collate "C" not null references users (id) on delete cascade,
  title text not null,
  meets_on date not null,
  -- 18:30; null: the whole day.
  meets_at text,
  created_at timestamptz not null default now(),
  -- Answers are accepted before.
  closes_at timestamptz not null
);

create index votes_collection on votes (collection_id);
create index votes_created_by on votes (created_by);
create index votes_closes_at on votes (closes_at);

create table vote_places (
  vote_id text collate "C" not null references votes (id) on delete cascade,
  restaurant_id text collate "C" not null references restaurants_public (id) on delete cascade,
  position int4 not null,
  primary key (vote_id, restaurant_id)
);

create index vote_places_restaurant on vote_places (restaurant_id);

-- A person who has answered. They need no account; the key on their device lets them change the answers.
create table vote_voters (
  id uuid primary key,
  vote_id text collate "C" not null references votes (id) on delete cascade,
  -- SHA-256.
  key_hash text not null,
  name text not null,
  answered_at timestamptz not null default now(),
  unique (vote_id, key_hash)
);

create table vote_answers (
  voter_id uuid not null references vote_voters (id) on delete cascade,
  vote_id text collate "C" not null,
  restaurant_id text collate "C" not null,
  answer text not null check (answer in ('want', 'fine', 'later')),
  primary key (voter_id, restaurant_id),
  foreign key (vote_id, restaurant_id) references vote_places (vote_id, restaurant_id) on delete cascade
);

create index vote_answers_place on vote_answers (vote_id, restaurant_id);
