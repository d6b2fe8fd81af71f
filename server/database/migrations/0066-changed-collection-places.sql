-- The places of a collection that have changed since a version, so that open screens read only these.

-- Above every version of the collection that was read before the last change of the row or of what is said about it,
-- and not above the version that the change leads to.
alter table collection_places add column changed_version int8 not null default 0;

create function mark_changed_collection_place() returns trigger language plpgsql as $$
begin
  new.changed_version := coalesce((select version from collections where id = new.collection_id), 0) + 1;
  return new;
end
$$;

create trigger mark_changed before insert or update on collection_places
  for each row execute function mark_changed_collection_place();

create function mark_discussed_collection_place() returns trigger language plpgsql as $$
begin
  update collection_places set changed_version = 0
  where collection_id = coalesce(new.collection_id, old.collection_id)
    and restaurant_id = coalesce(new.restaurant_id, old.restaurant_id);
  return null;
end
$$;

create trigger mark_changed after insert or update or delete on collection_reactions
  for each row execute function mark_discussed_collection_place();
create trigger mark_changed after insert or update or delete on collection_comments
  for each row execute function mark_discussed_collection_place();
