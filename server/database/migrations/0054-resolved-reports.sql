-- A server of the version before cannot use this schema: stop it first.
alter table review_reports rename column settled_at to resolved_at;
