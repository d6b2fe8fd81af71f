-- Who joins is welcomed by mail. The row itself says whether that is still to be done, so that a process that dies
-- after the sign-up was committed leaves the mail due.
alter table users add column locale text collate "C" not null default 'ko' check (locale in ('ko', 'en'));
alter table users add column welcomed_at timestamptz;
update users set welcomed_at = now();

create index users_to_welcome on users (created_at) where welcomed_at is null;

-- What a link in a mail proves. Only a hash is kept: who reads this table can open nothing.
create table account_tokens (
  token_hash text collate "C" primary key,
  user_id text collate "C" not null references users (id) on delete cascade,
  purpose text collate "C" not null check (purpose in ('password_reset', 'email_verification')),
  -- the address it was sent to; it proves nothing about another one
  email text collate "C" not null,
  expires_at timestamptz not null
);

create index account_tokens_user_id_idx on account_tokens (user_id);
create index account_tokens_expires_at_idx on account_tokens (expires_at);
