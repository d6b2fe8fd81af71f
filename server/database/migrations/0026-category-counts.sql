-- How many places the catalogue has, by category and by who brought them: the statistics of the landing page. Writers
-- append what they change and never wait for each other; whoever reads adds it up, a job folds it.

create table category_count_changes (
  category_id text collate "C",
  is_provided boolean not null,
  change integer not null
);

create function note_category_counts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into category_count_changes
      select category_id, provided_at is not null, count(*) from after_rows group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into category_count_changes
      select category_id, provided_at is not null, -count(*) from before_rows group by 1, 2;
  else
    insert into category_count_changes
      select category_id, is_provided, sum(change) from (
        select category_id, provided_at is not null as is_provided, 1 as change from after_rows
        union all
        select category_id, provided_at is not null, -1 from before_rows
      ) as moved
      group by 1, 2 having sum(change) <> 0;
  end if;
  return null;
end
$$;

-- Triggers, because rows come and go by many ways, foreign keys among them, and one forgotten way would make the
-- counts wrong for ever.
create trigger count_inserted after insert on restaurants_public
  referencing new table as after_rows for each statement execute function note_category_counts();
create trigger count_deleted after delete on restaurants_public
  referencing old table as before_rows for each statement execute function note_category_counts();
create trigger count_updated after update on restaurants_public
  referencing old table as before_rows new table as after_rows for each statement execute function note_category_counts();

insert into category_count_changes
  select category_id, provided_at is not null, count(*) from restaurants_public group by 1, 2;
