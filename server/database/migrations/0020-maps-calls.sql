-- Calls to outside maps services, counted by the day in Korea: what they cost has a lid, for each member and for all
-- together (features/places/server/outside/daily-budget.ts). Purged after three months.

create table maps_calls_of_day (
  day date primary key,
  calls integer not null
);

create table maps_calls_of_account (
  user_id text collate "C" not null references users (id) on delete cascade,
  day date not null,
  calls integer not null,
  primary key (user_id, day)
);

create index maps_calls_of_account_day on maps_calls_of_account (day);

-- What Kakao and Naver told in a search: they tell no details by id, so that what was found a moment ago is taken
-- from here when it is chosen. Purged after a day.
create table told_places (
  place_id text collate "C" primary key,
  -- features/places/places.contract.ts: PlaceDetails
  details jsonb not null,
  fetched_at timestamptz not null default now()
);

create index told_places_fetched_at on told_places (fetched_at);

alter table restaurants_public
  drop constraint restaurants_public_provider_check,
  add constraint restaurants_public_provider_check
    check (provider in ('local', 'google', 'kakao', 'naver', 'own')),
  -- When a maps service or the licence register was last asked whether the place is still there.
  add column business_status_at timestamptz;

-- For the jobs that refresh and purge what a maps service told.
create index restaurants_public_fetched_at on restaurants_public (provider_fetched_at)
  where provider in ('google', 'kakao', 'naver');
