-- The photos of a shared review, those of its link (my_restaurants.user_photo_filenames), in their order.
alter table public_reviews add column photo_ids text[] not null default '{}';
