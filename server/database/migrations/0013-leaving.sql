-- Who asked to leave. The account ends a week later, unless its owner takes it back.
create table deletion_requests (
  user_id text collate "C" primary key references users (id) on delete cascade,
  reason text not null,
  locale text collate "C" not null check (locale in ('ko', 'en')),
  requested_at timestamptz not null,
  due_at timestamptz not null
);

create index deletion_requests_due_at_idx on deletion_requests (due_at);
