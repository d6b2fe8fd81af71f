-- Initials are looked up by their first six in the whole country, which is smaller, and by their first three in an area,
-- so that fewer rows are read in vain. How common they are is estimated from a sample, as that of letters.
drop index place_keys_initials, place_keys_block_initials;
create index place_keys_initials on place_keys (left(initials, 6));
create index place_keys_block_initials on place_keys (block, left(initials, 3));
create index place_keys_sample_initials on place_keys (initials) where place_id % 64 = 0;
-- Closed places are in a block per area again, written by `npm run places:reindex`; until then all are in block 2,
-- which every search for closed places reads.
update place_index_state set is_behind = true where exists (select from place_keys where block = 2);
-- Rows of terms are stored in the order of their terms by `npm run places:reindex`, so that the index needs no further
-- columns.
drop index place_terms_term;
create index place_terms_term on place_terms (term);
