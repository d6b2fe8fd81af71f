-- What a member paid for. A person without a row is a free member. The payment ledger comes with its own table;
-- the last payment is repeated here because the specification's user record carries it.

create table memberships (
  user_id text collate "C" primary key references users (id) on delete cascade,
  account_tier text collate "C" not null check (account_tier in ('free', 'paid')),
  -- null with 'paid': no end
  paid_tier_expires_at timestamptz,
  last_payment_imp_uid text collate "C",
  last_payment_merchant_uid text collate "C",
  last_payment_at timestamptz
);
