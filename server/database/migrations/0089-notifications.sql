-- Notifications of members. They contain the parameters of a text, not the text: the language is chosen when it is shown.

create table notifications (
  id uuid primary key,
  user_id text collate "C" not null references users (id) on delete cascade,
  kind text collate "C" not null
    check (kind in ('collection', 'vote_result', 'vote_day', 'episode', 'closure', 'membership')),
  -- The collection, vote, source or restaurant; '' for the membership. No foreign key: a notification whose subject
  -- is gone, or can no longer be read by the member, is not shown.
  subject_id text collate "C" not null,
  -- Number of events. Events of one subject are counted together until the member has read the notification.
  count int4 not null,
  -- The last event.
  act text collate "C" check (act in (
    'added', 'removed', 'note', 'edited', 'comment', 'reaction', 'joined', 'vote', 'answer',
    '30_days', '7_days', '1_day', 'ended'
  )),
  -- The member who caused the last event.
  actor_id text collate "C" references users (id) on delete set null,
  -- The name of the place, vote or episode of the last event.
  detail text,
  -- The end of the membership.
  day date,
  created_at timestamptz not null default now(),
  -- The time of the last event.
  happened_at timestamptz not null default now(),
  read_at timestamptz
);

create unique index notifications_unread on notifications (user_id, kind, subject_id) where read_at is null;
create index notifications_user on notifications (user_id, happened_at desc, id);
create index notifications_actor on notifications (actor_id);
create index notifications_happened_at on notifications (happened_at);

-- The kinds that a member has turned off.
create table muted_notifications (
  user_id text collate "C" not null references users (id) on delete cascade,
  kind text collate "C" not null
    check (kind in ('collection', 'vote_result', 'vote_day', 'episode', 'closure', 'membership')),
  primary key (user_id, kind)
);

-- Episodes up to this version were announced to the member by a notification.
alter table source_follows add column notified_version bigint not null default 0;
update source_follows set notified_version = document.version from provided_document as document;

-- When the result, and the place of the day, were announced to the members.
alter table votes add column result_announced_at timestamptz;
alter table votes add column day_announced_at timestamptz;
update votes set result_announced_at = now() where closes_at <= now();
create index votes_result_unannounced on votes (closes_at) where result_announced_at is null;
create index votes_day_unannounced on votes (meets_on) where day_announced_at is null;
