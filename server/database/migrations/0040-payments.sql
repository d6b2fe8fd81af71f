-- The payment ledger. It is kept for five years, also after its payer's account is gone (전자상거래법 시행령 6조);
-- then it says no more whose it was.

create table payments (
  -- `paymentId` of PortOne, made by us
  id text collate "C" primary key,
  user_id text collate "C" references users (id) on delete set null,
  amount integer not null check (amount > 0),
  currency text collate "C" not null,
  order_name text not null,
  pay_method text collate "C" not null check (pay_method in ('CARD', 'EASY_PAY')),
  state text collate "C" not null default 'pending' check (
    state in (
      'pending', 'paid', 'failed', 'expired', 'mismatch', 'refund_requested', 'partly_cancelled', 'cancelled'
    )
  ),
  -- language of the mails about it
  locale text collate "C" not null check (locale in ('ko', 'en')),
  -- when the payer said yes to price and refund rule
  consented_at timestamptz not null,
  ordered_at timestamptz not null,
  state_changed_at timestamptz not null,
  -- As PortOne says it.
  transaction_id text collate "C",
  method_name text,
  is_test boolean not null default false,
  paid_at timestamptz,
  receipt_url text,
  cancelled_amount integer not null default 0 check (cancelled_amount between 0 and amount),
  -- The refund asked for last. Each attempt has a number, which is part of its Idempotency-Key.
  refund_attempt integer not null default 0,
  refund_amount integer,
  refund_by text collate "C" check (refund_by in ('member', 'admin')),
  refund_reason text,
  refund_cancellation_id text collate "C",
  refund_has_failed boolean not null default false,
  -- what somebody has to look at: mismatch, dispute, owner_left, refund_failed
  flags text[] collate "C" not null default '{}'
);

create index payments_user on payments (user_id, ordered_at) where user_id is not null;
create index payments_ordered_at on payments (ordered_at, id);
-- What the sweeper looks at.
create index payments_open on payments (ordered_at) where state in ('pending', 'failed', 'refund_requested');
create index payments_flagged on payments (ordered_at, id) where flags <> '{}';

-- One payment grants once: that is the primary key.
create table payment_grants (
  payment_id text collate "C" primary key references payments (id) on delete cascade,
  granted_at timestamptz not null,
  -- The year begins then at the earliest: when it was granted, or the end of what was not paid for.
  counts_from timestamptz not null,
  period_from timestamptz not null,
  period_to timestamptz not null
);

-- All that happened to payments; rows are only added.
create table payment_events (
  id bigint generated always as identity primary key,
  -- no foreign key: a webhook may name a payment that is not ours
  payment_id text collate "C" not null,
  kind text collate "C" not null,
  from_state text collate "C",
  to_state text collate "C",
  details jsonb not null default '{}',
  -- a webhook that comes twice is noted once
  webhook_id text collate "C" unique,
  at timestamptz not null default now()
);

create index payment_events_payment on payment_events (payment_id, id);

create function refuse_change_of_payment_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('momokzi.purging_payments', true) = 'on' then
    return old;
  end if;
  raise exception 'payment_events are only added';
end $$;

create trigger payment_events_stay before update or delete on payment_events
  for each row execute function refuse_change_of_payment_events();

-- Webhooks without a good signature: how many a day, whatever was in them.
create table refused_webhooks (
  day date not null,
  reason text collate "C" not null,
  count bigint not null,
  primary key (day, reason)
);

-- Which mails about the end of a membership went out: each once for an end.
create table membership_notices (
  user_id text collate "C" not null references users (id) on delete cascade,
  ends_at timestamptz not null,
  notice text collate "C" not null check (notice in ('30_days', '7_days', '1_day', 'ended')),
  primary key (user_id, ends_at, notice)
);

-- The daily round looks for ends.
create index memberships_ends on memberships (paid_tier_expires_at) where paid_tier_expires_at is not null;
