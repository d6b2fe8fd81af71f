-- A paid member whose list is empty is given one example place, once.
alter table restaurant_lists add column example_linked_at timestamptz;
