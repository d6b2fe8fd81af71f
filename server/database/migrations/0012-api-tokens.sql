-- Personal API tokens: what a person's own programs send instead of signing in. Only a hash is kept.
create table api_tokens (
  id text collate "C" primary key,
  user_id text collate "C" not null references users (id) on delete cascade,
  name text not null,
  scope text collate "C" not null check (scope in ('read', 'read-write')),
  token_hash text collate "C" not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz,
  unique (user_id, name)
);
