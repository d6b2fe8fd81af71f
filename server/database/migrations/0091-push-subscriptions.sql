-- Devices that get notifications as push messages. A subscription belongs to a session: signing out ends it.

create table push_subscriptions (
  id uuid primary key,
  session_id text collate "C" not null unique references sessions (id) on delete cascade,
  user_id text collate "C" not null references users (id) on delete cascade,
  -- The secret URL at the push service.
  endpoint text collate "C" not null unique,
  -- The public key and the secret of the browser (RFC 8291), in base64url.
  p256dh text collate "C" not null,
  auth text collate "C" not null,
  -- The kinds of notification for this device.
  kinds text[] collate "C" not null,
  created_at timestamptz not null default now()
);

create index push_subscriptions_user on push_subscriptions (user_id);
