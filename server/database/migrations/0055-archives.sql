-- Archives of all data of a member (내 데이터 모두 받기). A row comes before its file and goes after it, so that no file
-- is ever without a row.

create table archives (
  id uuid primary key,
  -- null: the owner has left, and the file is about to be deleted
  owner_id text collate "C" references users (id) on delete set null,
  locale text collate "C" not null,
  requested_at timestamptz not null default now(),
  -- when the file was complete; null: being made, or failed
  ready_at timestamptz,
  failed_at timestamptz,
  bytes bigint,
  -- the file is deleted after this
  expires_at timestamptz not null,
  check ((ready_at is null) = (bytes is null)),
  check (ready_at is null or failed_at is null)
);

-- At most one is being made for a member.
create unique index archives_one_pending_idx on archives (owner_id) where ready_at is null and failed_at is null;
create index archives_owner_id_idx on archives (owner_id, requested_at desc);
create index archives_expires_at_idx on archives (expires_at);
