-- Photos of reviews and of the journal. A row comes before its files and goes after them, so that no file is ever
-- without a row: whatever is half made or left over is found here, and nowhere else.

create table photos (
  id text collate "C" primary key,
  -- null: its owner has left, and the files are about to be deleted
  owner_id text collate "C" references users (id) on delete set null,
  purpose text collate "C" not null check (purpose in ('review', 'journal')),
  -- when all its files were in the storage; null: still being uploaded, or given up half way
  stored_at timestamptz,
  -- of the large size, in pixels
  width integer,
  height integer,
  thumbhash text,
  alt text not null default '',
  -- the id of the review or entry that shows it; null: none yet, or none any more
  used_by text collate "C",
  position smallint,
  -- since when nothing shows it; swept a day later
  unused_since timestamptz default now(),
  -- to be deleted, files first
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  check (stored_at is null or (width > 0 and height > 0 and thumbhash is not null)),
  check ((used_by is null) = (position is null)),
  check (used_by is null or stored_at is not null)
);

-- What a review or an entry shows, in order.
create index photos_used_by_idx on photos (purpose, used_by, position) where used_by is not null;
-- How many unused ones a member has; also for the account's deletion.
create index photos_owner_id_idx on photos (owner_id);
create index photos_unused_since_idx on photos (unused_since) where unused_since is not null;
create index photos_removed_idx on photos (id) where removed_at is not null or owner_id is null;
