-- Links to single entries of journals. A link lives as long as its row: un-sharing deletes it.

create table journal_entry_shares (
  -- 24 random bytes in base64url, as list_shares.
  id text collate "C" primary key,
  user_id text collate "C" not null references users (id) on delete cascade,
  entry_id uuid not null,
  created_at timestamptz not null default now(),
  -- One link an entry; also how the owner finds it.
  unique (user_id, entry_id),
  foreign key (user_id, entry_id) references journal_entries (user_id, id) on delete cascade
);
