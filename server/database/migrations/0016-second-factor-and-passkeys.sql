-- What better-auth's plugins for second factors and passkeys keep (compileMigrations() of 1.7.7 and of
-- @better-auth/passkey 1.7.6), with our names, the "C" collation for keys, and what they leave to us: one second
-- factor a person, one person a credential.
alter table users add column two_factor_enabled boolean not null default false;

create table second_factors (
  id text collate "C" primary key,
  user_id text collate "C" not null unique references users (id) on delete cascade,
  -- encrypted with AUTH_SECRET
  secret text not null,
  backup_codes text not null,
  -- false while it is being set up
  verified boolean,
  -- better-auth's own count of failures; ours is in rate_limits, and its lock is switched off
  failed_verification_count integer,
  locked_until timestamptz
);

create table passkeys (
  id text collate "C" primary key,
  user_id text collate "C" not null references users (id) on delete cascade,
  name text,
  credential_id text collate "C" not null unique,
  public_key text not null,
  counter integer not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  -- the make of the authenticator; zeros where it does not say
  aaguid text,
  created_at timestamptz,
  last_used_at timestamptz
);

create index passkeys_user_id_idx on passkeys (user_id);

-- When the person proved once more to be there, later than by signing in.
alter table sessions add column proved_at timestamptz;

-- Trusted browsers and second steps that were begun are found by whose they are.
create index verifications_value_idx on verifications (value) where length(value) < 64;
