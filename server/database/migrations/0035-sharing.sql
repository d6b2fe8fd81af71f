-- Link shares of personal lists.

create table list_shares (
  -- 24 random bytes in base64url: who does not have the link cannot find it.
  id text collate "C" primary key,
  user_id text collate "C" not null references users (id) on delete cascade,
  title text not null,
  note text not null,
  -- `ShareSelection` of the contract.
  selection jsonb not null,
  shows_ratings boolean not null,
  shows_reviews boolean not null,
  shows_memos boolean not null,
  is_paused boolean not null default false,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  -- Raised by every change of the row but the count of opens; part of the entity tag.
  version bigint not null default 1,
  opens bigint not null default 0
);

create index list_shares_user on list_shares (user_id, created_at);
