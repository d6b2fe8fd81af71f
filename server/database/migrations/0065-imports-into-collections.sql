-- An import may put its places into a collection. Undoing the import removes them from it again.

-- The collection that this row put its place into; null: none. `saved_at` is the time of that too.
alter table member_import_rows add column collection_id text collate "C";
