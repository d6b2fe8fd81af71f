-- The restaurant that each saved row of an import stands for, so that the row is recognised when it is imported again.

create table member_imported_places (
  user_id text collate "C" not null,
  -- SHA-256 of the row's key.
  key bytea not null,
  restaurant_id text collate "C" not null,
  primary key (user_id, key),
  foreign key (user_id, restaurant_id) references my_restaurants (user_id, restaurant_id) on delete cascade
);

create index member_imported_places_restaurant on member_imported_places (user_id, restaurant_id);
