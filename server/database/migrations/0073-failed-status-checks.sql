-- When the provider last did not respond to the check of the business status. Null after a response. Such places are
-- checked last, so that they do not stop the check of the other places every night.

-- Locks restaurants_public exclusively, but rewrites no row and takes milliseconds.
set local lock_timeout = '5s';
alter table restaurants_public add column business_status_failed_at timestamptz;
