-- The version of a vote, so that open pages follow its answers. Triggers raise it, because servers of the previous
-- release write answers without it.

alter table votes add column version int8 not null default 1;

create function raise_answered_vote() returns trigger language plpgsql as $$
begin
  update votes set version = version + 1 where id = new.vote_id;
  return null;
end
$$;

-- Each answer writes the row of its voter.
create trigger raise_version after insert or update on vote_voters
  for each row execute function raise_answered_vote();

create function raise_ended_vote() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;

create trigger raise_version before update of closes_at on votes
  for each row execute function raise_ended_vote();

-- Notifies the server processes: open pages of the vote, and of its collection, follow.
create function notify_changed_vote() returns trigger language plpgsql as $$
begin
  perform pg_notify('votes', coalesce(new.collection_id, old.collection_id) || ' ' || coalesce(new.id, old.id));
  return null;
end
$$;

create trigger notify_changed after insert or update or delete on votes
  for each row execute function notify_changed_vote();
