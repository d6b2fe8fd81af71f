-- Whether a refund has ended the membership. If it ended by itself, the screens say something else.
alter table memberships add column ended_by_refund boolean not null default false;
update memberships set ended_by_refund = true
  where paid_tier_expires_at <= now()
    and exists (
      select from payments join payment_grants on payment_grants.payment_id = payments.id
      where payments.user_id = memberships.user_id
    )
    and not exists (
      select from payments join payment_grants on payment_grants.payment_id = payments.id
      where payments.user_id = memberships.user_id and payments.cancelled_amount < payments.amount
    );
