-- The catalogue: categories and the public restaurants that personal lists link to.

create table restaurant_categories (
  id text collate "C" primary key,
  name text not null,
  display_order integer not null
);

insert into restaurant_categories (id, name, display_order) values
  ('korean', '한식', 1),
  ('grill', '고기·구이', 2),
  ('seafood', '해산물·회', 3),
  ('noodles', '면·국수', 4),
  ('soup', '국밥·탕', 5),
  ('bunsik', '분식', 6),
  ('chinese', '중식', 7),
  ('japanese', '일식', 8),
  ('western', '양식', 9),
  ('asian', '아시안', 10),
  ('fast-food', '치킨·버거·피자', 11),
  ('cafe', '카페·디저트', 12),
  ('bakery', '베이커리', 13),
  ('bar', '술집·바', 14),
  ('other', '기타', 15);

-- One row a place, made by whoever adds it first and shared by all who add it later. Facts come from a maps
-- service; null is "not known", which for the flags differs from false.
create table restaurants_public (
  -- The maps service's place id, or 'own:' and a uuid for a place entered by hand.
  id text collate "C" primary key,
  provider text not null check (provider in ('local', 'google', 'kakao', 'own')),
  -- When the maps service was last asked; null for a place entered by hand.
  provider_fetched_at timestamptz,
  name text not null,
  address text not null default '',
  lat double precision check (-90 <= lat and lat <= 90),
  lng double precision check (-180 <= lng and lng <= 180),
  google_place_id text collate "C",
  category_id text collate "C" references restaurant_categories (id) on delete set null,
  phone_number text,
  website text,
  google_rating real,
  google_user_ratings_total integer,
  google_photo_references text[] not null default '{}',
  detailed_opening_hours text[] not null default '{}',
  opening_hours_summary text,
  price_level smallint check (0 <= price_level and price_level <= 4),
  primary_type_display_name text,
  allows_dogs boolean,
  wheelchair_accessible_parking boolean,
  wheelchair_accessible_entrance boolean,
  wheelchair_accessible_restroom boolean,
  wheelchair_accessible_seating boolean,
  parking_options_summary text,
  business_status text check (business_status in ('operational', 'closed_temporarily', 'closed_permanently')),
  source_memo text,
  public_custom_tags text[] not null default '{}',
  public_rating_count integer not null default 0,
  public_average_rating double precision,
  has_public_reviews boolean not null default false,
  is_example boolean not null default false,
  first_added_to_public_at timestamptz not null default now(),
  last_updated_in_public_at timestamptz not null default now(),
  -- Who added it first; the place outlives their account.
  added_by_uid text collate "C" references users (id) on delete set null,
  -- A place entered by hand is its author's alone, and goes with their account, until it is published (null).
  private_to_uid text collate "C" references users (id) on delete cascade,
  check ((lat is null) = (lng is null)),
  check (private_to_uid is null or provider = 'own')
);

-- For the deletion of an account.
create index restaurants_public_added_by on restaurants_public (added_by_uid) where added_by_uid is not null;
create index restaurants_public_private_to on restaurants_public (private_to_uid) where private_to_uid is not null;
-- For the deletion of a category.
create index restaurants_public_category on restaurants_public (category_id) where category_id is not null;
