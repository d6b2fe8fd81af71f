-- Rare words are read in one range over the whole country; common ones in the areas around the searcher, whose index
-- holds only the first letters because the rows of an area lie together (docs/decisions/0016-korean-search.md).
-- `npm run places:reindex` stores the rows of places that are there already in that order.
drop index place_keys_letters, place_keys_initials, place_keys_starts;
-- Closed places come last wherever they are, so they are one block.
update place_keys set block = 2 where block % 3 = 2 and block <> 2;
create index place_keys_letters on place_keys (letters) include (place_id, block, liveliness, x, y);
create index place_keys_initials on place_keys (initials);
create index place_keys_block_letters on place_keys (block, left(letters, 4));
create index place_keys_block_initials on place_keys (block, left(initials, 2));
