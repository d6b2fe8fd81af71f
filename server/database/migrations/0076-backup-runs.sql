-- Results of backups. The newest one decides how many photo files may be missing in the next one.
create table backup_runs (
  id bigint generated always as identity primary key,
  is_scheduled boolean not null,
  ended_at timestamptz not null default now(),
  -- null: the backup is complete
  failure text,
  photo_files integer not null,
  -- files that are missing or damaged in the storage
  missing_files integer not null
);
create index backup_runs_ended_at_idx on backup_runs (ended_at desc);
