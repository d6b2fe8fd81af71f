-- First answers of creating writes, so that a repeat of the same request gets the same answer and has no
-- second effect. A row is written in the transaction of the write that it answers, and purged after a day.

create table idempotency_keys (
  user_id text collate "C" not null references users (id) on delete cascade,
  -- made by the client, one for each thing it means to create
  key text collate "C" not null,
  -- SHA-256 of method, address and body: the same key with another request is refused
  fingerprint text collate "C" not null,
  status smallint not null,
  -- the JSON text as it was sent
  body text not null,
  created_at timestamptz not null default current_timestamp,
  primary key (user_id, key)
);

create index idempotency_keys_created_at_idx on idempotency_keys (created_at);
