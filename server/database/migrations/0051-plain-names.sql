-- Names in the vocabulary of docs/glossary.md. A server of the version before cannot use this schema: stop it first.
alter table told_places rename to search_result_cache;
alter index told_places_fetched_at rename to search_result_cache_fetched_at;
alter table refused_webhooks rename to rejected_webhooks;
alter table membership_notices rename to expiry_notices;
alter table admin_acts rename to audit_log;
alter index admin_acts_admin rename to audit_log_admin;
alter index admin_acts_about rename to audit_log_about;
alter table sessions rename column proved_at to reauthenticated_at;
