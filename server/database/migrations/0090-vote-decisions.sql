-- The place that the organisers of a vote decided on. Null before, and after the place was deleted.

alter table votes
  add column decided_id text collate "C" references restaurants_public (id) on delete set null;

create index votes_decided on votes (decided_id);
