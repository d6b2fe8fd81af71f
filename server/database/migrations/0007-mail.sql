-- Mails to be sent, written in the transaction that causes them. What is sent keeps no address and no text.
create table mail_outbox (
  id uuid primary key,
  kind text not null,
  -- A second mail of the same key is not written: the cause of the first may be repeated.
  dedupe_key text unique,
  address text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'given_up')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null,
  last_error text,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);

create index mail_outbox_due on mail_outbox (next_attempt_at) where status = 'waiting';
create index mail_outbox_ended on mail_outbox (ended_at) where status <> 'waiting';
