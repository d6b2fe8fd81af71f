-- The opening spans that the server makes of the opening hours when it stores a place. Null if the hours are unknown or
-- cannot be parsed, or if an earlier version stored the place.
alter table restaurants_public add column opening_spans jsonb;
