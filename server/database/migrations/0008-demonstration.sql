-- The demonstration accounts, so that one command removes all of them and nothing else, and that they are made
-- once: a start after their removal does not bring them back.

create table demonstration (
  -- one row, or none before the first start
  id boolean primary key default true check (id),
  made_at timestamptz not null default now(),
  removed_at timestamptz
);

create table demonstration_accounts (
  user_id text collate "C" primary key references users (id) on delete cascade,
  role text collate "C" not null check (role in ('free', 'paid', 'admin'))
);
