-- Whether everyone with the link sees the first photo that the creator of the vote has of each place.
alter table votes
  add column shows_photos boolean not null default false;
