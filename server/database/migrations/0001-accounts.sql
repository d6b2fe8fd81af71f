-- Accounts. The first four tables are what better-auth 1.7.7's compileMigrations() emits for the options in
-- features/account/server/account.auth.ts, with our names, the "C" collation for keys, and the indexes that
-- our look-ups need. Ids are UUIDv7 texts made by us. After an upgrade of better-auth compare again.

create table users (
  id text collate "C" primary key,
  -- the nickname; may be empty, then the screen falls back to the e-mail's local part
  name text not null,
  email text collate "C" not null unique,
  email_verified boolean not null,
  image text,
  -- how the account was made: 'password', or the identity provider's id
  provider_id text collate "C",
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp
);

create table sessions (
  id text collate "C" primary key,
  token text collate "C" not null unique,
  user_id text collate "C" not null references users (id) on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null
);

create index sessions_user_id_idx on sessions (user_id);
create index sessions_expires_at_idx on sessions (expires_at);

create table accounts (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  provider_id text collate "C" not null,
  user_id text collate "C" not null references users (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null,
  -- one identity belongs to one person; better-auth does not ask for this itself
  unique (provider_id, account_id)
);

create index accounts_user_id_idx on accounts (user_id);

create table verifications (
  id text collate "C" primary key,
  identifier text collate "C" not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp
);

create index verifications_identifier_idx on verifications (identifier);
create index verifications_expires_at_idx on verifications (expires_at);

-- How often somebody tried to sign in, to sign up or to prove a password, by account and by address. Ours, not
-- better-auth's: its limits do not hold for calls from the server. Keys are keyed hashes, so that no e-mail
-- address of a stranger is kept.
create table rate_limits (
  key text collate "C" primary key,
  attempts integer not null,
  resets_at timestamptz not null
);

create index rate_limits_resets_at_idx on rate_limits (resets_at);
