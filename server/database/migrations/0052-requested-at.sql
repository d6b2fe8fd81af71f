-- A server of the version before cannot use this schema: stop it first.
alter table restaurants_public rename column provider_asked_at to provider_requested_at;
