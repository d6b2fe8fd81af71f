-- What members say of a place for all members to read: one review a place and person, following their link while
-- that is shared.

-- Whether the shared review stands under the member's nickname or under 익명.
alter table my_restaurants add column is_anonymous boolean not null default false;

create table public_reviews (
  -- A UUIDv7 of its own: the order of ids is the order of first sharing, and it tells nothing of who wrote it.
  id text collate "C" not null unique,
  restaurant_id text collate "C" not null references restaurants_public (id) on delete cascade,
  user_id text collate "C" not null references users (id) on delete cascade,
  rating real check (0.5 <= rating and rating <= 5 and rating * 2 = trunc(rating * 2)),
  review_text text not null,
  is_anonymous boolean not null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  -- Raised by every change of what it says: the admin decides on what they have read.
  revision integer not null default 1,
  moderation_status text collate "C" not null default 'pending'
    check (moderation_status in ('pending', 'approved', 'rejected')),
  moderated_at timestamptz,
  rejection_reason text,
  -- Shared no longer; kept a day, so that undoing brings it back as it was.
  withdrawn_at timestamptz,
  primary key (restaurant_id, user_id),
  check ((rejection_reason is not null) = (moderation_status = 'rejected'))
);

create index public_reviews_newest on public_reviews (restaurant_id, id desc) where withdrawn_at is null;
create index public_reviews_highest on public_reviews (restaurant_id, coalesce(rating, 0) desc, id desc)
  where withdrawn_at is null;
create index public_reviews_user on public_reviews (user_id);
create index public_reviews_queue on public_reviews (moderation_status, id) where withdrawn_at is null;
create index public_reviews_withdrawn on public_reviews (withdrawn_at) where withdrawn_at is not null;

-- The figures of a place's visible reviews. A row of its own and not of the catalogue: it is the lock under which
-- they change, and nobody who reads or writes the catalogue shall wait for it.
create table public_review_summaries (
  restaurant_id text collate "C" primary key references restaurants_public (id) on delete cascade,
  review_count integer not null default 0,
  public_rating_count integer not null default 0,
  public_average_rating double precision,
  has_public_reviews boolean not null default false,
  -- How many ratings round up to one star, two stars, … five.
  rating_counts integer[] not null default '{0,0,0,0,0}'
);

alter table restaurants_public
  drop column public_rating_count, drop column public_average_rating, drop column has_public_reviews;

-- The setting REVIEW_MODERATION as the figures were counted by: readers and figures go by the same word.
create table review_moderation (
  only_row boolean primary key default true check (only_row),
  mode text collate "C" not null default 'post' check (mode in ('post', 'pre'))
);

insert into review_moderation default values;

create table review_reports (
  id text collate "C" primary key,
  review_id text collate "C" not null references public_reviews (id) on delete cascade,
  -- The report outlives its author.
  reporter_uid text collate "C" references users (id) on delete set null,
  -- The state of the review that it is about.
  revision integer not null,
  reason text collate "C" not null check (reason in ('advertising', 'abuse', 'untrue', 'privacy', 'other')),
  details text not null default '',
  created_at timestamptz not null default now(),
  -- When the admin decided on the review.
  settled_at timestamptz,
  unique (review_id, reporter_uid, revision)
);

create index review_reports_open on review_reports (review_id) where settled_at is null;
create index review_reports_reporter on review_reports (reporter_uid) where reporter_uid is not null;
