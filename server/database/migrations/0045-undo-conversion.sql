-- The link share that a converted place came from, so that converting can be undone.

alter table my_restaurants add column converted_from text collate "C";
