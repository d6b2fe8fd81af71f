-- The dates of a vote that offers several dates. A vote without rows has one date, in votes.meets_on.
-- votes.meets_on and meets_at contain the date on which most voters can come, and later the one that was decided on.

create table vote_dates (
  id uuid primary key,
  vote_id text collate "C" not null references votes (id) on delete cascade,
  meets_on date not null,
  -- 18:30; null: the whole day.
  meets_at text,
  unique nulls not distinct (vote_id, meets_on, meets_at)
);

create table vote_date_answers (
  voter_id uuid not null references vote_voters (id) on delete cascade,
  date_id uuid not null references vote_dates (id) on delete cascade,
  can_come boolean not null,
  primary key (voter_id, date_id)
);

create index vote_date_answers_date on vote_date_answers (date_id);
