-- The built-in index of places (docs/decisions/korean-search.md). `places` is what is known of them; the other
-- tables are drawn from it so that a search is quick, kept by the same transactions that write `places`, and
-- drawn anew by `npm run places:reindex`.

create table places (
  -- short, because the search tables hold it several times a place; never leaves the server
  id integer generated always as identity primary key,
  -- the id that others keep, for ever: 'kr:' and the licence's key, or 'example:' and a number
  place_id text collate "C" not null unique,
  name text not null,
  -- as shown: the road address if there is one, else the lot; '' if neither is known
  address text not null,
  -- the words of both addresses by which people name a place's whereabouts: provinces to roads, no numbers
  address_words text not null,
  lat double precision,
  lng double precision,
  -- as the source calls it, for example 한식
  kind text,
  category_id text collate "C",
  phone_number text,
  website text,
  business_status text collate "C"
    check (business_status in ('operational', 'closed_temporarily', 'closed_permanently')),
  closed_on date,
  -- when the source last changed the row
  updated_on date,
  -- members who have it on their list, as last counted
  saved_count integer not null default 0,
  -- invented, to show how the product works
  is_example boolean not null default false,
  check ((lat is null) = (lng is null))
);

create index places_examples on places (id) where is_example;

-- A row for each syllable that a search may start at; of a closed place only for the first. No primary key: rows
-- are found and removed by the keys they consist of. Everything a search needs to rank stands in the two large
-- indexes, so that the rows themselves are not read.
create table place_keys (
  place_id integer not null,
  -- part of the country and sort of match: see features/places/server/cells.ts and search-plan.ts
  block smallint not null,
  -- hundredths of a doubling of distance that the place's liveliness makes up for
  liveliness smallint not null,
  -- metres on a plane over the country; null if nobody knows where it is
  x integer,
  y integer,
  -- the name from that syllable on, then '!', then what came before it: common/korean.ts
  letters text collate "C" not null,
  initials text collate "C" not null
);

create index place_keys_letters on place_keys (block, letters) include (place_id, liveliness, x, y);
create index place_keys_initials on place_keys (block, initials) include (place_id, liveliness, x, y);
-- Tells how common a word is, to within what matters, without counting all of it.
create index place_keys_sample on place_keys (letters) where place_id % 64 = 0;

-- Open places on the plane, for what is near.
create table place_spots (
  place_id integer not null,
  spot point not null
);

create index place_spots_spot on place_spots using gist (spot) include (place_id);

-- In which parts of the country an address word occurs. May hold more than is true, never less.
create table place_words (
  -- the word's letters
  word text collate "C" not null,
  cell smallint not null,
  primary key (word, cell)
);

-- What was imported, and how far, so that an import that was killed goes on where it was.
create table place_imports (
  id integer generated always as identity primary key,
  file_name text not null,
  -- SHA-256 of what tells one file from another
  fingerprint text collate "C" not null unique,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- rows of the file that are in the database, from the top
  rows_done integer not null default 0,
  -- what became of them
  counts jsonb not null default '{}'
);

create table place_index_state (
  only_row boolean primary key default true check (only_row),
  -- an import wrote places whose keys were not drawn yet
  is_behind boolean not null default false,
  -- of the starter set that was loaded; stays when the examples are removed, so that they do not come back
  examples_version integer not null default 0
);

insert into place_index_state default values;
