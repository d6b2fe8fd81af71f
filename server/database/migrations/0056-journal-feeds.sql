-- The secret address of a member's journal as a calendar; deleting the row revokes it.

create table journal_feeds (
  id text collate "C" primary key,
  user_id text collate "C" not null unique references users (id) on delete cascade,
  created_at timestamptz not null default now()
);
