-- Followed sources, and the mails that members agree to receive.

-- The version of the document of provided restaurants with the first place of the episode; null: it has no place yet.
-- Writers of the document wait for each other, so an episode that is committed later has a higher version.
alter table source_episodes add column announced_version bigint;
update source_episodes as episode set announced_version = 0
where exists (select from source_places where episode_id = episode.id);

create function announce_episodes() returns trigger language plpgsql as $$
begin
  update source_episodes set announced_version = (select version from provided_document)
  where id in (select episode_id from added) and announced_version is null;
  return null;
end
$$;

create trigger announce_episodes after insert on source_places
referencing new table as added for each statement execute function announce_episodes();

create table source_follows (
  user_id text collate "C" not null references users (id) on delete cascade,
  source_id text collate "C" not null references sources (id) on delete cascade,
  followed_at timestamptz not null default now(),
  -- Episodes up to this version are not new to the member.
  seen_version bigint not null,
  -- Episodes up to this version were in a mail to the member.
  mailed_version bigint not null,
  primary key (user_id, source_id)
);

create index source_follows_source on source_follows (source_id);

-- The current state of the consents below.
create table mail_subscriptions (
  user_id text collate "C" not null references users (id) on delete cascade,
  kind text collate "C" not null check (kind in ('episodes', 'forgotten')),
  -- 256 random bits, in every mail. It can only end this subscription.
  token text collate "C" not null unique,
  is_active boolean not null,
  -- When the member agreed, or was last reminded of it.
  confirmed_at timestamptz not null,
  -- No mail before this time.
  next_mail_at timestamptz not null,
  -- The places of the last mail; only for 'forgotten'.
  last_places text[] collate "C" not null default '{}',
  primary key (user_id, kind)
);

create index mail_subscriptions_active on mail_subscriptions (user_id, kind) where is_active;

-- Every consent and its withdrawal, with the version of the text that the member saw. Rows are never changed.
create table mail_consents (
  id uuid primary key,
  user_id text collate "C" not null references users (id) on delete cascade,
  kind text collate "C" not null check (kind in ('episodes', 'forgotten')),
  is_given boolean not null,
  text_version text collate "C" not null,
  locale text collate "C" not null,
  -- Where it was stated: on the screen of the mails, on the page of a mail's link, or by the mail program.
  means text collate "C" not null check (means in ('screen', 'link', 'mail_program')),
  recorded_at timestamptz not null default now()
);

create index mail_consents_user on mail_consents (user_id, recorded_at);

-- Mails to subscribers: sent only by day, withdrawn when the subscription ends.
alter table mail_outbox add column unsubscribe_url text collate "C";
create index mail_outbox_unsubscribe on mail_outbox (unsubscribe_url) where status = 'waiting';
