-- The authorization server for assistants (OAuth 2.1), in the schema of @better-auth/oauth-provider 1.7.5.
-- Only these are additions: oauth_consents.last_used_at, the unique key of oauth_consents, and the foreign keys from
-- tokens to it, by which the end of a connection deletes its tokens, also those that are being issued.

-- The apps that have registered themselves.
create table oauth_clients (
  id text collate "C" primary key,
  client_id text collate "C" not null unique,
  client_secret text,
  client_discovery_id text,
  disabled boolean,
  skip_consent boolean,
  enable_end_session boolean,
  subject_type text,
  scopes jsonb,
  client_credentials_scopes jsonb,
  user_id text collate "C" references users (id) on delete cascade,
  created_at timestamptz,
  updated_at timestamptz,
  name text,
  uri text,
  icon text,
  contacts jsonb,
  tos text,
  policy text,
  software_id text,
  software_version text,
  software_statement text,
  redirect_uris jsonb not null,
  post_logout_redirect_uris jsonb,
  backchannel_logout_uri text,
  backchannel_logout_session_required boolean,
  token_endpoint_auth_method text,
  application_type text,
  jwks text,
  jwks_uri text,
  grant_types jsonb,
  response_types jsonb,
  require_pkce boolean,
  dpop_bound_access_tokens boolean,
  reference_id text,
  metadata jsonb
);
create index oauth_clients_user on oauth_clients (user_id);

-- What the tokens are for: one row, the MCP endpoint.
create table oauth_resources (
  id text collate "C" primary key,
  identifier text collate "C" not null unique,
  name text not null,
  access_token_ttl integer,
  refresh_token_ttl integer,
  signing_algorithm text,
  signing_key_id text,
  allowed_scopes jsonb,
  custom_claims jsonb,
  dpop_bound_access_tokens_required boolean,
  disabled boolean,
  created_at timestamptz,
  updated_at timestamptz,
  policy_version integer,
  metadata jsonb
);

create table oauth_client_resources (
  id text collate "C" primary key,
  client_id text collate "C" not null references oauth_clients (client_id) on delete cascade,
  resource_id text collate "C" not null references oauth_resources (identifier) on delete cascade,
  metadata jsonb,
  created_at timestamptz,
  unique (client_id, resource_id)
);
create index oauth_client_resources_resource on oauth_client_resources (resource_id);

-- The connections: what a member has allowed an app.
create table oauth_consents (
  id text collate "C" primary key,
  client_id text collate "C" not null references oauth_clients (client_id) on delete cascade,
  user_id text collate "C" references users (id) on delete cascade,
  reference_id text,
  resources jsonb,
  requested_user_info_claims jsonb,
  scopes jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_used_at timestamptz,
  unique (user_id, client_id)
);
create index oauth_consents_client on oauth_consents (client_id);

create table oauth_refresh_tokens (
  id text collate "C" primary key,
  token text collate "C" not null unique,
  client_id text collate "C" not null references oauth_clients (client_id) on delete cascade,
  session_id text collate "C" references sessions (id) on delete set null,
  user_id text collate "C" not null references users (id) on delete cascade,
  reference_id text,
  authorization_code_id text collate "C",
  resources jsonb,
  requested_user_info_claims jsonb,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  revoked timestamptz,
  rotated_at timestamptz,
  rotation_replay_response text,
  rotation_replay_expires_at timestamptz,
  auth_time timestamptz,
  confirmation jsonb,
  scopes jsonb not null,
  foreign key (user_id, client_id) references oauth_consents (user_id, client_id) on delete cascade
);
create index oauth_refresh_tokens_client on oauth_refresh_tokens (client_id);
create index oauth_refresh_tokens_session on oauth_refresh_tokens (session_id);
create index oauth_refresh_tokens_consent on oauth_refresh_tokens (user_id, client_id);
create index oauth_refresh_tokens_code on oauth_refresh_tokens (authorization_code_id);

create table oauth_access_tokens (
  id text collate "C" primary key,
  token text collate "C" not null unique,
  client_id text collate "C" not null references oauth_clients (client_id) on delete cascade,
  session_id text collate "C" references sessions (id) on delete set null,
  user_id text collate "C" references users (id) on delete cascade,
  reference_id text,
  authorization_code_id text collate "C",
  resources jsonb,
  requested_user_info_claims jsonb,
  refresh_id text collate "C" references oauth_refresh_tokens (id) on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  revoked timestamptz,
  confirmation jsonb,
  scopes jsonb not null,
  foreign key (user_id, client_id) references oauth_consents (user_id, client_id) on delete cascade
);
create index oauth_access_tokens_client on oauth_access_tokens (client_id);
create index oauth_access_tokens_session on oauth_access_tokens (session_id);
create index oauth_access_tokens_consent on oauth_access_tokens (user_id, client_id);
create index oauth_access_tokens_code on oauth_access_tokens (authorization_code_id);
create index oauth_access_tokens_refresh on oauth_access_tokens (refresh_id);

create table oauth_client_assertions (
  id text collate "C" primary key,
  expires_at timestamptz not null
);
