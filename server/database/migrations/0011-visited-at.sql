-- When a place became 방문 완료, for the day on its stamp; null while it is 방문 예정.
alter table my_restaurants add column visited_at timestamptz;
