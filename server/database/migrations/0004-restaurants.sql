-- Personal lists: one row a member who has ever written, and one row a place they saved.

-- The list as a document. Its row is the lock under which every write of the list happens.
create table restaurant_lists (
  user_id text collate "C" primary key references users (id) on delete cascade,
  -- Raised by every write of the list and of a catalogue row it holds; a clock reading, never a mere count
  -- (docs/decisions/my-list-as-a-document.md).
  version bigint not null default 0
);

create table my_restaurants (
  user_id text collate "C" not null references restaurant_lists (user_id) on delete cascade,
  -- Checked at commit: deleting an account removes its links and its private places in either order.
  restaurant_id text collate "C" not null
    references restaurants_public (id) deferrable initially deferred,
  status text not null check (status in ('방문 예정', '방문 완료')),
  rating real check (0.5 <= rating and rating <= 5 and rating * 2 = trunc(rating * 2)),
  review text not null default '',
  custom_tags text[] not null default '{}',
  source_kind text check (source_kind in ('tv', 'magazine', 'person', 'own')),
  source_memo text not null default '',
  user_category_override_id text collate "C" references restaurant_categories (id) on delete set null,
  is_shared boolean not null default false,
  user_photo_filenames text[] not null default '{}',
  -- Not null: the place came from somebody's shared list and does not count to the free limit.
  shared_list_id text collate "C",
  linked_at timestamptz not null default now(),
  last_modified_by_user_at timestamptz not null default now(),
  -- Taken off the list; can be undone until the purge a day later.
  deleted_at timestamptz,
  -- The owner first: a list is one range of this index, however many links there are.
  primary key (user_id, restaurant_id)
);

-- Who holds this place: their lists get a new version when the catalogue row changes.
create index my_restaurants_restaurant on my_restaurants (restaurant_id);
create index my_restaurants_deleted on my_restaurants (deleted_at) where deleted_at is not null;
create index my_restaurants_category on my_restaurants (user_category_override_id)
  where user_category_override_id is not null;
