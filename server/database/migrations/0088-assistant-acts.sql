-- The changes that assistants made for a member (features/assistants). Rows are deleted after 180 days.
create table assistant_acts (
  id uuid primary key,
  user_id text collate "C" not null references users (id) on delete cascade,
  -- The name of the API token, or of the program that the member allowed.
  assistant text not null,
  tool text collate "C" not null check (tool in ('add_place', 'stamp_place', 'write_note')),
  place_id text collate "C" not null,
  acted_at timestamptz not null default now()
);
create index assistant_acts_of_member on assistant_acts (user_id, acted_at);
create index assistant_acts_by_time on assistant_acts (acted_at);
