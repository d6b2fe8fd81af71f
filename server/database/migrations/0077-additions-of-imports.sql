-- A row whose place is already in the list adds its values to the saved restaurant. The values before and after, so
-- that an undo removes exactly what was added, and the number of added values of each kind; null: nothing was added.
alter table member_import_rows add column added jsonb;
