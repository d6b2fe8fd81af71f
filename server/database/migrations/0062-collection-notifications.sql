-- Notifies the server processes of collections that have changed, so that open screens follow. A trigger, because the
-- version is raised in many ways, the deletion of an account among them.

create function notify_changed_collection() returns trigger language plpgsql as $$
begin
  perform pg_notify('collections', old.id);
  return null;
end
$$;

create trigger notify_changed after update of version on collections
  for each row execute function notify_changed_collection();
create trigger notify_deleted after delete on collections
  for each row execute function notify_changed_collection();
