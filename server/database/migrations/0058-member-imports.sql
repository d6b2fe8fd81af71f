-- Places that a member imports, under review until they are saved, discarded or expired.

create table member_imports (
  id uuid primary key,
  user_id text collate "C" not null references users (id) on delete cascade,
  state text not null default 'review' check (state in ('review', 'saving', 'undoing', 'done')),
  -- `ImportFields` of the contract.
  fields jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- One open import per member, which all their devices share. A finished one may be undone beside it.
create unique index member_imports_open on member_imports (user_id) where state in ('review', 'saving');
create index member_imports_user on member_imports (user_id, created_at);
create index member_imports_expires_at on member_imports (expires_at);

create table member_import_rows (
  import_id uuid not null references member_imports (id) on delete cascade,
  position int not null,
  -- Identifies the place within the import, so that the same data adds nothing.
  key text collate "C" not null,
  place jsonb not null,
  fields jsonb not null,
  -- null: not matched yet.
  match jsonb,
  choice jsonb,
  is_checked boolean,
  -- To be saved by the job.
  is_wanted boolean not null default false,
  restaurant_id text collate "C",
  -- The timestamp of the saved restaurant; null: not saved, or can no longer be undone.
  saved_at timestamptz,
  problem text,
  primary key (import_id, position),
  unique (import_id, key)
);
