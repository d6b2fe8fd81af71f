-- Invented sources of the demonstration, which go with it.
alter table sources add column is_example boolean not null default false;
