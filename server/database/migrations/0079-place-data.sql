-- Downloads and imports of the licence register: one row for the files of one province, or for one uploaded file.
create table register_refreshes (
  id uuid primary key,
  -- The code of the province; null: the file was uploaded.
  province text,
  started_by text not null check (started_by in ('admin', 'command', 'schedule', 'upload')),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'stopped', 'failed')),
  step text check (step in ('downloading', 'pausing', 'checking', 'importing', 'indexing')),
  step_started_at timestamptz,
  kind text,
  done bigint not null default 0,
  total bigint not null default 0,
  rows integer not null default 0,
  files jsonb not null default '[]',
  failure jsonb,
  stop_requested boolean not null default false,
  requested_at timestamptz not null default now(),
  -- A scheduled refresh waits until this time.
  not_before timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create unique index on register_refreshes (province) where state in ('waiting', 'running');
create index on register_refreshes (requested_at);

-- The last imported file of each kind of each province.
create table register_files (
  province text not null,
  kind text not null,
  rows integer not null,
  bytes bigint not null,
  refreshed_at timestamptz not null default now(),
  primary key (province, kind)
);
