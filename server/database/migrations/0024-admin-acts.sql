-- What the admin did: who, what, what it was before and after, and when. Written in the transaction of the act.
create table admin_acts (
  -- A UUIDv7: the order of ids is the order of the acts.
  id text collate "C" primary key,
  admin_uid text collate "C" references users (id) on delete set null,
  -- such as 'provided.added'
  act text collate "C" not null,
  -- id of what it was done to
  subject text collate "C" not null,
  -- The member whom it concerns. When they leave, before and after go with their id.
  about_uid text collate "C" references users (id) on delete set null,
  before jsonb,
  after jsonb,
  at timestamptz not null default now()
);

create index admin_acts_admin on admin_acts (admin_uid) where admin_uid is not null;
create index admin_acts_about on admin_acts (about_uid) where about_uid is not null;
