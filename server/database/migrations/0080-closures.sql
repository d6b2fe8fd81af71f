-- The day on which a place closed, according to the licence register.
alter table restaurants_public add column closed_on date;

-- The closure of a place that the member has chosen to keep in the list. If the place closes again, the day differs.
alter table my_restaurants add column kept_closed_on date;
